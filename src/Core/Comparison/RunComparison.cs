using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

internal sealed record RunComparison
{
    public required IReadOnlyList<string> BaselineSources { get; init; }

    public required IReadOnlyList<string> CandidateSources { get; init; }

    public required Margin Margin { get; init; }

    // Tell the reader which settings apply. They come first in every report.
    public IReadOnlyList<string> Notices { get; init; } = [];

    // For the command that measures a benchmark again. Null for the project in the current folder.
    public string? Project { get; init; }

    // The options that a check was judged with, for the command that repeats it.
    public string GivenOptions { get; init; } = "";

    // Certain or possible regressions that the change accepts in its own check.
    public int AcceptedByChange =>
        Benchmarks.Count(benchmark =>
            benchmark is { AcceptedTime.Benchmark.Class: not null, Judged.Verdict: Verdict.Regressed or Verdict.Inconclusive }
        )
        + Benchmarks.Count(benchmark =>
            benchmark is { AcceptedAllocation.Benchmark.Class: not null, Allocation.Verdict: Verdict.Regressed or Verdict.Inconclusive }
        );

    // Null if two runs or several checks are compared.
    public CheckInfo? Check { get; init; }

    // Null for two runs.
    public RunEnvironment? Environment { get; init; }

    // Empty unless several machines made the check.
    public IReadOnlyList<CheckMachine> Machines { get; init; } = [];

    // The rounds of a load test. Null for benchmarks.
    public int? LoadRounds { get; init; }

    // In the order of the baseline, followed by the new ones.
    public required IReadOnlyList<ComparedBenchmark> Benchmarks { get; init; }

    // Classes that the candidate lacks completely, as after a run with a filter. Empty if the sides have no benchmark in common.
    public IReadOnlySet<string> ClassesOfBaselineAlone =>
        Benchmarks.All(benchmark => benchmark.Presence == Presence.Removed)
            ? new HashSet<string>()
            : Benchmarks
                .GroupBy(benchmark => benchmark.Type, StringComparer.Ordinal)
                .Where(type => type.All(benchmark => benchmark is { Presence: Presence.Removed, LeftOut: null }))
                .Select(type => type.Key)
                .ToHashSet(StringComparer.Ordinal);

    public required IReadOnlyList<EnvironmentDifference> EnvironmentDifferences { get; init; }

    public required IReadOnlyList<string> Warnings { get; init; }

    // Empty if both sides are of the same machine class.
    public IReadOnlyList<MachineMeeting> MachineMeetings { get; init; } = [];

    // The factor that ratios of two machine classes stay within in 95% of cases. Null if they are not judged.
    public double? UsualBetweenMachines { get; init; }

    // No benchmark was measured on the same machine class on both sides.
    public bool IsAcrossMachines =>
        Benchmarks.Any(benchmark => benchmark.IsAcrossMachines)
        && Benchmarks.All(benchmark => benchmark.IsAcrossMachines || benchmark.Presence != Presence.Both);

    // Null if it was not requested or cannot be estimated.
    public CommonFactor? CommonFactor { get; init; }

    // Null if it was not requested.
    public CommonFactorState? CommonFactorState { get; init; }

    // Benchmarks measured interleaved with each other are one group.
    public int CommonFactorGroups { get; init; }

    // The spread assumed for benchmarks with one launch per build. Null if none was needed.
    public AssumedSpread? AssumedSpread { get; init; }

    // Reports name the command that decides an Inconclusive result.
    public bool NamesRemedies { get; init; }

    public Lazy<string?>? ProjectToRun { get; init; }

    // The files of both sides are the same byte for byte.
    public bool IsIdentical { get; init; }

    // A control benchmark moved, so no time shows anything about the code.
    public required bool ControlMoved { get; init; }

    // Benchmarks with the same code that show whether the machine changed during a check. Empty if there was none.
    public IReadOnlyList<ComparedCanary> Canaries { get; init; } = [];

