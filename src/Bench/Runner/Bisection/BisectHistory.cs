namespace Bench.Runner;

/// <summary>The commits that a bisection searches.</summary>
/// <param name="all">All commits from the good one to the bad one.</param>
/// <param name="isSource">True if the program is built from this file, as far as known. The path is relative to the root.</param>
/// <param name="isIntoMerged">True if merged branches are searched, too.</param>
internal sealed class BisectHistory(Repository repository, IReadOnlyList<PathCommit> all, Func<string, bool> isSource, bool isIntoMerged)
{
    public PathCommit Good => all[0];

    public PathCommit Bad => all[^1];

    public IReadOnlyList<PathCommit> All => all;

    // The commits that change the program's sources, and both ends.
    public IReadOnlyList<PathCommit> Path { get; } = [.. CommitPath.Related(repository, all, isSource)];

    public IReadOnlyList<PathCommit> Related(IReadOnlyList<PathCommit> branch) => [.. CommitPath.Related(repository, branch, isSource)];

    // Empty for a clone with its whole history.
    public string ShallowHint => repository.ShallowHint;

    public IEnumerable<IReadOnlyList<PathCommit>> Merged(PathCommit before, PathCommit commit) =>
        isIntoMerged && before.Hash is not null && commit.Parents.Contains(' ', StringComparison.Ordinal)
            ? CommitPath.Merged(repository, before, commit)
            : [];

    public IReadOnlyList<string> Changed(PathCommit before, PathCommit after) =>
        after.Hash is null
            ? [.. repository.FilesChangedSince(before.Hash!)]
            : [.. repository.FilesChangedBetween(before.Hash!, after.Hash)];
}
