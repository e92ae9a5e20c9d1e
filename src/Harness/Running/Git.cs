using System.Security.Cryptography;
using System.Text;
using Bench.Processes;

namespace Bench.Harness.Running;

/// <summary>What git says of the code that is measured.</summary>
internal static class Git
{
    private static readonly string[] Published = ["*.md", "*.svg", $"{ArtifactsFolder.Name}/**"];

    /// <summary>The commit, "-dirty" behind it where the work tree has changes; null without git.</summary>
    public static string? Describe(string folder) => Run(folder, "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*")?.Trim();

    /// <summary>
    /// Equal where all of these files and folders are the same but for pages, pictures and results, as they stand in the index; null
    /// without git, or where they have changes that are not in it.
    /// </summary>
    public static string? CodeOf(string folder, IReadOnlyList<string>? sources)
    {
        // Publishing writes tables and pictures, and figures into pages, also into those that lie beside what was measured.
        string[] paths =
        [
            .. sources is null or [] ? ["."] : sources,
            .. Published.Select(pattern => $":(exclude,glob)**/{pattern}"),
        ];
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
            return ChildProcess.Run("git", folder, CancellationToken.None, arguments) is { ExitCode: 0 } answer ? answer.Output : null;
        }
        catch (BenchException)
        {
            // Not on PATH.
            return null;
        }
    }
}
