using Bench.Processes;

namespace Bench.Runner;

/// <summary>The submodules of a checkout, taken from the work tree: without a network, and only those that the work tree has.</summary>
internal static class Submodules
{
    private const string ModeOfSubmodule = "160000 ";

    // No hook of the repository runs, for the commit may be anybody's.
    private static readonly string[] NoHooks = ["-c", "core.hooksPath=/dev/null"];

    /// <summary>Checks the submodules of a checkout out, and theirs.</summary>
    /// <param name="workTree">The work tree of the same repository.</param>
    /// <exception cref="RunnerException">One can't be had, neither here nor where it comes from.</exception>
    public static void Take(string workTree, string checkout, CancellationToken cancellationToken)
    {
        foreach (var (name, path) in List(checkout, cancellationToken))
        {
            var (source, target) = (Path.Combine(workTree, path), Path.Combine(checkout, path));
            // The candidate is built without what the work tree has left out; a module that it no longer knows has to come from afar.
            if (!IsCheckedOut(source) && Directory.Exists(source))
                continue;
            Update(
                HasCommit(source, path, checkout, cancellationToken) ? LocalSource(name, source) : [],
                path,
                checkout,
                cancellationToken
            );
            Take(source, target, cancellationToken);
        }
    }

    /// <summary>The submodules that a work tree should have and lacks, by their paths.</summary>
    public static IReadOnlyList<string> Missing(string workTree, CancellationToken cancellationToken) =>
        [.. List(workTree, cancellationToken).Select(module => module.Path).Where(path => !IsCheckedOut(Path.Combine(workTree, path)))];

    private static bool IsCheckedOut(string module) => Path.Exists(Path.Combine(module, ".git"));

    // A source on this machine is refused by default: a stranger's .gitmodules could name any folder. This one we name ourselves.
    private static string[] LocalSource(string name, string source) =>
        ["-c", $"submodule.{name}.url={source}", "-c", "protocol.file.allow=always"];

    // The commit that the checkout asks for: not every module has all the history of where it comes from.
    private static bool HasCommit(string source, string path, string checkout, CancellationToken cancellationToken) =>
        IsCheckedOut(source)
        && ChildProcess.Run("git", checkout, cancellationToken, "rev-parse", $"HEAD:{path}") is { ExitCode: 0 } commit
        && ChildProcess.Run("git", source, cancellationToken, "cat-file", "-e", commit.Output.Trim() + "^{commit}").ExitCode == 0;

    private static void Update(string[] settings, string path, string checkout, CancellationToken cancellationToken) =>
        GitAnswers.EnsureSucceeded(
            ChildProcess.Run(
                "git",
                checkout,
                cancellationToken,
                [.. NoHooks, .. settings, "submodule", "update", "--init", "--quiet", "--", path]
            ),
            $"get the submodule {path} of the baseline"
        );

    private static IEnumerable<(string Name, string Path)> List(string checkout, CancellationToken cancellationToken)
    {
        const string file = ".gitmodules";
        if (!File.Exists(Path.Combine(checkout, file)))
            return [];
        var answer = ChildProcess.Run(
            "git",
            checkout,
            cancellationToken,
            "config",
            "--file",
            file,
            "--null",
            "--get-regexp",
            @"^submodule\..*\.path$"
        );
        // KEY newline VALUE zero, and the key is submodule.NAME.path.
        return answer
            .Output.Split('\0', StringSplitOptions.RemoveEmptyEntries)
            .Select(entry => entry.Split('\n', 2))
            .Select(entry => (Name: entry[0]["submodule.".Length..^".path".Length], Path: entry[1]))
            .Where(module => IsOfCommit(module.Path, checkout, cancellationToken))
            .ToArray();
    }

    // One that was removed may still be listed.
    private static bool IsOfCommit(string path, string checkout, CancellationToken cancellationToken) =>
        ChildProcess
            .Run("git", checkout, cancellationToken, "ls-files", "--stage", "--", path)
            .Output.StartsWith(ModeOfSubmodule, StringComparison.Ordinal);
}
