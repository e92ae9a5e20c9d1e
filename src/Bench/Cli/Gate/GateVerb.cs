using Bench.Cli.Explain;
using Bench.Comparison;
using Bench.Reports;
using Bench.Results;
using Bench.Runner;
using Bench.Statistics;
using static System.FormattableString;

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
        var clock = TimeSpent.StartNew(context.Clock);
        var progress = context.Progress();
        var repository = Repository.Find(context.Folder, context.Cancellation);
        var baseline = options.Baseline.Resolve(repository);
        using var only = repository.Lock();
        Misspelling.Warn(options.Filter.Patterns, repository, progress);
        // A pull request can't loosen its own check: the settings of the baseline decide.
        var (baselineConfig, candidateConfig) = options.Judging.NamesConfig
            ? (null, null)
            : (repository.Text(baseline.Commit, Settings.FileName), Settings.ReadOwnText(context.Folder));
        var settings = options.Judging.SettingsOfCheck(context, baselineConfig, candidateConfig);
        settings = settings with { Project = options.Measurement.Project ?? settings.Project };
        repository.EnsureCleanSubmodules();
        var record = RecordOf(options, repository, context);
        CheckFolder.EnsureWritable(context, options.Results);
        options.Report.EnsureWritable(context);

        using var workspace = new Workspace(repository);
        var builds = TwoBuilds.Make(options.Measurement, settings, repository, workspace, baseline, context);
        var budget = Remaining(options.Budget, clock.Elapsed);
        var run = new GateRun(
            builds.Baseline,
            builds.Candidate,
            SettingsOf(options, settings, budget),
            progress.Show,
            context.Measurements,
            context.Clock
        );
        var found = Find(run, options, context.Cancellation);
        var unmatched = options.Measurement.UnmatchedWarning(found.PatternsWithoutBenchmarks, " in either build");
        // Checked against all benchmarks, because a control may be in another shard.
        options.Judging.EnsureControlsMatch(found.All);
        settings = settings with { Notices = [.. settings.Notices, .. builds.Notices, .. new[] { unmatched }.OfType<string>()] };
        progress.Step(CountText.Of(found.Benchmarks.Count, "benchmark"));

        progress.Show("starting", LastTime(options, budget, context));
        var isComplete = Verb.Completes(() =>
        {
            if (!options.MeasuresSameCode)
                ProveSameCode(run, () => builds.Compare(repository.FilesChangedSince(baseline.Commit)), progress, context.Cancellation);
            if (options.IsAllocationOnly)
                CountAllocation(run, builds, workspace, progress, options.Measurement.BenchmarkTimeout, context);
            else
                run.Measure(context.Cancellation);
        });
        progress.Clear();
        var check = Describe(run, builds, options, isComplete, context) with
        {
            BaselineConfig = baselineConfig,
            CandidateConfig = candidateConfig,
        };
        // With the canary.
        var result = run.Found.ToRun(check, isScreened: !options.IsAllocationOnly);
        var comparison = CheckFolder.Judge(result, settings, context);
        var outcome = OutcomeOf(comparison, options.Judging.Strictness(settings), isComplete);
        return CheckFolder.Write(context, options.Results, options.Report, result, comparison, outcome, record);
    }

    private static DataBranch? RecordOf(GateOptions options, Repository repository, Context context)
    {
        if (options.Record is not { } branch)
            return null;
        var record = DataBranch.Named(branch, context.Folder);
        if (options.Measurement is { Packages.Count: > 0 } or { Runtimes: not null })
            throw new UsageException("--record: a data branch has figures of commits only. Remove --package and --runtimes.");
        return repository.ChangedSources().Count == 0
            ? record
            : throw new UsageException(
                "--record: the work tree has changes, and a data branch has figures of commits only. Commit the changes."
            );
    }

    private static GateSettings SettingsOf(GateOptions options, Settings settings, TimeSpan budget) =>
        new()
        {
            Filter = options.Filter.Filter,
            Shard = options.Shard,
            Benchmarks = settings,
            Budget = budget,
            MaxProof = TimeSpan.FromTicks(Math.Min(budget.Ticks, Math.Max((budget / PartsForProof).Ticks, LeastForProof.Ticks))),
            BenchmarkTimeout = options.Measurement.BenchmarkTimeout,
            Seed = options.Seed,
            HasCanary = true,
        };

    private static FoundBenchmarks Find(GateRun run, GateOptions options, CancellationToken cancellationToken) =>
        run.Find(cancellationToken) is { All.Count: > 0 } found
            ? found
            : throw new UsageException(
                $"{options.Filter.Text ?? "the project"} {(options.Filter.Text is null ? "has" : "matches")} no benchmark in either build. {MeasurementOptions.HowToList}."
            );

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
            Invariant($"{same} {(same == 1 ? "runs" : "run")} the same code in both builds, and {(same == 1 ? "is" : "are")} not measured")
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
        var clear = run.Benchmarks.Where(benchmark =>
            benchmark.Allocation is { Verdict: Verdict.Regressed } counts && AllocationSampler.CanShow(counts)
        );
        foreach (var benchmark in clear.Take(MaxSampled))
        {
            if (run.IsCutShort)
                return;
            progress.Step($"Sampling the allocations of {benchmark.Id}");
            benchmark.AllocationSources = sample(benchmark.Pairing!, benchmark.Allocation!, context.Cancellation);
        }
    }

    private static CheckInfo Describe(GateRun run, TwoBuilds builds, GateOptions options, bool isComplete, Context context) =>
        new(
            builds.BaselineName,
            builds.CandidateName,
            options.Filter.Text,
            options.Shard,
            SettingsOfCheck(options),
            !isComplete ? Verb.WasInterrupted
                : run.IsCutShort ? "the budget ended before every benchmark was decided"
                : null,
            Math.Round(run.Elapsed.TotalSeconds, 1),
            Title: options.Title ?? PullRequest.Title(context.Variable(PullRequest.EventVariable)),
            Framework: TargetFramework.Of(builds.Baseline, builds.Candidate),
            Unread: run.Found.Unread,
            ShareOfOthers: run.ShareOfOthers,
            Replicate: options.Replicate,
            Options: options.Judging.OptionsOf(context),
            CandidateState: builds.CandidateState,
            Hidden: options.Measurement.Hidden
        );

    private static CheckSettings? SettingsOfCheck(GateOptions options) =>
        options.Measurement.SettingsOfCheck(options.Baseline.IsExact, options.IsAllocationOnly);

    private static Outcome OutcomeOf(RunComparison comparison, Strictness strictness, bool isComplete)
    {
        var outcome =
            comparison.Benchmarks.Count == 0
                ? new Outcome(ExitCode.Passed, "No benchmark is in this shard.")
                : Outcome.Create(comparison, strictness);
        return isComplete ? outcome : new Outcome(ExitCode.Interrupted, $"Interrupted. So far: {outcome.Reason}");
    }

    // The duration of the last run of this check; null if the folder of results has none.
    private static TimeSpan? LastTime(GateOptions options, TimeSpan budget, Context context)
    {
        var file = Path.Combine(options.Results, CheckFolder.Figures);
        try
        {
            return
                File.Exists(context.FullPath(file))
                && RunLoader.Load(
                    [
                        [file],
                    ],
                    context.Folder
                )
                    is [{ Checks: [{ Partial: null } check] }]
                && check.Filter == options.Filter.Text
                && check.Shard == options.Shard
                && check.Settings == SettingsOfCheck(options)
                && check.Options == options.Judging.OptionsOf(context)
                && check.Seconds is { } seconds
                && TimeSpan.FromSeconds(seconds) is var time
                && time <= budget
                ? time
                : null;
        }
        // The file will be replaced, whatever it contains.
        catch (BenchException)
        {
            return null;
        }
    }

    // With only seconds left to measure, every benchmark would look as if it could not be decided.
    private static TimeSpan Remaining(TimeSpan budget, TimeSpan built) =>
        budget - built is var left && left >= budget * LeastShareForMeasuring
            ? left
            : throw new BudgetException(
                $"the builds took {ClockText.Of(built)} of --budget {ClockText.Of(budget)}, so nothing was measured. Use a larger budget, such as --budget {Math.Ceiling((built * 4).TotalMinutes):0}m."
            );
}
