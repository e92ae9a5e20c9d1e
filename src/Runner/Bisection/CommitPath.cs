using Bench.Processes;

namespace Bench.Runner;

/// <summary>A commit on the way from a good state to a bad one.</summary>
/// <param name="Hash">Its hash; null for the work tree.</param>
/// <param name="Date">The author's, ISO 8601.</param>
/// <param name="Parents">Their hashes, with a blank between them.</param>
internal sealed record PathCommit(string? Hash, string Date, string Author, string Subject, string Parents = "")
{
    public string Name => Hash is null ? "the work tree" : Hash[..12];
}

/// <summary>The commits between two along first parents, oldest first, the good one included.</summary>
internal static class CommitPath
{
    // The one character that no commit can have in a name or a subject.
    private const char Separator = '\0';
    private const string Format = "--format=%H%x00%P%x00%aI%x00%an%x00%s";

    /// <param name="bad">A commit; null for the work tree.</param>
    /// <exception cref="UsageException">The good one lies beside the way.</exception>
    public static IReadOnlyList<PathCommit> Between(Repository repository, string good, string? bad, CancellationToken cancellationToken)
    {
        List<PathCommit> commits =
        [
            .. Log(repository, ["-1", good], cancellationToken),
            .. Log(repository, ["--reverse", "--first-parent", $"{good}..{bad ?? "HEAD"}"], cancellationToken),
        ];
        if (commits is [{ Hash: { } hash }, { Parents: var parents }, ..] && parents.Split(' ')[0] is var fork && fork != hash)
            throw new UsageException(
                $"--good: {commits[0].Name} lies on a merged branch: expected a commit of the first parents, such as {fork[..Math.Min(12, fork.Length)]} before that merge."
            );
        if (bad is null)
            commits.Add(new PathCommit(null, "", "", "changes that are not committed"));
        return commits;
    }

    /// <summary>
    /// The branches that a commit merged into the one before it, each from where it parted, along its first parents; the last commit alone
    /// of one that has nothing in common with it, as in a shallow clone.
    /// </summary>
    public static IEnumerable<IReadOnlyList<PathCommit>> Merged(
        Repository repository,
        PathCommit before,
        PathCommit commit,
        CancellationToken cancellationToken
    )
    {
        foreach (var side in commit.Parents.Split(' ').Where(parent => parent.Length > 0 && parent != before.Hash))
        {
            if (repository.MergeBase(side, before.Hash!) is not { } fork)
            {
                yield return [.. Log(repository, ["-1", side], cancellationToken)];
                continue;
            }

            if (fork == side)
                continue;
            var branch = Log(repository, ["--reverse", "--first-parent", $"{fork}..{side}"], cancellationToken)
                // What the branch had before it took that commit in lies beside the way, and is searched where it was taken in.
                .SkipWhile(one => !repository.IsAncestor(fork, one.Hash!));
            yield return [.. Log(repository, ["-1", fork], cancellationToken), .. branch];
        }
    }

    /// <summary>Those of a path that change what a program is built from, and its ends.</summary>
    /// <param name="isSource">Whether a file, by its place below the root, is such.</param>
    public static IEnumerable<PathCommit> Related(Repository repository, IReadOnlyList<PathCommit> path, Func<string, bool> isSource)
    {
        for (var i = 0; i < path.Count; i++)
        {
            if (i == 0 || i == path.Count - 1 || repository.FilesChangedBetween(path[i - 1].Hash!, path[i].Hash!).Any(isSource))
                yield return path[i];
        }
    }

    private static IEnumerable<PathCommit> Log(Repository repository, string[] arguments, CancellationToken cancellationToken)
    {
        var answer = ChildProcess.Run(
            "git",
            repository.Root,
            cancellationToken,
            ["log", "--no-show-signature", Format, .. arguments, "--"]
        );
        return answer.ExitCode == 0
            ? answer.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(Parse)
            : throw new RunnerException($"git can't tell the commits of {arguments[^1]}.");
    }

    private static PathCommit Parse(string line) =>
        line.Split(Separator, 5) is [var hash, var parents, var date, var author, var subject]
            ? new PathCommit(hash, date, author, subject, parents)
            : throw new RunnerException("git's log is not what was asked for.");
}
