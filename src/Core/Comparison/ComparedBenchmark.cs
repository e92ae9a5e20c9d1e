using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

internal enum Presence
{
    Both,

    New,

    Removed,

    /// <summary>Both, but one of them or both without a figure.</summary>
    Failed,
}

internal sealed record ComparedBenchmark
{
    public required BenchmarkId Id { get; init; }

    /// <summary>The benchmark's name: its full name, with the job where that alone tells it from another benchmark.</summary>
    public required string Name { get; init; }

    public required string Type { get; init; }

    /// <summary>The method as a table shows it.</summary>
    public required string Method { get; init; }

    /// <summary>The parameters as a table shows them.</summary>
    public required string Parameters { get; init; }

    /// <summary>What its figures are in: those of <see cref="Time"/>, and the noise floor.</summary>
    public FigureUnit Unit { get; init; }

    /// <summary>
    /// The full name of the alternative that it was compared with; null where it was compared with itself in another build.
    /// </summary>
    public string? Against { get; init; }

    /// <summary>Whether it is the throughput of a load that has other measures beside it: what a check is about above all.</summary>
    public bool IsThroughput { get; init; }

    public required Presence Presence { get; init; }

    /// <summary>What went wrong; null unless <see cref="Presence.Failed"/>, or the benchmark is new and failed.</summary>
    public string? Failure { get; init; }

    /// <summary>Whether the baseline had no figure either: then nothing was lost.</summary>
    public bool FailedBefore { get; init; }

    /// <summary>Why the candidate's build or machine could not include it, as its run recorded: then nothing was lost.</summary>
    public string? LeftOut { get; init; }

    public int BaselineLaunches { get; init; }

    public int CandidateLaunches { get; init; }

    /// <summary>Of a check: what its process pairs took, s; 0 where that is not known.</summary>
    public double Seconds { get; init; }

    /// <summary>The change of time; null where it can't be known.</summary>
    public TimeJudgement? Time { get; init; }

    /// <summary>Why the times of a check that counts allocation were not compared.</summary>
    public const string OnlyAllocation = "only allocation was counted";

    /// <summary>Whether nobody asked for its time.</summary>
    public bool IsAllocationOnly => TimeNotCompared == OnlyAllocation;

    /// <summary>Which objects it allocates more or fewer of, what changed most first; empty where nobody looked.</summary>
    public IReadOnlyList<AllocationSource> AllocationSources { get; init; } = [];

    /// <summary>Why its times were not compared; null where they were.</summary>
    public string? TimeNotCompared { get; init; }

    /// <summary>Whether its sides are of different machine classes, so that nothing about it fails.</summary>
    public bool IsAcrossMachines { get; init; }

    /// <summary>Whether both builds are proven to run the same code: nothing was measured, and nothing can have changed.</summary>
    public bool HasSameCode { get; init; }

    /// <summary>
    /// The change of its ratio to the baseline of its category, on the scale of its time; null where it has none on both sides.
    /// </summary>
    public TimeJudgement? RatioToBaseline { get; init; }

    /// <summary>The full name of the baseline of its category; null where it has no ratio.</summary>
    public string? CategoryBaseline { get; init; }

    /// <summary>Its time as a multiple of that of the baseline of its category, in the baseline run.</summary>
    public double? BaselineRatio { get; init; }

    public double? CandidateRatio { get; init; }

    /// <summary>What each of several machines says of its time; empty where one measured it.</summary>
    public IReadOnlyList<MachineRatio> Machines { get; init; } = [];

    /// <summary>What decides: the ratio to the baseline of its category, which drift does not move, or else the time.</summary>
    public TimeJudgement? Judged => RatioToBaseline ?? Time;

    /// <summary>What tells the times of both sides; null where they were not compared.</summary>
    public TimeJudgement? Measured => TimeNotCompared is null ? Time ?? RatioToBaseline : null;

    /// <summary>The margin that the time was judged by.</summary>
    public required Margin Margin { get; init; }

    /// <summary>The change of allocation; null where a side does not know it.</summary>
    public AllocationJudgement? Allocation { get; init; }

    /// <summary>Whether only the baseline knows what it allocates.</summary>
    public bool LostAllocation { get; init; }

    /// <summary>Whether the iterations of a side gather around more than one time.</summary>
    public bool IsBimodal { get; init; }

    /// <summary>How it was measured, where not in the usual way of its kind of run; null otherwise.</summary>
    public string? How { get; init; }

    /// <summary>Whether a side is known by a table only, which does not say how far its launches lie apart.</summary>
    public bool IsFromTable { get; init; }

    /// <summary>Whether its launches are replicates of interleaved pairs, which both sides share.</summary>
    public bool IsPaired { get; init; }

    /// <summary>Whether it is a benchmark that should not move.</summary>
    public bool IsControl { get; init; }

    /// <summary>Whether its margin or noise floor is not the common one.</summary>
    public bool HasOwnMargin { get; init; }

    /// <summary>The acceptance of its slowdown that holds today.</summary>
    public AcceptedRegression? AcceptedTime { get; init; }

    /// <summary>The acceptance of its allocation that holds today.</summary>
    public AcceptedRegression? AcceptedAllocation { get; init; }

    public bool TimeFails => Judged is { FailsCheck: true } && AcceptedTime is null;

    public bool AllocationFails => Allocation is { Verdict: Verdict.Regressed } && AcceptedAllocation is null && !IsAcrossMachines;
}
