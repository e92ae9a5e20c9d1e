using System.Diagnostics;
using System.Globalization;
using Bench.Processes;
using Bench.Reports;
using Bench.Statistics;
using BenchmarkDotNet.Characteristics;
using BenchmarkDotNet.Configs;
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
    // Start of a progress line, by which a terse console recognises it.
    public const string ProgressPrefix = "// Interleaved: ";

    private static InterleavedSession? next;

    private readonly Lock gate = new();
    private readonly List<BuiltCase> built = [];
    private readonly HashSet<BenchmarkCase> announced = [];
    private readonly HashSet<BenchmarkCase> repeatable = [];
    private readonly Dictionary<IToolchain, InterleavedToolchain> toolchains = [];
    private readonly LaunchMeasurement measurement = new(options);
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
        if (!measurement.Results.Remove((own.Benchmark, parameters.LaunchIndex), out var result))
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
        using var interruption = new Interruption();
        var categories = Category.Group(announced, built);
        foreach (var category in categories)
            Say(logger, category);
        var launches = built.Max(benchmark => benchmark.Launches);
        var progress = new SessionProgress(categories, launches, options.SecondsBefore());
        var answered = new HashSet<Category>();
        var stopsAtFirstError = built[0].Benchmark.Config.Options.HasFlag(ConfigOptions.StopOnFirstError);
        var hasFailed = false;
        for (var launch = 1; launch <= launches && !interruption.Token.IsCancellationRequested; launch++)
        {
            foreach (var (index, category) in categories.Index())
            {
                if (interruption.Token.IsCancellationRequested || (hasFailed && stopsAtFirstError))
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
                    hasFailed |= !await measurement
                        .Measure(category, together, launch, resolver, logger, interruption.Token)
                        .ConfigureAwait(false);
                progress.Done(index, clock.Elapsed);
                foreach (var result in wanted.Select(benchmark => InterleavedResult.Find(benchmark.Benchmark)).OfType<InterleavedResult>())
                    result.Seconds = clock.Elapsed.TotalSeconds / wanted.Length;
                if (Answer(category, isLast: false) is { } answer && answered.Add(category))
                    logger.WriteLine(LogKind.Result, ProgressPrefix + answer);
            }
        }

        if (!hasFailed || !stopsAtFirstError)
            await MeasureUndecided(categories, launches + 1, resolver, logger, interruption.Token).ConfigureAwait(false);
        if (!interruption.Token.IsCancellationRequested)
            return;
        WasInterrupted = true;
        var complete = Enumerable
            .Range(1, launches)
            .TakeWhile(launch => built.All(benchmark => measurement.Results.ContainsKey((benchmark.Benchmark, launch))))
            .Count();
        var measured = built.Count(benchmark => measurement.Results.ContainsKey((benchmark.Benchmark, 1)));
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
                    $"{ProgressPrefix}one more launch, because it is not decided, {index + 1} of {undecided.Length}: {category.Name} ({ClockText.Of(clock.Elapsed)})"
                )
            );
            BuiltCase[] wanted = [.. category.Cases.Where(benchmark => IsMeasured(benchmark, launch - 1))];
            foreach (var together in category.Split(wanted))
                _ = await measurement.Measure(category, together, launch, resolver, logger, cancellationToken).ConfigureAwait(false);
            if (Answer(category, isLast: true) is { } answer)
                logger.WriteLine(LogKind.Result, ProgressPrefix + answer);
        }
    }

    private bool IsMeasured(BuiltCase benchmark, int launch) =>
        measurement.Results.TryGetValue((benchmark.Benchmark, launch), out var result) && result.Result.IsSuccess;

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
                $"{ProgressPrefix}{category.Name} has no baseline, so it has no ratios. Mark one with [Benchmark(Baseline = true)]."
            );
    }
}
