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

    // Two runs measured one after the other. The result depends only on the input and the day.
    public static RunComparison Create(Run baseline, Run candidate, ComparisonOptions options)
    {
        var compared = new TwoRuns(baseline, candidate);
        var comparison = Create(compared, options);
        return compared.AreIdenticalFiles ? comparison.OfIdenticalFiles() : comparison;
    }

    // A run whose benchmarks have both sides, measured interleaved.
    public static RunComparison CreatePaired(Run paired, ComparisonOptions options) => Create(new PairedRun(paired), options);

    private static RunComparison Create(ComparedRuns compared, ComparisonOptions options)
    {
        var pairs = compared.Pairs;
        var warnings = new List<string>(compared.Warnings);
        var study = options
            .Study.SelectMany(run => run.Benchmarks)
            .GroupBy(benchmark => benchmark.Id)
            .ToDictionary(benchmarks => benchmarks.Key, benchmarks => benchmarks.ToArray());
        MachineMeeting?[] meetings = [.. pairs.Select(compared.MeetingOf)];
        var samples = pairs.AsParallel().AsOrdered().Select((pair, i) => compared.Sample(pair, options, study)).ToArray();
        var categories = compared.Categories;
        var judged = new Judging(
            pairs,
            categories,
            options,
            [.. samples.Select(sample => sample.Sample)],
            [.. meetings.Select(meeting => meeting is not null)],
            compared.CheckMachines
        );
        var (judgements, ratios) = judged.Judge(
            [
                .. samples.Select(sample =>
                    sample.Sample is { } known
                        ? Math.Exp(LogMoments.From(known.Baseline, known.BaselineSummaries).Mean)
                        : sample.Instead?.BaselineNanoseconds ?? 0
                ),
            ],
            warnings
        );
        for (var i = 0; i < pairs.Count; i++)
            judgements[i] ??= meetings[i] is null ? samples[i].Instead : null;

        var names = pairs.CountBy(pair => pair.Id.FullName, StringComparer.Ordinal).ToDictionary(StringComparer.Ordinal);
        var benchmarks = pairs
            .AsParallel()
            .AsOrdered()
            .Select(
                (pair, i) =>
                    Benchmark(
                        compared,
                        pair,
                        names[pair.Id.FullName] == 1 && pair.Id.Section is null ? pair.Id.FullName : pair.Id.ToString(),
                        judgements[i],
                        ratios[i],
                        options
                    ) with
                    {
                        TimeNotCompared = judgements[i] is null ? meetings[i]?.ToString() ?? compared.WithoutTimes(pair) : null,
                        IsAcrossMachines = meetings[i] is not null,
                        Machines = judged.Machines[i],
                        CategoryBaseline = ratios[i] is null
                            ? null
                            : categories.BaselineOf(pair)?.Id.FullName ?? pair.Candidate!.ToBaseline!.Baseline,
                        BaselineRatio = ratios[i] is null ? null : Categories.GeometricMean(pair.Baseline!.ToBaseline!),
                        CandidateRatio = ratios[i] is null ? null : Categories.GeometricMean(pair.Candidate!.ToBaseline!),
                    }
            )
            .ToArray();
        var moved = Controls.Moved(benchmarks, warnings);
        if (moved)
            benchmarks = [.. benchmarks.Select(Controls.WithoutVerdict)];
        warnings.AddRange(compared.WarningsOfMachines);
        if (categories.OtherBaselines > 0)
            warnings.Add(
                $"{categories.OtherBaselines} benchmarks have ratios to different baselines in the two runs, so their times are compared."
            );
        if (options.WarnsOfSettings)
            warnings.AddRange(
                WarningsOfSettings(
                    options.Settings,
                    options.Today,
                    pattern => pairs.Any(pair => pair.Fits(pattern)),
                    pattern => !IsOfLoad(pattern, options.Settings)
                )
            );
        warnings.AddRange(
            compared.Baseline == compared.Candidate ? BaselineFailedInSome(compared.Baseline) : FailedInSome(compared.Baseline)
        );
        warnings.AddRange(Missing("baseline", compared.Baseline));
        warnings.AddRange(Missing("candidate", compared.Candidate));
        if (options.Study.Count > 0 && !pairs.Any(pair => compared.Studied(pair, study).Any()))
            warnings.Add("The runs of --spread have none of these benchmarks.");
        warnings.AddRange(compared.WarningsOfChecks);
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
            MachineMeetings = [.. meetings.OfType<MachineMeeting>().Distinct()],
            UsualBetweenMachines = options.JudgesAcrossMachines
                ? MachineClassVerdicts.Within(options.SpreadBetweenMachines ?? AnotherMachineRatio.Assumed)
                : null,
            Warnings = warnings,
            NamesRemedies = options.NamesRemedies,
            ProjectToRun = options.ProjectToRun,
            CommonFactor = judged.CommonFactor,
            CommonFactorState = judged.CommonFactorState,
            CommonFactorGroups = judged.Groups,
            AssumedSpread = benchmarks.Any(benchmark => benchmark is { RatioToBaseline: null, Time.IsSpreadAssumed: true })
                ? options.AssumedSpread
                : null,
            ControlMoved = moved,
        };
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

    private static ComparedBenchmark Benchmark(
        ComparedRuns compared,
        BenchmarkPair pair,
        string name,
        TimeJudgement? time,
        TimeJudgement? ratio,
        ComparisonOptions options
    )
    {
        var (baseline, candidate) = (pair.Baseline, pair.Candidate);
        var either = baseline ?? candidate!;
        // A benchmark that was measured in one of the baseline's runs could be lost.
        var failure = compared.CandidateFailure(pair);
        var baselineFailure = compared.BaselineFailure(pair);
        var isMended = baseline is not null && baselineFailure is not null && candidate is not null && failure is null;
        var isMeasured = baseline is not null && baselineFailure is null && candidate is not null && failure is null;
        var margin = options.Settings.MarginWhere(pair.Fits);
        var hasBytes = isMeasured && !MeasuringTools.HaveOtherBytes(pair);
        return new ComparedBenchmark
        {
            Id = pair.Id,
            Name = name,
            Type = either.Type,
            Method = either.Method,
            Parameters = either.Parameters,
            Against = either.Against,
            Unit = either.Unit,
            IsThroughput = either.IsThroughput,
            Presence =
                baseline is null || isMended ? Presence.New
                : candidate is null ? Presence.Removed
                : isMeasured ? Presence.Both
                : Presence.Failed,
            Failure =
                isMended ? null
                : failure is not null && baselineFailure is not null ? $"fails in the baseline as well: {failure}"
                : failure ?? baselineFailure,
            FailedBefore = baselineFailure is not null,
            LeftOut = compared.LeftOut(pair),
            BaselineLaunches = baseline is null ? 0 : baseline.LaunchCount,
            CandidateLaunches = candidate is null ? 0 : candidate.LaunchCount,
            Seconds = ReferenceEquals(baseline, candidate) ? either.Seconds : 0,
            // Two checks may each have proven it, but against different baselines.
            HasSameCode = isMeasured && ReferenceEquals(baseline, candidate) && either.HasSameCode,
            Time = isMeasured ? time : null,
            RatioToBaseline = isMeasured ? ratio : null,
            Margin = margin,
            Allocation = hasBytes ? Allocation(compared, baseline!, candidate!) : null,
            LostAllocation = hasBytes && baseline!.AllocatedBytes.Count > 0 && candidate!.AllocatedBytes.Count == 0,
            IsBimodal = isMeasured && (IsBimodal(baseline!, margin) || IsBimodal(candidate!, margin)),
            How = either.How,
            IsFromTable = (baseline?.Summaries ?? []).Concat(candidate?.Summaries ?? []).Any(summary => summary.Launches is null),
            IsPaired = either.IsPaired,
            IsControl = options.Settings.Controls.Any(pair.Fits),
            HasOwnMargin = margin != options.Settings.Margin,
            AllocationSources = isMeasured ? candidate!.AllocationSources : [],
            AcceptedTime = Accepted(pair, Metric.Time, options),
            AcceptedAllocation = Accepted(pair, Metric.Allocation, options),
        };
    }

    private static AllocationJudgement? Allocation(ComparedRuns compared, BenchmarkResult baseline, BenchmarkResult candidate)
    {
        var before = compared.BaselineBytes(baseline);
        if (before.Count == 0 || candidate.AllocatedBytes.Count == 0)
            return null;
        if (compared.CheckMachines is { Count: > 0 } machines && MachineAllocation.Judge(candidate, machines) is { } together)
            return together;

        var all = AllocationVerdict.Judge(
            before,
            candidate.AllocatedBytes,
            Math.Max(baseline.AllocatedRounding, candidate.AllocatedRounding)
        );
        return candidate.IsScreened ? ReplicateAllocation.Confirmed(all, candidate.Replicates) : all;
    }

    private static bool IsBimodal(BenchmarkResult benchmark, Margin margin) =>
        Modality.IsMultimodal([.. benchmark.TimesOfLaunches.SelectMany(launch => launch)], margin.Relative);

    private static AcceptedRegression? Accepted(BenchmarkPair pair, Metric metric, ComparisonOptions options) =>
        options.Settings.Accepted.FirstOrDefault(accepted =>
            accepted.Metric == metric && accepted.Until >= options.Today && pair.Fits(accepted.Benchmark)
        );

    // One of several runs may lack a benchmark although it measured the class.
    private static IEnumerable<string> Missing(string side, Run run)
    {
        foreach (var type in run.Benchmarks.GroupBy(benchmark => benchmark.Type, StringComparer.Ordinal))
        {
            var max = type.Max(benchmark => benchmark.Places.Count);
            var fewer = type.Where(benchmark => benchmark.Places.Count < max).ToArray();
            if (fewer.Length > 0)
                yield return $"Some of {max} files of {type.Key} in the {side} lack {FirstOf(fewer)}.";
        }
    }

    private static string FirstOf(BenchmarkResult[] benchmarks) =>
        benchmarks[0].Id.FullName + (benchmarks.Length > 1 ? $" and {benchmarks.Length - 1} benchmarks more" : "");

    // Only the baseline, because the candidate's failures count as failed.
    private static IEnumerable<string> FailedInSome(Run baseline)
    {
        BenchmarkResult[] failed = [.. baseline.Benchmarks.Where(benchmark => benchmark.FailureInSome is not null)];
        if (failed.Length > 0)
            yield return $"{FirstOf(failed)} failed in some files of the baseline, which are skipped: {failed[0].FailureInSome}.";
    }

    private static IEnumerable<string> BaselineFailedInSome(Run paired)
    {
        BenchmarkResult[] failed = [.. paired.Benchmarks.Where(benchmark => benchmark.BaselineFailureInSome is not null)];
        if (failed.Length > 0)
            yield return $"The baseline of {FirstOf(failed)} failed in some files, which are skipped: {failed[0].BaselineFailureInSome}.";
    }

    private static bool IsOfLoad(BenchmarkPattern pattern, Settings settings) =>
        settings.Load.Any(endpoint => pattern.Text.StartsWith($"{LoadEndpoint.GateOf(endpoint.Name!)}.", StringComparison.Ordinal));

    // Warns about settings that match no benchmark or have expired. `isMeant` is false for a pattern that is for other benchmarks, such as
    // those of a load.
    public static IEnumerable<string> WarningsOfSettings(
        Settings settings,
        DateOnly today,
        Func<BenchmarkPattern, bool> fits,
        Func<BenchmarkPattern, bool> isMeant
    )
    {
        foreach (var rule in settings.Rules.Where(rule => !fits(rule.Pattern) && isMeant(rule.Pattern)))
            yield return $"The rule for '{rule.Pattern.Text}' matches no benchmark.";
        foreach (var control in settings.Controls.Where(control => !fits(control) && isMeant(control)))
            yield return $"The control pattern '{control.Text}' matches no benchmark.";
        foreach (var accepted in settings.Accepted)
        {
            var isKnown = fits(accepted.Benchmark);
            if (!isKnown && isMeant(accepted.Benchmark))
                yield return $"The accepted regression of '{accepted.Benchmark.Text}' matches no benchmark.";
            else if (isKnown && accepted.Until < today)
                yield return FormattableString.Invariant(
                    $"The accepted regression of '{accepted.Benchmark.Text}' ({accepted.Reason}) expired on {accepted.Until:yyyy-MM-dd}."
                );
        }
    }
}
