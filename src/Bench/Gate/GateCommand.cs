using System.CommandLine;
using System.Globalization;
using Bench.Comparison;
using Bench.Explain;
using Bench.Load;
using Bench.Results;
using Bench.Runner;
using Bench.Statistics;

namespace Bench.Gate;

/// <summary><c>bench gate</c>: two builds of a repository, interleaved, judged.</summary>
internal static class GateCommand
{
    /// <summary>Comparing code may take a part of the budget: a change of what everything runs leaves little to be proven.</summary>
    private const int PartsForProof = 3;

    private static readonly TimeSpan LeastForProof = TimeSpan.FromMinutes(1);

    public static readonly Option<string[]> Filters = JudgingOptions.Several(
        "--filter",
        "PATTERN",
        "Which benchmarks, as BenchmarkDotNet's --filter: * is any text; upper and lower case are the same. Several add up.",
        areTogether: true
    );
    public static readonly Option<string[]> Categories = JudgingOptions.Several(
        "--any-category",
        "NAME",
        "Which benchmarks, as BenchmarkDotNet's --anyCategories.",
        areTogether: true
    );
    private static readonly Option<TimeSpan?> Budget = JudgingOptions.Quantity(
        "--budget",
        "TIME",
        "How long it may take, builds included. Default: 20m.",
        Quantities.Duration
    );
    private static readonly Option<Shard?> ShardOption = new("--shard")
    {
        HelpName = "I/N",
        Description = "Measures a stable n-th of the benchmarks: bench merge joins the parts.",
        CustomParser = result => PartFrom(result.Tokens[^1].Value) is var (index, count) ? new Shard(index, count) : WrongShard(result),
    };
    private static readonly Option<CheckReplicate?> ReplicateOption = new("--replicate")
    {
        HelpName = "I/N",
        Description =
            "Says that n machines measure the same, and which of them this is: bench merge judges with the machine as a random effect.",
        CustomParser = result =>
            PartFrom(result.Tokens[^1].Value) is var (index, count) ? new CheckReplicate(index, count) : WrongReplicate(result),
    };
    private static readonly Option<string> Results = new("--results")
    {
        HelpName = "DIR",
        Description = $"Where figures and reports are written. Default: {CheckFolder.Default}.",
        DefaultValueFactory = _ => CheckFolder.Default,
    };
    private static readonly Option<bool> MeasureSameCode = new("--measure-same-code")
    {
        Description = "Measures benchmarks as well that are proven to run the same code in both builds.",
    };
    private static readonly Option<bool> AllocationOnly = new(CheckInfo.AllocationOnlyOption)
    {
        Description = "Counts what each benchmark allocates, and takes no times: a second or two a benchmark.",
    };
    private static readonly Option<string?> Title = new("--title")
    {
        HelpName = "TEXT",
        Description = "What is checked, for the report. Default: the title of the pull request, where GitHub's workflow says it.",
    };
    private static readonly Option<int?> Seed = new("--seed")
    {
        HelpName = "N",
        Description = "Makes the order of benchmarks and slices repeatable.",
    };

    /// <summary>So many benchmarks that allocate more are sampled: of more, the reasons are the same.</summary>
    private const int MaxSampled = 20;

    private const string Help = """
        Checks the work tree against a commit: builds both, and runs interleaved, in processes of their own, the benchmarks of both
        that run code which changed. The others are proven to run the same code, and can't fail.

        Screens these benchmarks, then measures suspected regressions again in new processes: only that confirmation can fail the check.
        Exit codes as of compare:
          2    wrong usage, no git, no such ref, a side that does not build
          1    a regression, or a benchmark that failed or vanished
          4    another environment, with --strict-environment
          5    nothing compared
          3    too many benchmarks inconclusive
          0    none of these
          130  interrupted; what was measured is kept, and says that it is partial
        """;

    public static Command Create()
    {
        var command = new Command("gate", Help)
        {
            BaselineOptions.Baseline,
            BaselineOptions.Exact,
            Filters,
            Categories,
            MeasurementOptions.Strict,
            Budget,
            ShardOption,
            ReplicateOption,
            Results,
            MeasureSameCode,
            AllocationOnly,
            Title,
            Seed,
        };
        foreach (var option in MeasurementOptions.All.Concat(JudgingOptions.All).Concat(ReportOptions.All))
            command.Add(option);
        command.Measures(arguments => arguments, Gate);
        return command;
    }

