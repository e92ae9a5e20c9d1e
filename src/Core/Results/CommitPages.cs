using System.Text.RegularExpressions;
using Bench.Processes;

namespace Bench.Results;

/// <summary>Where commits of a repository can be read in a browser.</summary>
internal static partial class CommitPages
{
    /// <summary>The address that a commit's name is appended to; null where the repository has no remote that a browser can open.</summary>
    public static string? Find(string workingDirectory) =>
        GitProcess.Run(workingDirectory, "remote", "get-url", "origin") is { ExitCode: 0 } answer ? FromRemote(answer.Text.Trim()) : null;

    // Neither a user nor a password nor a port of the remote gets into a page that is passed on.
    internal static string? FromRemote(string remote)
    {
        var parts = Remote().Match(remote);
        if (!parts.Success)
            return null;
        var (host, path) = (parts.Groups["host"].Value, parts.Groups["path"].Value);
        var commits = host.StartsWith("bitbucket.", StringComparison.OrdinalIgnoreCase) ? "commits" : "commit";
        if (path.EndsWith(".git", StringComparison.Ordinal))
            path = path[..^".git".Length];
        return $"https://{host}/{path}/{commits}/";
    }

    [GeneratedRegex(
        @"^(?:(?:https?|ssh|git)://(?:[^/@]*@)?(?<host>[A-Za-z0-9.-]+)(?::[0-9]+)?/|(?:[^/@:]+@)(?<host>[A-Za-z0-9.-]+):/?)(?<path>[A-Za-z0-9._~-]+(?:/[A-Za-z0-9._~-]+)+)/?\z",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture
    )]
    private static partial Regex Remote();
}
