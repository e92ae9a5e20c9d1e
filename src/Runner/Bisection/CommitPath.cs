using Bench.Processes;

namespace Bench.Runner;

/// <summary>A commit on the way from a good state to a bad one.</summary>
/// <param name="Hash">Its hash; null for the work tree.</param>
/// <param name="Date">The author's, ISO 8601.</param>
internal sealed record PathCommit(string? Hash, string Date, string Author, string Subject)
{
    public string Name => Hash is null ? "the work tree" : Hash[..12];
}

/// <summary>The commits between two, oldest first, the good one included.</summary>
internal static class CommitPath
{
    private const char Separator = '\u001f';

    /// <param name="bad">A commit; null for the work tree.</param>
    /// <param name="all">Whether merged branches are walked through as well, in the order of their commits.</param>
    public static IReadOnlyList<PathCommit> Between(
        Repository repository,
        string good,
        string? bad,
        bool all,
        CancellationToken cancellationToken
    )
    {
        var end = bad ?? "HEAD";
        string[] order = all ? ["--topo-order"] : ["--first-parent"];
        var answer = ChildProcess.Run(
            "git",
            repository.Root,
            cancellationToken,
            ["log", "--reverse", $"--format=%H{Separator}%aI{Separator}%an{Separator}%s", .. order, $"{good}..{end}", "--"]
        );
        if (answer.ExitCode != 0)
            throw new RunnerException($"git can't tell the commits from {good} to {end}.");
        var commits = new List<PathCommit> { One(repository, good, cancellationToken) };
        foreach (var line in answer.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries))
            commits.Add(Parse(line));
        if (bad is null)
            commits.Add(new PathCommit(null, "", "", "changes that are not committed"));
        return commits;
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

    private static PathCommit One(Repository repository, string commit, CancellationToken cancellationToken) =>
        Parse(
            ChildProcess
                .Run(
                    "git",
                    repository.Root,
                    cancellationToken,
                    "log",
                    "-1",
                    $"--format=%H{Separator}%aI{Separator}%an{Separator}%s",
                    commit
                )
                .Output.TrimEnd('\n')
        );

    private static PathCommit Parse(string line) =>
        line.Split(Separator) is [var hash, var date, var author, var subject]
            ? new PathCommit(hash, date, author, subject)
            : throw new RunnerException("git's log is not what was asked for.");
}
