using System.Diagnostics;
using System.Globalization;
using Bench.Processes;
using Bench.Statistics;
using BenchmarkDotNet.Characteristics;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.Results;

namespace Bench.Harness.Interleaving;

// Measures launches of groups: starts a process per case, warms all up, agrees on slices, takes them in random order, and compares.
internal sealed class LaunchMeasurement(InterleavingOptions options)
{
    // Processes that warm up at once, even on one core. A warm-up largely waits until nothing is compiled any more, and takes longer if the
    // compiler is slow.
    private const int MinWarming = 4;

    private const int MaxWarming = 8;

    // Waiting for a core adds about the same time to all variants, so their ratio approaches 1. Next to builds on two cores, a quick run
    // showed 1.21x (1.01 to 1.45) instead of 1.67x. With one of two cores busy, ratios stay right.
    private const double MaxShareOfOthers = 0.55;

    private readonly InterleavedRun run = new();

    public Dictionary<(BenchmarkCase Benchmark, int Launch), (ExecuteResult Result, CapturedLog Log)> Results { get; } = [];

    /// <summary>Measures one launch of cases of a group.</summary>
    /// <returns>False if one failed.</returns>
    public async Task<bool> Measure(
        Category category,
        IReadOnlyList<BuiltCase> cases,
        int launch,
        IResolver resolver,
        ILogger logger,
        CancellationToken cancellationToken
    )
    {
        var participants = new List<Participant>();
        var clock = Stopwatch.StartNew();
        var start = ProcessorTime.Read();
        try
        {
            await StartAll(participants, category, cases, launch, resolver, cancellationToken).ConfigureAwait(false);
            var warm = clock.Elapsed;
            var plan = await Prepare(category, participants, cancellationToken).ConfigureAwait(false);
            var prepared = clock.Elapsed;
            while (participants.Any(participant => participant.TakesSlices) && !cancellationToken.IsCancellationRequested)
            {
                var round = participants.ToArray();
                Random.Shared.Shuffle(round);
                foreach (var participant in round.Where(participant => participant.TakesSlices))
                    await participant.TakeSlice(options.MaxSlice, cancellationToken).ConfigureAwait(false);
            }

            var measured = clock.Elapsed;
            var finished = await Task.WhenAll(participants.Select(participant => participant.Finish(options.MaxStart, cancellationToken)))
                .ConfigureAwait(false);
            // An interrupted launch has no valid result.
            if (cancellationToken.IsCancellationRequested)
                return false;
            foreach (var (participant, result) in participants.Zip(finished).Where(pair => !pair.First.IsReplica))
            {
                if (!result.IsSuccess)
                    logger.WriteLine(
                        LogKind.Error,
                        $"{InterleavedSession.ProgressPrefix}failed: {participant.Benchmark.Descriptor.DisplayInfo}: {participant.Log.Cause ?? Ending(result)}"
                    );
                Results.TryAdd((participant.Benchmark, launch), (result, participant.Log));
            }

            var busy = BusyReason(ProcessorTime.ShareOfOthersFrom(start));
            await Compare(category, participants, launch, busy).ConfigureAwait(false);
            if (busy is not null && participants.Any(one => InterleavedResult.Find(one.Benchmark)?.Withheld is not null))
                logger.WriteLine(
                    LogKind.Error,
                    $"{InterleavedSession.ProgressPrefix}{category.Name} has no ratios of wall-clock time: {busy}."
                );
            logger.WriteLine(
                LogKind.Info,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"// Slices: {plan?.Slices ?? 1} an iteration{(plan is null ? "" : $", {plan.Length / 1e6:0.0} ms each")}; warm-up {warm.TotalSeconds:0.0} s, calibration {(prepared - warm).TotalSeconds:0.0} s, main run {(measured - prepared).TotalSeconds:0.0} s, end {(clock.Elapsed - measured).TotalSeconds:0.0} s"
                )
            );
            return participants.Zip(finished).All(pair => pair.First.IsReplica || pair.Second.IsSuccess);
        }
        finally
        {
            foreach (var participant in participants)
                participant.Dispose();
        }
    }

    // A process that starts warms up while the next ones start.
    private async Task StartAll(
        List<Participant> participants,
        Category category,
        IReadOnlyList<BuiltCase> cases,
        int launch,
        IResolver resolver,
        CancellationToken cancellationToken
    )
    {
        using var places = new SemaphoreSlim(Math.Clamp(Environment.ProcessorCount, MinWarming, MaxWarming));
        var warming = new List<Task>();
        foreach (var (benchmark, isReplica) in Processes(category, cases, launch))
        {
            await places.WaitAsync(CancellationToken.None).ConfigureAwait(false);
            if (cancellationToken.IsCancellationRequested)
                break;
            var participant = await Participant
                .Start(benchmark, launch, isReplica, resolver, options.MaxStart, cancellationToken)
                .ConfigureAwait(false);
            participants.Add(participant);
            warming.Add(Warm(participant));
        }

        await Task.WhenAll(warming).ConfigureAwait(false);

        async Task Warm(Participant one)
        {
            await one.WaitUntilWarm(options.MaxStart, cancellationToken).ConfigureAwait(false);
            places.Release();
        }
    }

    // Agrees with all processes on the length of a slice, and waits until each is at its first slice.
    private async Task<SlicePlan?> Prepare(Category category, IReadOnlyList<Participant> participants, CancellationToken cancellationToken)
    {
        // One after the other: during the warm-up of another process, an invocation that changes threads takes a hundred times as long as
        // alone.
        var calibrations = new Dictionary<Participant, Calibration>();
        foreach (var participant in participants.Where(participant => participant.TakesSlices && participant.WantsToCalibrate))
        {
            if (await participant.Calibrate(options.MaxStart, cancellationToken).ConfigureAwait(false) is { } calibration)
                calibrations.Add(participant, calibration);
        }

        if (calibrations.Count == 0)
            return null;
        var plan = SlicePlan.Create(calibrations.Values);
        if (participants.Any(participant => participant.TakesSlices && !calibrations.ContainsKey(participant)))
            plan = new(1, calibrations.Values.Max(calibration => calibration.IterationTime));
        else if (
            participants.FirstOrDefault(participant => participant.Benchmark == category.Baseline?.Benchmark)
                is { TakesSlices: true } baseline
            && !InterleavedEngineFactory.IsQuick(baseline.Benchmark.Job)
            && calibrations.Values.Max(calibration => calibration.PerInvocation) < InterleavedEngineFactory.LongInvocation
        )
            plan = plan.ForNoise(
                calibrations[baseline].Iterations,
                await Try(plan, baseline, [.. calibrations.Keys], cancellationToken).ConfigureAwait(false)
            );
        // Also one after the other, because the empty call is measured here. With all at once on two cores it was sometimes ten times too
        // long.
        foreach (var participant in calibrations.Keys.Where(participant => participant.TakesSlices))
            await participant.Prepare(plan, options.MaxStart, cancellationToken).ConfigureAwait(false);
        return plan;
    }

    private async Task<IReadOnlyList<PairedRatio>> Try(
        SlicePlan plan,
        Participant baseline,
        Participant[] participants,
        CancellationToken cancellationToken
    )
    {
        var slices = participants.ToDictionary(participant => participant, _ => new List<TimedSlice>());
        for (var trial = 0; trial < SlicePlan.Trials; trial++)
        {
            Random.Shared.Shuffle(participants);
            foreach (var participant in participants.Where(participant => participant.TakesSlices))
            {
                if (await participant.TakeTrial(plan, options.MaxSlice, cancellationToken).ConfigureAwait(false) is { } slice)
                    slices[participant].Add(slice);
            }
        }

        return
        [
            .. participants
                .Where(participant => participant != baseline && participant.TakesSlices)
                .Select(participant =>
                    PairedRatio.Estimate(
                        slices[baseline],
                        0,
                        slices[participant],
                        0,
                        baseline.Benchmark.Descriptor.OperationsPerInvoke,
                        participant.Benchmark.Descriptor.OperationsPerInvoke,
                        SliceTiming.Of(slices[baseline], slices[participant]).IsByProcessor
                    )
                )
                .OfType<PairedRatio>(),
        ];
    }

    // Null if the machine was quiet enough, or its system does not report load.
    internal static string? BusyReason(double? shareOfOthers) =>
        shareOfOthers is > MaxShareOfOthers and var share
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"other programs used {100 * share:0}% of the CPU time, which is too much for a quick run"
            )
            : null;

    private async Task Compare(Category category, IReadOnlyList<Participant> participants, int launch, string? busy)
    {
        var processes = new List<MeasuredProcess>();
        foreach (var participant in participants)
            processes.Add(await participant.Measured().ConfigureAwait(false));
        MeasuredProcess[] baselines = [.. processes.Where(process => process.Benchmark == category.Baseline?.Benchmark)];
        foreach (var (participant, process) in participants.Zip(processes).Where(pair => !pair.First.IsReplica))
        {
            var result = InterleavedResult.Find(participant.Benchmark)
                ?? InterleavedResult.Create(participant.Benchmark, category.Baseline?.Benchmark, run);
            if (await participant.AllocatedBytes().ConfigureAwait(false) is { } bytes)
                result.AddAllocated(launch, bytes);
            if (participant.Benchmark == category.Baseline?.Benchmark)
                continue;
            // All launches of a case use the clock of the first.
            var timing = result.Timing ?? process.TimingWith(baselines);
            if (process.RatioTo(baselines, timing.IsByProcessor) is not { } ratio)
                continue;
            result.Timing = timing;
            if (busy is not null && !timing.IsByProcessor && InterleavedEngineFactory.IsQuick(participant.Benchmark.Job))
                result.Withheld = busy;
            else
                result.Add(launch, ratio);
        }

        run.Forget();
    }

    // The baseline's own process comes first, because it represents the baseline. If a group is split, this process is in the first part.
    private IEnumerable<(BuiltCase Benchmark, bool IsReplica)> Processes(Category category, IReadOnlyList<BuiltCase> cases, int launch)
    {
        var replicas = cases.Contains(category.Baseline!) ? (cases.Count - 1) / Category.AlternativesPerBaseline : 0;
        return cases
            .Select(benchmark => (benchmark, benchmark == category.Baseline && Results.ContainsKey((benchmark.Benchmark, launch))))
            .Concat(Enumerable.Repeat((category.Baseline!, true), replicas));
    }

    private static string Ending(ExecuteResult result) =>
        result.ExitCode is { } code
            ? FormattableString.Invariant($"its process ended with exit code {code} before it was measured")
            : "its process ended before it was measured";
}
