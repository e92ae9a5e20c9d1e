using Bench.Results;

namespace Bench.Runner;

/// <summary>The result of bisecting one benchmark.</summary>
/// <param name="Margin">The relative change that counts; 0 for bytes.</param>
/// <param name="IsOfNoiseFloor">True if the noise floor sets the margin.</param>
/// <param name="Whole">The comparison of the ends; null if they cannot be compared.</param>
/// <param name="Steps">Where it changed; empty if the ends do not differ beyond the margin.</param>
/// <param name="NotExcluded">Ranges in which another change is neither shown nor ruled out.</param>
/// <param name="Skipped">Commits without a result, each with the reason.</param>
/// <param name="Measured">How many comparisons were measured, and how many the same-code proof decided.</param>
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
    // The margin comes from a rule and not from an option.
    public bool IsMarginOfRule { get; init; }

    // The ends were compared, but even the last look does not show whether they differ beyond the margin.
    public bool IsUndecided => Whole is { } whole && Steps.Count == 0 && !whole.IsInside(Math.Log(1 + Margin));

    // Each change is located to the commit, or the benchmark did not change.
    public bool IsAnswered => Whole is not null && !IsUndecided && Steps.All(step => step.IsAnswer);
}

/// <summary>A place in a history at which a benchmark changed.</summary>
/// <param name="Before">The last commit without the change.</param>
/// <param name="After">The first commit with it.</param>
/// <param name="Between">Commits that may also be the cause.</param>
/// <param name="IsDecided">True if no commit in between has a result; false if neither half shows the change clearly.</param>
/// <param name="Change">The code that changed and runs in the benchmark; null if unknown.</param>
/// <param name="Name">The benchmark's name at both commits; null if the names differ.</param>
/// <param name="IsBesideBranches">True for a merge whose branches changed too, but do not explain the change.</param>
/// <param name="Unsearched">Tips of merged branches without a result, each with the reason.</param>
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
    public bool IsAnswer => IsDecided && Between.Count == 0 && Unsearched.Count == 0;
}

/// <summary>A part of a history in which a change is neither shown nor ruled out.</summary>
/// <param name="Commits">The number of searched commits in it, including the last.</param>
internal sealed record OpenRange(PathCommit Before, PathCommit After, int Commits, CommitComparison Comparison);
