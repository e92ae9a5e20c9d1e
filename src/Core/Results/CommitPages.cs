using System.Text.RegularExpressions;
using Bench.Processes;

namespace Bench.Results;

// Addresses of a repository's commits for a browser.
internal static partial class CommitPages
{
    // The prefix of a commit's address. Null without a remote that a browser can open.
    public static string? Find(string workingDirectory) =>
        GitProcess.Ask(workingDirectory, "remote", "get-url", "origin") is { } remote ? FromRemote(remote.Trim()) : null;

    // Pages are passed on, so they must not contain the user, password or port of the remote.
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

    [GeneratedRegex(
        @"^(?:(?:https?|ssh|git)://(?:[^/@]*@)?(?<host>[A-Za-z0-9.-]+)(?::[0-9]+)?/|(?:[^/@:]+@)(?<host>[A-Za-z0-9.-]+):/?)(?<path>[A-Za-z0-9._~-]+(?:/[A-Za-z0-9._~-]+)+)/?\z",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture
    )]
    private static partial Regex Remote();
}