    private static int Gate(ParseResult arguments, Context context)
    {
        var cancellationToken = context.Cancellation;
        var clock = System.Diagnostics.Stopwatch.StartNew();
        var folder = context.Folder;
        var progress = context.Progress();

        var repository = Repository.Find(folder, cancellationToken);
        var baseline = BaselineChoice.From(arguments).Resolve(repository);
        // A change can't loosen the check that it has to pass.
        var isConfigNamed = JudgingChoices.From(arguments).NamesConfig;
        var (baselineConfig, candidateConfig) = isConfigNamed
            ? (null, null)
            : (repository.Text(baseline.Commit, Settings.FileName), Settings.ReadOwnText(folder));
        var settings = JudgingChoices.From(arguments).SettingsOfCheck(context, baselineConfig, candidateConfig);
        settings = settings with { Project = arguments.GetValue(MeasurementOptions.Project) ?? settings.Project };
        repository.EnsureCleanSubmodules();
        CheckFolder.EnsureWritable(context, arguments.GetValue(Results)!);
        ReportChoices.From(arguments).EnsureWritable(context);
        using var workspace = new Workspace(repository);
        var builds = TwoBuilds.Make(MeasurementChoices.From(arguments), settings, repository, workspace, baseline, context);
        var budget = Remaining((arguments.GetValue(Budget) ?? new GateSettings().Budget) - clock.Elapsed);
        var run = new GateRun(
            builds.Baseline,
            builds.Candidate,
            new GateSettings
            {
                Filter = MeasurementOptions.Filter(arguments.GetValue(Filters), arguments.GetValue(Categories)),
                Shard = arguments.GetValue(ShardOption),
                Benchmarks = settings,
                Budget = budget,
                MaxProof = TimeSpan.FromTicks(Math.Min(budget.Ticks, Math.Max((budget / PartsForProof).Ticks, LeastForProof.Ticks))),
                BenchmarkTimeout = MeasurementChoices.From(arguments).BenchmarkTimeout,
                Seed = arguments.GetValue(Seed),
            },
            progress.Show
        );
        settings = settings with { Notices = [.. settings.Notices, .. builds.Notices] };
        run.Find(cancellationToken);
        if (run.AllBenchmarks.Count == 0)
            throw new UsageException(
                $"{FilterText(arguments) ?? "the project"} {(FilterText(arguments) is null ? "has" : "matches")} no benchmark of either build: {MeasurementOptions.HowToList}."
            );
        if (MeasurementChoices.From(arguments).UnmatchedWarning(run.FiltersWithoutBenchmarks, " of either build") is { } warning)
            settings = settings with { Notices = [.. settings.Notices, warning] };
        // A control may be in another shard.
        JudgingChoices.From(arguments).EnsureControlsMatch(run.AllBenchmarks);
        progress.Step(string.Create(CultureInfo.InvariantCulture, $"{run.Benchmarks.Count} benchmarks"));

        var isInterrupted = false;
        try
        {
            if (!arguments.GetValue(MeasureSameCode))
                ProveSameCode(run, builds.Compare(repository.FilesChangedSince(baseline.Commit)), progress, cancellationToken);
            if (arguments.GetValue(AllocationOnly))
                CountAllocation(run, builds, workspace, progress, MeasurementChoices.From(arguments).BenchmarkTimeout, cancellationToken);
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
            FilterText(arguments),
            arguments.GetValue(ShardOption),
            MeasurementChoices.From(arguments).Stated(arguments.GetValue(AllocationOnly) ? [CheckInfo.AllocationOnlyOption] : []),
            isInterrupted ? Verb.WasInterrupted
                : run.IsCutShort ? "the budget ended before all was decided"
                : null,
            Math.Round(run.Elapsed.TotalSeconds, 1),
            baselineConfig,
            candidateConfig,
            arguments.GetValue(Title) ?? PullRequest.Title(context.Variable(PullRequest.EventVariable)),
            TargetFramework.Of(builds.Baseline, builds.Candidate),
            run.Unread,
            run.ShareOfOthers,
            arguments.GetValue(ReplicateOption) is { Count: > 1 } replicate ? replicate : null,
            JudgingChoices.From(arguments).OptionsOf(context),
            builds.CandidateState
        );
        return Report(arguments, run, Secrets.Hide(check), settings, isInterrupted, context);
    }

