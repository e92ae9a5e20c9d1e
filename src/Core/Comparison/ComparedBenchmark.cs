using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

internal enum Presence
{
    Both,

    New,

    Removed,

    // On both sides, but at least one has no figure.
    Failed,
}

internal sealed record ComparedBenchmark
{
    public required BenchmarkId Id { get; init; }

    // The full name, with the job only if another benchmark differs in nothing else.
    public required string Name { get; init; }

    public required string Type { get; init; }

    // As a table shows it. Parameters too.
    public required string Method { get; init; }

    public required string Parameters { get; init; }

    // The unit of Time and of the noise floor.
    public FigureUnit Unit { get; init; }

    // The full name of the variant that it was compared with. Null if it was compared with itself in another build.
    public string? Against { get; init; }

    // The throughput of a load with several measures. A check depends on it most.
    public bool IsThroughput { get; init; }

    public required Presence Presence { get; init; }

    // Only for Failed, or for a new benchmark that failed.
    public string? Failure { get; init; }

    // The baseline had no figure either, so nothing was lost.
    public bool FailedBefore { get; init; }

    // Why the candidate's build or machine could not include it, as its run recorded. Then nothing was lost.
    public string? LeftOut { get; init; }

    public int BaselineLaunches { get; init; }

    public int CandidateLaunches { get; init; }

    // The duration of a check's process pairs. 0 if unknown.
    public double Seconds { get; init; }

    public TimeJudgement? Time { get; init; }

    public bool IsAllocationOnly { get; init; }

    // Objects that it allocates more or fewer of, largest change first.
    public IReadOnlyList<AllocationSource> AllocationSources { get; init; } = [];

    // The nearest changed code that it runs. Null if it is unknown.
    public CodeChange? NearestChange { get; init; }

    public string? TimeNotCompared { get; init; }

    // The sides are of different machine classes, so the benchmark cannot fail.
    public bool IsAcrossMachines { get; init; }

    // Both builds are proven to run the same code, so only the canary was measured.
    public bool HasSameCode { get; init; }

    public bool IsCanary => HasSameCode && CandidateLaunches > 0;

    // On the scale of its time. Null unless both sides have a ratio to the comparison group's baseline.
    public TimeJudgement? RatioToBaseline { get; init; }

    public string? CategoryBaseline { get; init; }

    // The time as a multiple of the comparison group's baseline, in the baseline run.
    public double? BaselineRatio { get; init; }

    public double? CandidateRatio { get; init; }

    // Empty if one machine measured it.
    public IReadOnlyList<MachineRatio> Machines { get; init; } = [];

    // The ratio to an interleaved baseline decides if there is one, because drift does not move it.
    public TimeJudgement? Judged => RatioToBaseline ?? Time;

    // The times of both sides. Null if they were not compared.
    public TimeJudgement? Measured => TimeNotCompared is null ? Time ?? RatioToBaseline : null;

    // The time was judged with this margin.
    public required Margin Margin { get; init; }

    // Null if a side has no allocation.
    public AllocationJudgement? Allocation { get; init; }

    // Only the baseline has allocation.
    public bool LostAllocation { get; init; }

    public bool IsBimodal { get; init; }

    // How it was measured, if not in the usual way of its kind of run.
    public string? How { get; init; }

    // A side is known only from a table, which does not show the spread of its launches.
    public bool IsFromTable { get; init; }

    // Its launches are replicates of interleaved pairs, which both sides share.
    public bool IsPaired { get; init; }

    // It is a control: it should not move.
    public bool IsControl { get; init; }

    public bool HasOwnMargin { get; init; }

    // Only acceptances that are valid today.
    public AcceptedRegression? AcceptedTime { get; init; }

    public AcceptedRegression? AcceptedAllocation { get; init; }

    public bool TimeFails => Judged is { FailsCheck: true } && AcceptedTime is null;

    public bool AllocationFails => Allocation is { Verdict: Verdict.Regressed } && AcceptedAllocation is null && !IsAcrossMachines;