    // Two runs measured one after the other. The result depends only on the input and the day.
    public static RunComparison Create(Run baseline, Run candidate, ComparisonOptions options)
    {
        var comparison = Create(TwoRuns.Compared(baseline, candidate, options), options);
        return TwoRuns.AreIdenticalFiles(baseline, candidate) ? comparison.OfIdenticalFiles() : comparison;
    }

    // A run whose benchmarks have both sides, measured interleaved.
    public static RunComparison CreatePaired(Run paired, ComparisonOptions options) =>
        Create(PairedRun.Compared(paired, options.Settings), options);

    private static RunComparison Create(ComparedRuns compared, ComparisonOptions options)
    {
        var warnings = new List<string>(compared.Warnings);
        var judging = new Judging(compared, options);
        var (times, ratios) = judging.Judge(warnings);
        var names = compared.Pairs.CountBy(pair => pair.Id.FullName, StringComparer.Ordinal).ToDictionary(StringComparer.Ordinal);
        ComparedBenchmark[] benchmarks =
        [
            .. compared
                .Pairs.AsParallel()
                .AsOrdered()
                .Select(
                    (pair, i) =>
                        ComparedBenchmark.Create(pair, NameOf(pair), times[i], ratios[i], compared, options) with
                        {
                            Machines = judging.Machines[i],
                        }
                ),
        ];
        var moved = Controls.Moved(benchmarks, warnings);
        if (moved)
            benchmarks = [.. benchmarks.Select(benchmark => Controls.WithoutVerdict(benchmark, "a control benchmark changed"))];
        var canaries = ComparedCanary.Judge(compared, options.Settings, NameOf);
        if (canaries.Any(canary => canary.Time.HasMoved))
            benchmarks = [.. benchmarks.Select(benchmark => Controls.WithoutVerdict(benchmark, "the machine changed during this check"))];
        warnings.AddRange(ComparisonWarnings.Of(compared, options));
        return new RunComparison
        {
            BaselineSources = compared.BaselineSources,
            CandidateSources = compared.CandidateSources,
            Margin = options.Settings.Margin,
            Project = options.Settings.Project,
            GivenOptions = options.Settings.GivenOptions,
            Check = compared.Candidate.Checks is [var check] ? check : null,
            Notices = options.Settings.Notices,
            Benchmarks = benchmarks,
            Environment = compared.Environment,
            Machines = compared.CheckMachines,
            EnvironmentDifferences = compared.EnvironmentDifferences,
            MachineMeetings = [.. compared.Pairs.Select(pair => pair.Meeting).OfType<MachineMeeting>().Distinct()],
            UsualBetweenMachines = options.JudgesAcrossMachines
                ? MachineClassVerdicts.Within(options.SpreadBetweenMachines ?? AnotherMachineRatio.Assumed)
                : null,
            Warnings = warnings,
            NamesRemedies = options.NamesRemedies,
            ProjectToRun = options.ProjectToRun,
            CommonFactor = judging.CommonFactor,
            CommonFactorState = judging.CommonFactorState,
            CommonFactorGroups = judging.Groups,
            AssumedSpread = benchmarks.Any(benchmark => benchmark is { RatioToBaseline: null, Time.IsSpreadAssumed: true })
                ? options.AssumedSpread
                : null,
            ControlMoved = moved,
            Canaries = canaries,
        };

        string NameOf(BenchmarkPair pair) =>
            names[pair.Id.FullName] == 1 && pair.Id.Section is null ? pair.Id.FullName : pair.Id.ToString();
    }

    // Both sides are the same measurement, so nothing can be Equivalent or Inconclusive.
    private RunComparison OfIdenticalFiles() =>
        this with
        {
            IsIdentical = true,
            CommonFactor = null,
            CommonFactorState = null,
            AssumedSpread = null,
            Benchmarks =
            [
                .. Benchmarks.Select(benchmark =>
                    benchmark.Presence != Presence.Both
                        ? benchmark
                        : benchmark with
                        {
                            Time = null,
                            RatioToBaseline = null,
                            TimeNotCompared = "identical files",
                        }
                ),
            ],
        };
}