    private static void ProveSameCode(GateRun run, BuildComparison comparison, ProgressLine progress, CancellationToken cancellationToken)
    {
        run.ProveSameCode(comparison, cancellationToken);
        var same = run.Benchmarks.Count(benchmark => benchmark.HasSameCode);
        progress.Step(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{same} {(same == 1 ? "runs" : "run")} the same code in both builds, and {(same == 1 ? "is" : "are")} not measured"
            )
        );
    }

    // What allocates more is worth a look at both builds.
    private static void CountAllocation(
        GateRun run,
        TwoBuilds builds,
        Workspace workspace,
        ProgressLine progress,
        TimeSpan benchmarkTimeout,
        CancellationToken cancellationToken
    )
    {
        run.CountAllocation(cancellationToken);
        var sampler = new AllocationSampler(builds.Baseline, builds.Candidate, workspace.Folder, benchmarkTimeout);
        foreach (var benchmark in run.Benchmarks.Where(benchmark => benchmark.Allocation?.Verdict is Verdict.Regressed).Take(MaxSampled))
        {
            if (run.IsCutShort)
                return;
            progress.Step($"Sampling what {benchmark.Id} allocates");
            benchmark.AllocationSources = sampler.Sample(benchmark.Pairing!, benchmark.Allocation!, cancellationToken);
        }
    }

    private static int Report(ParseResult arguments, GateRun run, CheckInfo check, Settings settings, bool isInterrupted, Context context)
    {
        var (baseline, candidate) = run.Environments;
        BenchmarkResult[] benchmarks = [.. run.Benchmarks.Select(benchmark => benchmark.ToBenchmark(isScreened: !check.IsAllocationOnly))];
        var comparison = RunComparison.CreatePaired(
            Bench.Results.Run.FromCheck(benchmarks, baseline, candidate, check),
            ComparisonOptions.ForToday(settings) with
            {
                NamesRemedies = true,
            }
        );
        var outcome = Outcome.Create(comparison, JudgingChoices.From(arguments).Strictness(settings));
        if (run.Benchmarks.Count == 0)
            outcome = new Outcome(ExitCode.Passed, "No benchmark is in this shard.");
        if (isInterrupted)
            outcome = new Outcome(ExitCode.Interrupted, $"Interrupted. So far: {outcome.Reason}");
        var deliveries = new Deliveries(context);
        var folder = arguments.GetValue(Results)!;
        var isWorthKeeping = CheckFolder.IsWorthKeeping(Path.Combine(context.FullPath(folder), CheckFolder.Figures), isInterrupted, benchmarks);
        if (isWorthKeeping)
            CheckFolder.WriteFigures(deliveries, folder, benchmarks, baseline, candidate, check);
        ReportChoices.From(arguments).Write(context, deliveries, comparison, outcome);
        if (isWorthKeeping)
            CheckFolder.WriteReports(context, folder, deliveries, comparison, outcome);
        return deliveries.ExitCode(outcome);
    }

    public static string? FilterText(ParseResult arguments)
    {
        string[] parts =
        [
            .. arguments.GetValue(Filters) ?? [],
            .. (arguments.GetValue(Categories) ?? []).Select(category => $"category {category}"),
        ];
        return parts.Length == 0 ? null : string.Join(", ", parts);
    }

    private static TimeSpan Remaining(TimeSpan left) =>
        left > TimeSpan.FromSeconds(1) ? left : throw new UsageException("the builds took all of --budget: give more, as --budget 20m.");

    private static (int Index, int Count)? PartFrom(string text) =>
        text.Split('/') is [var index, var count]
        && int.TryParse(index, NumberStyles.None, CultureInfo.InvariantCulture, out var i)
        && int.TryParse(count, NumberStyles.None, CultureInfo.InvariantCulture, out var n)
        && i >= 1
        && i <= n
            ? (i, n)
            : null;

    private static CheckReplicate? WrongReplicate(System.CommandLine.Parsing.ArgumentResult result)
    {
        result.AddError(
            $"--replicate: invalid replicate '{result.Tokens[^1].Value}': expected a number and how many there are, such as 2/3."
        );
        return null;
    }

    private static Shard? WrongShard(System.CommandLine.Parsing.ArgumentResult result)
    {
        result.AddError($"--shard: invalid shard '{result.Tokens[^1].Value}': expected a part such as 1/4.");
        return null;
    }
}
