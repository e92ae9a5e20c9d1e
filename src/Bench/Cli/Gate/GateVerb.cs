using System.Globalization;
using Bench.Comparison;
using Bench.Reports;
using Bench.Results;
using Bench.Runner;
using Bench.Statistics;

namespace Bench.Cli.Gate;

internal static class GateVerb
{
    // Comparing code may take 1/3 of the budget: if a change affects code that every benchmark runs, little can be proven.
    private const int PartsForProof = 3;

    // Further benchmarks allocate more for the same reasons.
    private const int MaxSampled = 20;

    // If the builds leave a smaller share of the budget, nothing is measured.
    private const double LeastShareForMeasuring = 0.2;

    private static readonly TimeSpan LeastForProof = TimeSpan.FromMinutes(1);

    public static int Run(GateOptions options, Context context)
    {
        var cancellationToken = context.Cancellation;
        var clock = TimeSpent.StartNew(context.Clock);
        var folder = context.Folder;
        var progress = context.Progress();

        var repository = Repository.Find(folder, cancellationToken);
        var baseline = options.Baseline.Resolve(repository);
        using var only = repository.Lock();
        Misspelling.Warn(options.Filter.Patterns, repository, progress);
        // A pull request can't loosen its own check: the settings of the baseline decide.
        var isConfigNamed = options.Judging.NamesConfig;
        var (baselineConfig, candidateConfig) = isConfigNamed
            ? (null, null)
            : (repository.Text(baseline.Commit, Settings.FileName), Settings.ReadOwnText(folder));
        var settings = options.Judging.SettingsOfCheck(context, baselineConfig, candidateConfig);
        settings = settings with { Project = options.Measurement.Project ?? settings.Project };
        repository.EnsureCleanSubmodules();
        CheckFolder.EnsureWritable(context, options.Results);
        options.Report.EnsureWritable(context);
        using var workspace = new Workspace(repository);
        var builds = TwoBuilds.Make(options.Measurement, settings, repository, workspace, baseline, context);
        var budget = Remaining(options.Budget, clock.Elapsed);
        var run = new GateRun(
            builds.Baseline,
            builds.Candidate,
            new GateSettings
            {
                Filter = options.Filter.Filter,
                Shard = options.Shard,
                Benchmarks = settings,
                Budget = budget,
                MaxProof = TimeSpan.FromTicks(Math.Min(budget.Ticks, Math.Max((budget / PartsForProof).Ticks, LeastForProof.Ticks))),
                BenchmarkTimeout = options.Measurement.BenchmarkTimeout,
                Seed = options.Seed,
            },
            progress.Show,
            context.Measurements,
            context.Clock
        );
        settings = settings with { Notices = [.. settings.Notices, .. builds.Notices] };
        run.Find(cancellationToken);
        if (run.AllBenchmarks.Count == 0)
            throw new UsageException(
                $"{options.Filter.Text ?? "the project"} {(options.Filter.Text is null ? "has" : "matches")} no benchmark in either build. {MeasurementOptions.HowToList}."
            );
        if (options.Measurement.UnmatchedWarning(run.FiltersWithoutBenchmarks, " in either build") is { } warning)
            settings = settings with { Notices = [.. settings.Notices, warning] };
        // Checked against all benchmarks, because a control may be in another shard.
        options.Judging.EnsureControlsMatch(run.AllBenchmarks);
        progress.Step(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{run.Benchmarks.Count} {(run.Benchmarks.Count == 1 ? "benchmark" : "benchmarks")}"
            )
        );

        var isInterrupted = false;
        try
        {
            if (!options.MeasuresSameCode)
                ProveSameCode(run, () => builds.Compare(repository.FilesChangedSince(baseline.Commit)), progress, cancellationToken);
            if (options.IsAllocationOnly)
                CountAllocation(run, builds, workspace, progress, options.Measurement.BenchmarkTimeout, context);
            else
                run.Measure(cancellationToken);
        }
        catch (OperationCanceledException)
        {
            isInterrupted = true;
        }

