using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using Bench.Reports;
using Bench.Statistics;
using BenchmarkDotNet.Characteristics;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains;
using BenchmarkDotNet.Toolchains.Parameters;
using BenchmarkDotNet.Toolchains.Results;

namespace Bench.Harness.Interleaving;

// All interleaved cases of one run of BenchmarkDotNet. BenchmarkDotNet requests one case after the other. At the first request, the session
// measures everything: launch 1 of every group, then launch 2 of every group. Drift within the run then appears between the launches of a
// case. Groups that are still undecided are launched once more. BenchmarkDotNet does not know this launch, and its columns exclude it.
internal sealed class InterleavedSession(InterleavingOptions options)
{
    // Processes that warm up at once, even on one core. A warm-up largely waits until nothing is compiled any more, and takes longer if the
    // compiler is slow.
    private const int MinWarming = 4;

    private const int MaxWarming = 8;

    // Start of a progress line, by which a terse console recognises it.
    public const string ProgressPrefix = "// Interleaved: ";

    private static InterleavedSession? next;

    private readonly Lock gate = new();
    private readonly List<BuiltCase> built = [];
    private readonly HashSet<BenchmarkCase> announced = [];
    private readonly HashSet<BenchmarkCase> repeatable = [];
    private readonly Dictionary<(BenchmarkCase Benchmark, int Launch), (ExecuteResult Result, CapturedLog Log)> results = [];
    private readonly Dictionary<IToolchain, InterleavedToolchain> toolchains = [];
    private readonly InterleavedRun run = new();
    private bool hasRun;

    /// <summary>True if the user ended the last run in this process.</summary>
    public static bool WasInterrupted { get; private set; }

    // BenchmarkDotNet validates one class at a time, so several validations share the session of one run.
    public static InterleavedSession ForNextRun(InterleavingOptions options) =>
        next is { hasRun: false } session ? session : next = new InterleavedSession(options);

    public InterleavedToolchain Around(IToolchain inner)
    {
        if (!toolchains.TryGetValue(inner, out var toolchain))
            toolchains.Add(inner, toolchain = new InterleavedToolchain(inner, this));
        return toolchain;
    }

    // Replaces the cases of a class if an earlier run did not come to measure them.
    public void Announce(IReadOnlyCollection<BenchmarkCase> cases)
    {
        announced.RemoveWhere(known => cases.Any(benchmark => benchmark.Descriptor.Type == known.Descriptor.Type));
        announced.UnionWith(cases);
    }

    // For a case whose job does not set its number of launches.
    public void MayLaunchAgain(BenchmarkCase benchmark) => repeatable.Add(benchmark);

    public void Add(BuildPartition partition, BuildResult result, IExecutor executor)
    {
        lock (gate)
        {
            // A build that failed together with others is repeated alone.
            built.RemoveAll(before => partition.Benchmarks.Any(benchmark => benchmark.BenchmarkCase == before.Benchmark));
            if (result.IsBuildSuccess)
                built.AddRange(
                    partition.Benchmarks.Select(benchmark => new BuiltCase(
                        benchmark.BenchmarkCase,
                        benchmark.Id,
                        result,
                        executor,
                        Math.Max(1, benchmark.BenchmarkCase.Job.Run.LaunchCount)
                    ))
                );
        }
    }

    public ExecuteResult Execute(ExecuteParameters parameters)
    {
        var own = built.Single(built => built.Benchmark == parameters.BenchmarkCase);
        if (!hasRun)
        {
            hasRun = true;
            MeasureAll(parameters.Logger, parameters.Resolver).GetAwaiter().GetResult();
        }

        // A diagnoser that disturbs the measurement has a run of its own after the last launch.
        if (parameters.LaunchIndex > own.Launches)
            return WasInterrupted ? Participant.Failed : own.Executor.Execute(parameters);
        if (!results.Remove((own.Benchmark, parameters.LaunchIndex), out var result))
        {
            parameters.Logger.WriteLineError(
                WasInterrupted ? "// Not measured: the run was interrupted." : "// Not measured again: an earlier launch failed."
            );
            return Participant.Failed;
        }

        result.Log.WriteTo(parameters.Logger);
        return result.Result;
    }

