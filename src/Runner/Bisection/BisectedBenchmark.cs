using Bench.Results;

namespace Bench.Runner;

/// <summary>What a bisection says of a benchmark.</summary>
/// <param name="Margin">The relative change that counts; 0 for bytes.</param>
/// <param name="IsOfNoiseFloor">Whether the margin is what the noise floor is of its time.</param>
/// <param name="Whole">The ends; null where the benchmark can't be compared there.</param>
/// <param name="Steps">Where it changed; empty where the ends don't differ beyond the margin.</param>
/// <param name="NotExcluded">Where another change is neither shown nor ruled out.</param>
/// <param name="Skipped">Commits that say nothing, each with the reason.</param>
/// <param name="Measured">How many comparisons were measured, and how many are known by their code.</param>
internal sealed record BisectedBenchmark(
    BenchmarkId Id,
    double Margin,
    bool IsOfNoiseFloor,
    CommitComparison? Whole,
    IReadOnlyList<BisectedStep> Steps,
    IReadOnlyList<OpenRange> NotExcluded,
    IReadOnlyDictionary<PathCommit, string> Skipped,
    (int Measured, int Proven) Measured,
    string? Failure
)
{
    /// <summary>Whether its margin is that of a rule, and not the one of an option.</summary>
    public bool IsMarginOfRule { get; init; }

    /// <summary>Whether the ends were compared, and the last look still leaves open whether they differ beyond the margin.</summary>
    public bool IsUndecided => Whole is { } whole && Steps.Count == 0 && !whole.IsInside(Math.Log(1 + Margin));

    /// <summary>Whether it is known where it changed, to the commit, or that it did not.</summary>
    public bool IsAnswered => Whole is not null && !IsUndecided && Steps.All(step => step.IsAnswer);
}

/// <summary>A place in a history at which a benchmark changed.</summary>
/// <param name="Before">The last commit that is as before.</param>
/// <param name="After">The first that is not.</param>
/// <param name="Between">Commits that may be it as well.</param>
/// <param name="IsDecided">Whether all between say nothing; else what is left of a change that no half shows.</param>
/// <param name="Change">What changed and runs there; null where that is not known.</param>
/// <param name="Name">What both sides call the benchmark; null where each has another name.</param>
/// <param name="IsBesideBranches">Whether it is a merge whose branches changed as well, and do not explain it.</param>
/// <param name="Unsearched">The last commits of merged branches that can't be compared, each with the reason.</param>
internal sealed record BisectedStep(
    PathCommit Before,
    PathCommit After,
    IReadOnlyList<PathCommit> Between,
    CommitComparison Comparison,
    bool IsDecided,
    string? Change,
    string? Name,
    bool IsBesideBranches,
    IReadOnlyList<(PathCommit Tip, string Reason)> Unsearched
)
{
    /// <summary>Whether it is this commit and no other.</summary>
    public bool IsAnswer => IsDecided && Between.Count == 0 && Unsearched.Count == 0;
}

/// <summary>A part of a history of which it stays open whether it changed.</summary>
/// <param name="Commits">How many of those that were searched it has, the last included.</param>
internal sealed record OpenRange(PathCommit Before, PathCommit After, int Commits, CommitComparison Comparison);