        progress.Clear();
        var check = new CheckInfo(
            builds.BaselineName,
            builds.CandidateName,
            options.Filter.Text,
            options.Shard,
            options.Measurement.Stated(options.IsAllocationOnly ? [CheckInfo.AllocationOnlyOption] : []),
            isInterrupted ? Verb.WasInterrupted
                : run.IsCutShort ? "the budget ended before every benchmark was decided"
                : null,
            Math.Round(run.Elapsed.TotalSeconds, 1),
            baselineConfig,
            candidateConfig,
            options.Title ?? PullRequest.Title(context.Variable(PullRequest.EventVariable)),
            TargetFramework.Of(builds.Baseline, builds.Candidate),
            run.Unread,
            run.ShareOfOthers,
            options.Replicate,
            options.Judging.OptionsOf(context),
            builds.CandidateState,
            options.Measurement.Hidden
        );
        return Report(options, run, check, settings, isInterrupted, context);
    }

    private static void ProveSameCode(
        GateRun run,
        Func<BuildComparison> compare,
        ProgressLine progress,
        CancellationToken cancellationToken
    )
    {
        run.ProveSameCode(compare, cancellationToken);
        var same = run.Benchmarks.Count(benchmark => benchmark.HasSameCode);
        progress.Step(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{same} {(same == 1 ? "runs" : "run")} the same code in both builds, and {(same == 1 ? "is" : "are")} not measured"
            )
        );
    }

    // Samples the benchmarks that allocate more, to show which objects they allocate.
    private static void CountAllocation(
        GateRun run,
        TwoBuilds builds,
        Workspace workspace,
        ProgressLine progress,
        TimeSpan benchmarkTimeout,
        Context context
    )
    {
        run.CountAllocation(context.Cancellation);
        var sample = context.Samples(builds.Baseline, builds.Candidate, workspace.Folder, benchmarkTimeout);
        foreach (var benchmark in run.Benchmarks.Where(benchmark => benchmark.Allocation?.Verdict is Verdict.Regressed).Take(MaxSampled))
        {
            if (run.IsCutShort)
                return;
            progress.Step($"Sampling the allocations of {benchmark.Id}");
            benchmark.AllocationSources = sample(benchmark.Pairing!, benchmark.Allocation!, context.Cancellation);
        }
    }

    private static int Report(GateOptions options, GateRun run, CheckInfo check, Settings settings, bool isInterrupted, Context context)
    {
        var (baseline, candidate) = run.Environments;
        BenchmarkResult[] benchmarks = [.. run.Benchmarks.Select(benchmark => benchmark.ToBenchmark(isScreened: !check.IsAllocationOnly))];
        var comparison = RunComparison.CreatePaired(
            Bench.Results.Run.FromCheck(benchmarks, baseline, candidate, check),
            ComparisonOptions.ForToday(settings, context.Clock) with
            {
                NamesRemedies = true,
            }
        );
        var outcome = Outcome.Create(comparison, options.Judging.Strictness(settings));
        if (run.Benchmarks.Count == 0)
            outcome = new Outcome(ExitCode.Passed, "No benchmark is in this shard.");
        if (isInterrupted)
            outcome = new Outcome(ExitCode.Interrupted, $"Interrupted. So far: {outcome.Reason}");
        var deliveries = new Deliveries(context);
        var folder = options.Results;
        var isWorthKeeping = CheckFolder.IsWorthKeeping(
            Path.Combine(context.FullPath(folder), CheckFolder.Figures),
            isInterrupted,
            benchmarks
        );
        if (isWorthKeeping)
            CheckFolder.WriteFigures(deliveries, folder, benchmarks, baseline, candidate, check);
        options.Report.Write(context, deliveries, comparison, outcome);
        if (isWorthKeeping)
            CheckFolder.WriteReports(context, folder, deliveries, comparison, outcome);
        return deliveries.ExitCode(outcome);
    }

    // With only seconds left to measure, every benchmark would look as if it could not be decided.
    private static TimeSpan Remaining(TimeSpan budget, TimeSpan built) =>
        budget - built is var left && left >= budget * LeastShareForMeasuring
            ? left
            : throw new BudgetException(
                $"the builds took {ClockText.Of(built)} of --budget {ClockText.Of(budget)}, so nothing was measured. Use a larger budget, such as --budget {Math.Ceiling((built * 4).TotalMinutes):0}m."
            );
}
