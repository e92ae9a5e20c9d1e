using System.Security.Cryptography;
using System.Text;
using Bench.Processes;

namespace Bench.Harness.Running;

internal static class Git
{
    private static readonly string[] Published = ["*.md", "*.svg", $"{ArtifactsFolder.Name}/**"];

    /// <summary>The commit, with "-dirty" appended if the work tree has changes; null without git.</summary>
    public static string? Describe(string folder) => Run(folder, "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*")?.Trim();

    /// <summary>
    /// A hash of these files and folders as they are in the index, except pages, pictures and results. Null without git, or if they have
    /// changes that are not in the index.
    /// </summary>
    public static string? CodeOf(string folder, IReadOnlyList<string>? sources)
    {
        // Publishing writes tables, pictures and figures on pages. They may lie next to the measured code.
        string[] paths = [.. sources is null or [] ? ["."] : sources, .. Published.Select(pattern => $":(exclude,glob)**/{pattern}")];
        if (
            Run(folder, ["status", "--porcelain", "--untracked-files=normal", "--", .. paths]) is not { } status
            || status.Split('\n').Any(line => line.Length > 1 && line[1] != ' ')
        )
            return null;
        return Run(folder, ["ls-files", "-s", "--", .. paths]) is { } files
            ? Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(files)))[..16]
            : null;
    }

    private static string? Run(string folder, params string[] arguments)
    {
        try
        {
            return GitProcess.Ask(folder, arguments);
        }
        catch (BenchException)
        {
            // Git is not on PATH.
            return null;
        }
    }
}
