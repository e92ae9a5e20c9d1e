namespace Bench.Runner;

/// <summary>The commits that a bisection searches.</summary>
/// <param name="all">All on the way from the good one to the bad one.</param>
/// <param name="isSource">Whether a program is built from a file, by its place below the root, as far as that is known.</param>
/// <param name="isIntoMerged">Whether branches that were merged are searched as well.</param>
internal sealed class BisectHistory(
    Repository repository,
    IReadOnlyList<PathCommit> all,
    Func<string, bool> isSource,
    bool isIntoMerged
)
{
    public PathCommit Good => all[0];

    public PathCommit Bad => all[^1];

    public IReadOnlyList<PathCommit> All => all;

    /// <summary>Those that change what the program is built from, and the ends.</summary>
    public IReadOnlyList<PathCommit> Path { get; } = [.. CommitPath.Related(repository, all, isSource)];

    public IReadOnlyList<PathCommit> Related(IReadOnlyList<PathCommit> way) => [.. CommitPath.Related(repository, way, isSource)];

    /// <summary>Why a commit may be unknown; empty for a clone with its whole history.</summary>
    public string ShallowHint => repository.ShallowHint;

    /// <inheritdoc cref="CommitPath.Merged"/>
    public IEnumerable<IReadOnlyList<PathCommit>> Merged(PathCommit before, PathCommit commit, CancellationToken cancellationToken) =>
        isIntoMerged && before.Hash is not null && commit.Parents.Contains(' ', StringComparison.Ordinal)
            ? CommitPath.Merged(repository, before, commit, cancellationToken)
            : [];

    public IReadOnlyList<string> Changed(PathCommit before, PathCommit after) =>
        after.Hash is null
            ? [.. repository.FilesChangedSince(before.Hash!)]
            : [.. repository.FilesChangedBetween(before.Hash!, after.Hash)];
}
