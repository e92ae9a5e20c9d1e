using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

internal sealed record RunComparison
{
    public required IReadOnlyList<string> BaselineSources { get; init; }

    public required IReadOnlyList<string> CandidateSources { get; init; }

    public required Margin Margin { get; init; }

    /// <summary>Where the settings come from, where a reader must know it: the first thing in every report.</summary>
    public IReadOnlyList<string> Notices { get; init; } = [];

    /// <summary>
    /// The benchmark project, for the command that measures a benchmark again; null where it is that of the current folder.
    /// </summary>
    public string? Project { get; init; }

    /// <summary>The options that a check was judged by, for the command that repeats it; empty where none was given.</summary>
    public string GivenOptions { get; init; } = "";

    /// <summary>How many regressions, certain or possible, are accepted by the change that is checked.</summary>
    public int AcceptedByChange =>
        Benchmarks.Count(benchmark =>
            benchmark is { AcceptedTime.Benchmark.Class: not null, Judged.Verdict: Verdict.Regressed or Verdict.Inconclusive }
        )
        + Benchmarks.Count(benchmark =>
            benchmark is { AcceptedAllocation.Benchmark.Class: not null, Allocation.Verdict: Verdict.Regressed or Verdict.Inconclusive }
        );

    /// <summary>The check that measured both sides; null where two runs are compared, or several checks.</summary>
    public CheckInfo? Check { get; init; }

    /// <summary>What a paired run ran on; null for two runs.</summary>
    public RunEnvironment? Environment { get; init; }

    /// <summary>The machines of a check that several made; empty for one.</summary>
    public IReadOnlyList<CheckMachine> Machines { get; init; } = [];

    /// <summary>Of a load test: how many rounds of both sides it had; null for benchmarks.</summary>
    public int? LoadRounds { get; init; }

    /// <summary>The benchmarks, in the order of the baseline, then the new ones.</summary>
    public required IReadOnlyList<ComparedBenchmark> Benchmarks { get; init; }

    /// <summary>
    /// The classes that the baseline has benchmarks of and the candidate has none, as after a run with a filter; empty where they have
    /// none in common.
    /// </summary>
    public IReadOnlySet<string> ClassesOfBaselineAlone =>
        Benchmarks.All(benchmark => benchmark.Presence == Presence.Removed)
            ? new HashSet<string>()
            : Benchmarks
                .GroupBy(benchmark => benchmark.Type, StringComparer.Ordinal)
                .Where(type => type.All(benchmark => benchmark is { Presence: Presence.Removed, LeftOut: null }))
                .Select(type => type.Key)
                .ToHashSet(StringComparer.Ordinal);

    /// <summary>What differs between the machines or runtimes of the sides.</summary>
    public required IReadOnlyList<EnvironmentDifference> EnvironmentDifferences { get; init; }

    public required IReadOnlyList<string> Warnings { get; init; }

    /// <summary>The different machine classes that the comparison brings together; empty where both sides are of one.</summary>
    public IReadOnlyList<MachineMeeting> MachineMeetings { get; init; } = [];

    /// <summary>The factor that ratios of two machine classes stay within in 95 % of cases; null where they are not judged.</summary>
    public double? UsualBetweenMachines { get; init; }

    /// <summary>Whether nothing of both sides was measured on one machine class.</summary>
    public bool IsAcrossMachines =>
        Benchmarks.Any(benchmark => benchmark.IsAcrossMachines)
        && Benchmarks.All(benchmark => benchmark.IsAcrossMachines || benchmark.Presence != Presence.Both);

    /// <summary>The common factor of all times; null where it was not asked for, or can't be estimated.</summary>
    public CommonFactor? CommonFactor { get; init; }

    /// <summary>What is to be said of the common factor; null where it was not asked for.</summary>
    public CommonFactorState? CommonFactorState { get; init; }

    /// <summary>How many groups of benchmarks a common factor could be estimated from; benchmarks measured interleaved are one.</summary>
    public int CommonFactorGroups { get; init; }

    /// <summary>The spread assumed for benchmarks of one launch a side; null where none was needed.</summary>
    public AssumedSpread? AssumedSpread { get; init; }

