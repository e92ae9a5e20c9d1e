using Bench.Processes;

namespace Bench.Runner;

/// <summary>Takes the submodules of a checkout from the work tree, without a network, and only those that the work tree has.</summary>
internal static class Submodules
{
    private const string ModeOfSubmodule = "160000 ";

    // Disables the repository's hooks, because the commit may come from anybody.
    private static readonly string[] NoHooks = ["-c", "core.hooksPath=/dev/null"];

    // Recursive. Throws RunnerException for a submodule that is available neither locally nor from its origin.
    public static void Take(string workTree, string checkout, CancellationToken cancellationToken)
    {
        foreach (var (name, path) in List(checkout, cancellationToken))
        {
            var (source, target) = (Path.Combine(workTree, path), Path.Combine(checkout, path));
            // The work tree left this submodule out, so the candidate is built without it. One that the work tree no longer knows comes
            // from its origin.
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

    public static IReadOnlyList<string> Missing(string workTree, CancellationToken cancellationToken) =>
        [.. List(workTree, cancellationToken).Select(module => module.Path).Where(path => !IsCheckedOut(Path.Combine(workTree, path)))];

    private static bool IsCheckedOut(string module) => Path.Exists(Path.Combine(module, ".git"));

    // By default git refuses a local source, because a stranger's .gitmodules could name any folder. Here bench chooses the folder itself.
    private static string[] LocalSource(string name, string source) =>
        ["-c", $"submodule.{name}.url={source}", "-c", "protocol.file.allow=always"];

    // A local submodule may lack the commit that the checkout needs.
    private static bool HasCommit(string source, string path, string checkout, CancellationToken cancellationToken) =>
        IsCheckedOut(source)
        && GitProcess.Run(checkout, cancellationToken, "rev-parse", $"HEAD:{path}") is { ExitCode: 0 } commit
        && GitProcess.Run(source, cancellationToken, "cat-file", "-e", commit.Output.Trim() + "^{commit}").ExitCode == 0;

    private static void Update(string[] settings, string path, string checkout, CancellationToken cancellationToken) =>
        Repository.EnsureSucceeded(
            GitProcess.Run(checkout, cancellationToken, [.. NoHooks, .. settings, "submodule", "update", "--init", "--quiet", "--", path]),
            $"get the submodule {path} of the baseline"
        );

    private static IEnumerable<(string Name, string Path)> List(string checkout, CancellationToken cancellationToken)
    {
        const string file = ".gitmodules";
        if (!File.Exists(Path.Combine(checkout, file)))
            return [];
        var answer = GitProcess.Run(
            checkout,
            cancellationToken,
            "config",
            "--file",
            file,
            "--null",
            "--get-regexp",
            @"^submodule\..*\.path$"
        );
        // The format is KEY newline VALUE NUL, and the key is submodule.NAME.path.
        return answer
            .Output.Split('\0', StringSplitOptions.RemoveEmptyEntries)
            .Select(entry => entry.Split('\n', 2))
            .Select(entry => (Name: entry[0]["submodule.".Length..^".path".Length], Path: entry[1]))
            .Where(module => IsOfCommit(module.Path, checkout, cancellationToken))
            .ToArray();
    }

    // .gitmodules may still list a submodule that was removed.
    private static bool IsOfCommit(string path, string checkout, CancellationToken cancellationToken) =>
        GitProcess
            .Run(checkout, cancellationToken, "ls-files", "--stage", "--", path)
            .Output.StartsWith(ModeOfSubmodule, StringComparison.Ordinal);
}
