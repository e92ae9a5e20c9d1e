using System.Text.RegularExpressions;
using Bench.Processes;

namespace Bench.Results;

/// <summary>Where commits of a repository can be read in a browser.</summary>
internal static partial class CommitPages
{
    /// <summary>The address that a commit's name is appended to; null where the repository has no remote that a browser can open.</summary>
    public static string? Find(string workingDirectory) => Origin(workingDirectory) is { } remote ? FromRemote(remote) : null;

    /// <summary>The address of the repository itself, without a slash at the end; null as above.</summary>
    public static string? FindRepository(string workingDirectory) =>
        Origin(workingDirectory) is { } remote ? RepositoryFromRemote(remote)?.Address : null;

    // Neither a user nor a password nor a port of the remote gets into a page that is passed on.
    internal static string? FromRemote(string remote)
    {
        if (RepositoryFromRemote(remote) is not { } repository)
            return null;
        var commits = repository.Host.StartsWith("bitbucket.", StringComparison.OrdinalIgnoreCase) ? "commits" : "commit";
        return $"{repository.Address}/{commits}/";
    }

    private static (string Host, string Address)? RepositoryFromRemote(string remote)
    {
        var parts = Remote().Match(remote);
        if (!parts.Success)
            return null;
        var (host, path) = (parts.Groups["host"].Value, parts.Groups["path"].Value);
        if (path.EndsWith(".git", StringComparison.Ordinal))
            path = path[..^".git".Length];
        return (host, $"https://{host}/{path}");
    }

    private static string? Origin(string workingDirectory) =>
        GitProcess.Run(workingDirectory, "remote", "get-url", "origin") is { ExitCode: 0 } answer ? answer.Text.Trim() : null;

    [GeneratedRegex(
        @"^(?:(?:https?|ssh|git)://(?:[^/@]*@)?(?<host>[A-Za-z0-9.-]+)(?::[0-9]+)?/|(?:[^/@:]+@)(?<host>[A-Za-z0-9.-]+):/?)(?<path>[A-Za-z0-9._~-]+(?:/[A-Za-z0-9._~-]+)+)/?\z",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture
    )]
    private static partial Regex Remote();
}