    private async Task MeasureAll(ILogger logger, IResolver resolver)
    {
        WasInterrupted = false;
        using var interruption = new CancellationTokenSource();
        using var signals = new Signals(interruption);
        var categories = Category.Group(announced, built);
        foreach (var category in categories)
            Say(logger, category);
        var launches = built.Max(benchmark => benchmark.Launches);
        var progress = new Progress(categories, launches, options.SecondsBefore());
        var answered = new HashSet<Category>();
        var stopsAtFirstError = built[0].Benchmark.Config.Options.HasFlag(ConfigOptions.StopOnFirstError);
        var hasFailed = false;
        for (var launch = 1; launch <= launches && !interruption.IsCancellationRequested; launch++)
        {
            foreach (var (index, category) in categories.Index())
            {
                if (interruption.IsCancellationRequested || (hasFailed && stopsAtFirstError))
                    break;
                BuiltCase[] wanted =
                [
                    .. category.Cases.Where(benchmark =>
                        launch <= benchmark.Launches && (launch == 1 || IsMeasured(benchmark, launch - 1))
                    ),
                ];
                if (wanted.Length == 0)
                    continue;
                logger.WriteLine(LogKind.Header, ProgressPrefix + progress.Line(launch, index, wanted.Length));
                var clock = Stopwatch.StartNew();
                foreach (var together in category.Split(wanted))
                    hasFailed |= !await Measure(category, together, launch, resolver, logger, interruption.Token).ConfigureAwait(false);
                progress.Done(index, clock.Elapsed);
                foreach (var result in wanted.Select(benchmark => InterleavedResult.Find(benchmark.Benchmark)).OfType<InterleavedResult>())
                    result.Seconds = clock.Elapsed.TotalSeconds / wanted.Length;
                if (Answer(category, isLast: false) is { } answer && answered.Add(category))
                    logger.WriteLine(LogKind.Result, ProgressPrefix + answer);
            }
        }

        run.Forget();
        if (!hasFailed || !stopsAtFirstError)
            await MeasureUndecided(categories, launches + 1, resolver, logger, interruption.Token).ConfigureAwait(false);
        if (!interruption.IsCancellationRequested)
            return;
        WasInterrupted = true;
        var complete = Enumerable
            .Range(1, launches)
            .TakeWhile(launch => built.All(benchmark => results.ContainsKey((benchmark.Benchmark, launch))))
            .Count();
        var measured = built.Count(benchmark => results.ContainsKey((benchmark.Benchmark, 1)));
        logger.WriteLine(
            LogKind.Error,
            string.Create(
                CultureInfo.InvariantCulture,
                $"{ProgressPrefix}interrupted. {(complete == 0 ? "No launch is complete" : $"Launch {(complete == 1 ? "1" : $"1 to {complete}")} of {launches} is complete")}; {measured} of {built.Count} benchmarks have a result{(measured == 0 ? "." : ", which is in the tables, without allocation.")}"
            )
        );
    }

