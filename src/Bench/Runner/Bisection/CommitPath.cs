namespace Bench.Runner;

/// <summary>A commit between a good state and a bad one.</summary>
/// <param name="Hash">Null for the work tree.</param>
/// <param name="Date">The author date, ISO 8601.</param>
/// <param name="Parents">Hashes separated by spaces.</param>
internal sealed record PathCommit(string? Hash, string Date, string Author, string Subject, string Parents = "")
{
    public string Name => Hash is null ? "the work tree" : Hash[..12];
}

/// <summary>The commits between two along first parents, oldest first, including the good one.</summary>
internal static class CommitPath
{
    // NUL is the one character that no commit can have in a name or subject.
    private const char Separator = '\0';
    private const string Format = "--format=%H%x00%P%x00%aI%x00%an%x00%s";

    // bad is null for the work tree. Throws UsageException if the good commit is not on the line of first parents.
    public static IReadOnlyList<PathCommit> Between(Repository repository, string good, string? bad)
    {
        List<PathCommit> commits =
        [
            .. Log(repository, "-1", good),
            .. Log(repository, "--reverse", "--first-parent", $"{good}..{bad ?? "HEAD"}"),
        ];
        if (commits is [{ Hash: { } hash }, { Parents: var parents }, ..] && parents.Split(' ')[0] is var fork && fork != hash)
            throw new UsageException(
                $"--good: {commits[0].Name} is on a merged branch. Use a commit on the first-parent path, such as {fork[..Math.Min(12, fork.Length)]} before that merge."
            );
        if (bad is null)
            commits.Add(new PathCommit(null, "", "", "uncommitted changes"));
        return commits;
    }

    // Each branch that the commit merged, along its first parents, beginning with the fork. A branch without a common ancestor, as in a
    // shallow clone, is returned as its last commit alone.
    public static IEnumerable<IReadOnlyList<PathCommit>> Merged(Repository repository, PathCommit before, PathCommit commit)
    {
        foreach (var side in commit.Parents.Split(' ').Where(parent => parent.Length > 0 && parent != before.Hash))
        {
            if (repository.MergeBase(side, before.Hash!) is not { } fork)
            {
                yield return [.. Log(repository, "-1", side)];
                continue;
            }

            if (fork == side)
                continue;
            var branch = Log(repository, "--reverse", "--first-parent", $"{fork}..{side}")
                // The branch merged the fork from the main line. Its earlier commits are searched where they were merged.
                .SkipWhile(one => !repository.IsAncestor(fork, one.Hash!));
            yield return [.. Log(repository, "-1", fork), .. branch];
        }
    }

    // The commits that change the program's sources, and both ends. isSource gets a path relative to the root.
    public static IEnumerable<PathCommit> Related(Repository repository, IReadOnlyList<PathCommit> path, Func<string, bool> isSource)
    {
        for (var i = 0; i < path.Count; i++)
        {
            if (i == 0 || i == path.Count - 1 || repository.FilesChangedBetween(path[i - 1].Hash!, path[i].Hash!).Any(isSource))
                yield return path[i];
        }
    }

    private static IEnumerable<PathCommit> Log(Repository repository, params string[] arguments)
    {
        var answer = repository.Git(["log", "--no-show-signature", Format, .. arguments, "--"]);
        return answer.ExitCode == 0
            ? answer.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(Parse)
            : throw new RunnerException($"git cannot list the commits of {arguments[^1]}.");
    }

    private static PathCommit Parse(string line) =>
        line.Split(Separator, 5) is [var hash, var parents, var date, var author, var subject]
            ? new PathCommit(hash, date, author, subject, parents)
            : throw new RunnerException("git log printed something unexpected.");
}