    // `name` is unique in the comparison. `ratio` is null if it was not compared with a category's baseline.
    public static ComparedBenchmark Create(
        BenchmarkPair pair,
        string name,
        TimeJudgement? time,
        TimeJudgement? ratio,
        ComparedRuns compared,
        ComparisonOptions options
    )
    {
        var (baseline, candidate) = (pair.Baseline, pair.Candidate);
        var either = baseline ?? candidate!;
        var isMeasured = baseline is not null && pair.BaselineFailure is null && candidate is not null && pair.CandidateFailure is null;
        var margin = options.Settings.MarginWhere(pair.Fits);
        // Two checks may each have proven it, but against different baselines.
        var hasSameCode = isMeasured && ReferenceEquals(baseline, candidate) && either.HasSameCode;
        var hasBytes = isMeasured && !hasSameCode && !MeasuringTools.HaveOtherBytes(pair);
        return new ComparedBenchmark
        {
            Id = pair.Id,
            Name = name,
            Type = either.Type,
            Method = either.Method,
            Parameters = either.Parameters,
            Against = either.Against,
            IsThroughput = either.IsThroughput,
            Presence = PresenceOf(pair),
            Failure = FailureOf(pair),
            FailedBefore = pair.BaselineFailure is not null,
            LeftOut = pair.LeftOut,
            BaselineLaunches = baseline?.LaunchCount ?? 0,
            CandidateLaunches = candidate?.LaunchCount ?? 0,
            Seconds = ReferenceEquals(baseline, candidate) ? either.Seconds : 0,
            HasSameCode = hasSameCode,
            Time = isMeasured ? time : null,
            IsAllocationOnly = pair.IsAllocationOnly,
            TimeNotCompared =
                time is not null ? null
                : pair.Meeting is { } meeting ? meeting.ToString()
                : pair.IsAllocationOnly ? "only allocation was measured"
                : null,
            IsAcrossMachines = pair.Meeting is not null,
            RatioToBaseline = isMeasured ? ratio : null,
            CategoryBaseline = ratio is null ? null : compared.Categories.BaselineOf(pair)?.Id.FullName ?? candidate!.ToBaseline!.Baseline,
            BaselineRatio = ratio is null ? null : Categories.GeometricMean(baseline!.ToBaseline!),
            CandidateRatio = ratio is null ? null : Categories.GeometricMean(candidate!.ToBaseline!),
            Margin = margin,
            Allocation = hasBytes ? AllocationOf(pair, compared.CheckMachines) : null,
            LostAllocation = hasBytes && baseline!.AllocatedBytes.Count > 0 && candidate!.AllocatedBytes.Count == 0,
            IsBimodal = isMeasured && (IsMultimodal(baseline!, margin) || IsMultimodal(candidate!, margin)),
            How = either.How,
            IsFromTable = (baseline?.Summaries ?? []).Concat(candidate?.Summaries ?? []).Any(summary => summary.Launches is null),
            IsPaired = either.IsPaired,
            IsControl = options.Settings.Controls.Any(pair.Fits),
            HasOwnMargin = margin != options.Settings.Margin,
            AllocationSources = isMeasured ? candidate!.AllocationSources : [],
            NearestChange = isMeasured && ReferenceEquals(baseline, candidate) ? either.NearestChange : null,
            AcceptedTime = Accepted(pair, Metric.Time, options),
            AcceptedAllocation = Accepted(pair, Metric.Allocation, options),
        };
    }

    // A benchmark that failed in the baseline and no longer does has no figure to compare with, as a new one.
    private static Presence PresenceOf(BenchmarkPair pair) =>
        pair switch
        {
            { Baseline: null } or { BaselineFailure: not null, Candidate: not null, CandidateFailure: null } => Presence.New,
            { Candidate: null } => Presence.Removed,
            { BaselineFailure: null, CandidateFailure: null } => Presence.Both,
            _ => Presence.Failed,
        };

    private static string? FailureOf(BenchmarkPair pair) =>
        pair switch
        {
            { Baseline: not null, BaselineFailure: not null, Candidate: not null, CandidateFailure: null } => null,
            { BaselineFailure: not null, CandidateFailure: { } failure } => $"fails in the baseline as well: {failure}",
            _ => pair.CandidateFailure ?? pair.BaselineFailure,
        };

    private static AllocationJudgement? AllocationOf(BenchmarkPair pair, IReadOnlyList<CheckMachine> machines)
    {
        var candidate = pair.Candidate!;
        if (pair.BaselineBytes.Count == 0 || candidate.AllocatedBytes.Count == 0)
            return null;
        if (machines.Count > 0 && MachineAllocation.Judge(candidate, machines) is { } together)
            return together;

        var all = AllocationVerdict.Judge(
            pair.BaselineBytes,
            candidate.AllocatedBytes,
            Math.Max(pair.Baseline!.AllocatedRounding, candidate.AllocatedRounding)
        );
        return candidate.IsScreened ? ReplicateAllocation.Confirmed(all, candidate.Replicates) : all;
    }

    private static bool IsMultimodal(BenchmarkResult benchmark, Margin margin) =>
        Modality.IsMultimodal([.. benchmark.TimesOfLaunches.SelectMany(launch => launch)], margin.Relative);

    private static AcceptedRegression? Accepted(BenchmarkPair pair, Metric metric, ComparisonOptions options) =>
        options.Settings.Accepted.FirstOrDefault(accepted =>
            accepted.Metric == metric && accepted.Until >= options.Today && pair.Fits(accepted.Benchmark)
        );
}