    private async Task MeasureUndecided(
        IReadOnlyList<Category> categories,
        int launch,
        IResolver resolver,
        ILogger logger,
        CancellationToken cancellationToken
    )
    {
        Category[] undecided =
        [
            .. categories.Where(category =>
                category.Cases.All(benchmark => repeatable.Contains(benchmark.Benchmark)) && IsUndecided(category)
            ),
        ];
        var clock = Stopwatch.StartNew();
        foreach (var (index, category) in undecided.Index())
        {
            if (cancellationToken.IsCancellationRequested)
                return;
            logger.WriteLine(
                LogKind.Header,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{ProgressPrefix}one more launch, because it is not decided, {index + 1} of {undecided.Length}: {category.Name} ({Progress.Text(clock.Elapsed)})"
                )
            );
            BuiltCase[] wanted = [.. category.Cases.Where(benchmark => IsMeasured(benchmark, launch - 1))];
            foreach (var together in category.Split(wanted))
                _ = await Measure(category, together, launch, resolver, logger, cancellationToken).ConfigureAwait(false);
            if (Answer(category, isLast: true) is { } answer)
                logger.WriteLine(LogKind.Result, ProgressPrefix + answer);
        }
    }

    private bool IsMeasured(BuiltCase benchmark, int launch) =>
        results.TryGetValue((benchmark.Benchmark, launch), out var result) && result.Result.IsSuccess;

    // With one launch the spread is only assumed, and one more launch would not show it either.
    private static bool IsUndecided(Category category) =>
        category
            .Cases.Where(benchmark => benchmark != category.Baseline)
            .Any(benchmark => InterleavedResult.Find(benchmark.Benchmark)?.Ratio is { Launches: > 1, IsSignificant: false });

    /// <summary>Null while the group is undecided, as it always is after one launch.</summary>
    private static string? Answer(Category category, bool isLast)
    {
        BenchmarkCase[] cases = [.. category.Cases.Select(benchmark => benchmark.Benchmark)];
        (string Name, LaunchRatio Ratio)[] ratios =
        [
            .. category
                .Cases.Where(benchmark => benchmark != category.Baseline)
                .Select(benchmark => (benchmark.Benchmark, InterleavedResult.Find(benchmark.Benchmark)?.Ratio))
                .Where(benchmark => benchmark.Ratio is { Launches: > 1 })
                .Select(benchmark => (Category.NameOf(cases, benchmark.Benchmark), benchmark.Ratio!)),
        ];
        if (category.Baseline is not { } baseline || ratios.Length == 0 || !(isLast || ratios.All(one => one.Ratio.IsSignificant)))
            return null;
        var shown = ratios
            .OrderBy(one => one.Ratio.Ratio)
            .Select(one => $"{one.Name} {(one.Ratio.IsSignificant ? "" : "~")}{RatioText.Digits(one.Ratio.Ratio)}x");
        return $"  {category.Name}: {string.Join(", ", shown)} of {Category.NameOf(cases, baseline.Benchmark)}";
    }

    private static string Ending(ExecuteResult result) =>
        result.ExitCode is { } code
            ? FormattableString.Invariant($"its process ended with exit code {code} before it was measured")
            : "its process ended before it was measured";

    /// <summary>Measures one launch of cases of a group.</summary>
    /// <returns>False if one failed.</returns>
    private async Task<bool> Measure(
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
        try
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

                async Task Warm(Participant one)
                {
                    await one.WaitUntilWarm(options.MaxStart, cancellationToken).ConfigureAwait(false);
                    places.Release();
                }
            }

            await Task.WhenAll(warming).ConfigureAwait(false);
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
                        $"{ProgressPrefix}failed: {participant.Benchmark.Descriptor.DisplayInfo}: {participant.Log.Cause ?? Ending(result)}"
                    );
                results.TryAdd((participant.Benchmark, launch), (result, participant.Log));
            }

            await Compare(category, participants, launch).ConfigureAwait(false);
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

    private async Task Compare(Category category, IReadOnlyList<Participant> participants, int launch)
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
            result.Add(launch, ratio);
        }

        run.Forget();
    }

    // The baseline's own process comes first, because it represents the baseline. If a group is split, this process is in the first part.
    private IEnumerable<(BuiltCase Benchmark, bool IsReplica)> Processes(Category category, IReadOnlyList<BuiltCase> cases, int launch)
    {
        var replicas = cases.Contains(category.Baseline!) ? (cases.Count - 1) / Category.AlternativesPerBaseline : 0;
        return cases
            .Select(benchmark => (benchmark, benchmark == category.Baseline && results.ContainsKey((benchmark.Benchmark, launch))))
            .Concat(Enumerable.Repeat((category.Baseline!, true), replicas));
    }

    private static void Say(ILogger logger, Category category)
    {
        if (category is { Baseline: null, HasBaseline: true })
            logger.WriteLine(
                LogKind.Error,
                $"{ProgressPrefix}{category.Name} has no ratios, because its baseline was not built or cannot be interleaved."
            );
        else if (category.Cases.Count == 1)
            logger.WriteLine(
                LogKind.Info,
                $"{ProgressPrefix}{category.Name} has no other variant to interleave with, and is measured alone."
            );
        else if (category.Baseline is null)
            logger.WriteLine(
                LogKind.Info,
                $"{ProgressPrefix}{category.Name} has no baseline, so there are no ratios. Mark one with [Benchmark(Baseline = true)]."
            );
    }

    private sealed class Progress
    {
        private readonly Stopwatch clock = Stopwatch.StartNew();
        private readonly IReadOnlyList<Category> categories;
        private readonly int launches;
        private readonly double?[] before;
        private readonly double?[] now;

        public Progress(IReadOnlyList<Category> categories, int launches, IReadOnlyDictionary<string, double> secondsBefore)
        {
            (this.categories, this.launches) = (categories, launches);
            before =
            [
                .. categories.Select(category =>
                    category.Cases.Select(benchmark => FullNameProvider.GetBenchmarkName(benchmark.Benchmark)).ToArray() is var names
                    && names.All(secondsBefore.ContainsKey)
                        ? names.Sum(name => secondsBefore[name])
                        : (double?)null
                ),
            ];
            now = new double?[categories.Count];
        }

        public string Line(int launch, int index, int cases)
        {
            var category = categories[index];
            var left = Left(launch, index) is { } time ? $", about {Text(time)} left" : "";
            return string.Create(
                CultureInfo.InvariantCulture,
                $"launch {launch} of {launches}, {index + 1} of {categories.Count}: {category.Name}{(cases > 1 ? $", {cases} alternatives" : "")} ({Text(clock.Elapsed)}{left})"
            );
        }

        public void Done(int index, TimeSpan time) => now[index] = time.TotalSeconds;

        // A group takes as long as it did before. One that was not measured yet takes as long as in an earlier run, scaled to today's
        // speed. Without an earlier run, each of its cases takes as long as those of the others.
        private TimeSpan? Left(int launch, int index)
        {
            int[] all = [.. Enumerable.Range(0, categories.Count)];
            int[] done = [.. all.Where(i => now[i] is not null)];
            int[] both = [.. done.Where(i => before[i] is not null)];
            var speed = both.Length == 0 ? 1 : both.Sum(i => now[i]!.Value) / both.Sum(i => before[i]!.Value);
            int[] known = [.. all.Where(i => Known(i) is not null)];
            if (known.Length == 0)
                return null;
            var perCase = known.Sum(i => Known(i)!.Value) / known.Sum(i => categories[i].Cases.Count);
            return TimeSpan.FromSeconds(all[index..].Sum(Seconds) + ((launches - launch) * all.Sum(Seconds)));

            double? Known(int i) => now[i] ?? (before[i] * speed);
            double Seconds(int i) => Known(i) ?? (perCase * categories[i].Cases.Count);
        }

        public static string Text(TimeSpan time) =>
            time.TotalMinutes >= 60 ? string.Create(CultureInfo.InvariantCulture, $"{(int)time.TotalHours} h {time.Minutes} min")
            : time.TotalSeconds >= 100 ? string.Create(CultureInfo.InvariantCulture, $"{time.TotalMinutes:0} min")
            : string.Create(CultureInfo.InvariantCulture, $"{time.TotalSeconds:0} s");
    }

    // The first signal ends the measurement. The second ends the program as usual.
    private sealed class Signals : IDisposable
    {
        private readonly CancellationTokenSource interruption;
        private readonly PosixSignalRegistration[] registrations;

        public Signals(CancellationTokenSource interruption)
        {
            this.interruption = interruption;
            registrations =
            [
                .. new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP }.Select(signal =>
                    PosixSignalRegistration.Create(signal, Handle)
                ),
            ];
        }

        public void Dispose()
        {
            foreach (var registration in registrations)
                registration.Dispose();
        }

        private void Handle(PosixSignalContext context)
        {
            if (interruption.IsCancellationRequested)
                return;
            context.Cancel = true;
            interruption.Cancel();
        }
    }
}