    /// <summary>Whether a report names the command that decides what is Inconclusive.</summary>
    public bool NamesRemedies { get; init; }

    /// <inheritdoc cref="ComparisonOptions.ProjectToRun"/>
    public Lazy<string?>? ProjectToRun { get; init; }

    /// <summary>Whether the files of both sides are the same, byte for byte.</summary>
    public bool IsIdentical { get; init; }

    /// <summary>Whether a control benchmark moved, so that no time says anything about the code.</summary>
    public required bool ControlMoved { get; init; }

    /// <summary>Compares two runs, benchmark by benchmark.</summary>
    /// <returns>The comparison; the same for the same input, on the same day.</returns>
    public static RunComparison Create(Run baseline, Run candidate, ComparisonOptions options)
    {
        var compared = new TwoRuns(baseline, candidate);
        var comparison = Create(compared, options);
        return compared.AreIdenticalFiles ? comparison.OfIdenticalFiles() : comparison;
    }

    /// <summary>Judges a run whose benchmarks hold both sides, measured interleaved.</summary>
    /// <param name="paired">A run in which each benchmark has replicates, or a failure.</param>
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
                $"{categories.OtherBaselines} benchmarks have ratios to different baselines in the two runs: they are compared by their times."
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
            warnings.Add("The runs that the spread is to be learned from have no benchmark of these.");
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

    // What was measured once differs in nothing, and is neither Equivalent nor Inconclusive.
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
        // What was measured in one of several runs of the baseline was there to be lost.
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
            // Two checks may each have proven it, and against different baselines.
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
        Modality.IsMultimodal([.. benchmark.Launches.SelectMany(launch => launch.NanosecondsPerOperation)], margin.Relative);

    private static AcceptedRegression? Accepted(BenchmarkPair pair, Metric metric, ComparisonOptions options) =>
        options.Settings.Accepted.FirstOrDefault(accepted =>
            accepted.Metric == metric && accepted.Until >= options.Today && pair.Fits(accepted.Benchmark)
        );

    // Of several runs one may lack a benchmark that the others have: its class was measured, and the benchmark was not.
    private static IEnumerable<string> Missing(string side, Run run)
    {
        foreach (var type in run.Benchmarks.GroupBy(benchmark => benchmark.Type, StringComparer.Ordinal))
        {
            var max = type.Max(benchmark => benchmark.Places.Count);
            var fewer = type.Where(benchmark => benchmark.Places.Count < max).ToArray();
            if (fewer.Length > 0)
                yield return $"Of {max} files of {type.Key} on the {side}, some lack {FirstOf(fewer)}.";
        }
    }

    private static string FirstOf(BenchmarkResult[] benchmarks) =>
        benchmarks[0].Id.FullName + (benchmarks.Length > 1 ? $" and {benchmarks.Length - 1} benchmarks more" : "");

    // The candidate's count as failed.
    private static IEnumerable<string> FailedInSome(Run baseline)
    {
        BenchmarkResult[] failed = [.. baseline.Benchmarks.Where(benchmark => benchmark.FailureInSome is not null)];
        if (failed.Length > 0)
            yield return $"{FirstOf(failed)} failed in some files of the baseline, which are left out: {failed[0].FailureInSome}.";
    }

    private static IEnumerable<string> BaselineFailedInSome(Run paired)
    {
        BenchmarkResult[] failed = [.. paired.Benchmarks.Where(benchmark => benchmark.BaselineFailureInSome is not null)];
        if (failed.Length > 0)
            yield return $"The baseline of {FirstOf(failed)} failed in some files, which are left out: {failed[0].BaselineFailureInSome}.";
    }

    private static bool IsOfLoad(BenchmarkPattern pattern, Settings settings) =>
        settings.Load.Any(endpoint => pattern.Text.StartsWith($"{LoadEndpoint.GateOf(endpoint.Name!)}.", StringComparison.Ordinal));

    /// <summary>What of some settings fits no benchmark, or holds no longer.</summary>
    /// <param name="fits">Whether a pattern fits one of the benchmarks.</param>
    /// <param name="isMeant">Whether a pattern is for these benchmarks, though it may fit none.</param>
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
