using System.Text.RegularExpressions;
using Bench.Processes;
using Bench.Reports;

namespace Bench.Runner;

/// <summary>The git repository that a check is made in.</summary>
internal sealed partial class Repository
{
    private const string WorktreeLine = "worktree ";

    private readonly CancellationToken cancellationToken;
    private readonly string prefix;

    private Repository(string root, string prefix, CancellationToken cancellationToken)
    {
        Root = root;
        this.prefix = prefix;
        this.cancellationToken = cancellationToken;
    }

    /// <summary>The top folder of the work tree.</summary>
    public string Root { get; }

    /// <summary>The repository that a folder lies in.</summary>
    /// <exception cref="RunnerException">There is no git, or no repository.</exception>
    public static Repository Find(string folder, CancellationToken cancellationToken)
    {
        var answer = ChildProcess.Run("git", folder, cancellationToken, "rev-parse", "--show-toplevel", "--show-prefix");
        // The second line is empty in the top folder.
        return answer.ExitCode == 0 && answer.Output.Split('\n') is [var root, var prefix, ..]
            ? new Repository(root.Trim(), prefix.Trim(), cancellationToken)
            : throw new RunnerException(
                answer.Error.Contains("dubious ownership", StringComparison.Ordinal)
                    ? $"{GitAnswers.Reason(answer.Error)}. If you trust it: git config --global --add safe.directory {ShellText.Argument(DubiousFolder().Match(answer.Error) is { Success: true } match ? match.Groups[1].Value : folder)}"
                    : $"{folder} lies in no git work tree: cd to one, or make one with git init and a first commit."
            );
    }

    /// <summary>Keeps other checks out of this work tree: each would measure what is edited for the other.</summary>
    /// <exception cref="UsageException">Another check has it.</exception>
    public IDisposable Lock()
    {
        var path = Path.Combine(Git("rev-parse", "--absolute-git-dir").Output.Trim(), "bench-check.lock");
        try
        {
            using (File.Open(path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.ReadWrite)) { }
        }
        catch (UnauthorizedAccessException)
        {
            // A repository that nobody can write to is not edited either.
            return File.Exists(path)
                ? throw new UsageException($"{path} belongs to another user. Remove it if no check is running.")
                : FileLock.OfNothing();
        }
        catch (IOException)
        {
            // Taken, on Windows; or on a read-only disk.
        }

        return FileLock.Try(path, isTemporary: true)
            ?? (
                File.Exists(path)
                    ? throw new UsageException(
                        "another check is measuring this work tree. Wait until it ends, or check in another one (git worktree add)."
                    )
                    : FileLock.OfNothing()
            );
    }

    /// <summary>Whether a file of the work tree has this text, in any case of its letters.</summary>
    public bool Mentions(string text) =>
        // 1: none has it. Whatever else goes wrong, nobody knows.
        Git("grep", "--quiet", "--untracked", "--ignore-case", "--fixed-strings", "-e", text, "--", ":/").ExitCode != 1;

    /// <summary>Where a file of the work tree is, from its top folder. Elsewhere it would be the same in every checkout.</summary>
    /// <exception cref="UsageException">It lies elsewhere.</exception>
    public string PathOf(string file)
    {
        // Git names the top folder without links.
        var path = Path.GetRelativePath(RealPath.Of(Root), RealPath.Of(file));
        return Path.IsPathRooted(path) || path.Split('/', '\\')[0] == ".."
            ? throw new UsageException($"{file} is not in this repository, {Root}.")
            : path;
    }

    public string Commit(string reference)
    {
        var answer = Git("rev-parse", "--verify", "--quiet", "--end-of-options", reference + "^{commit}");
        return answer.ExitCode == 0
            ? answer.Output.Trim()
            : throw new RunnerException(
                $"git knows no commit '{reference}' here{(ShallowHint is { Length: > 0 } hint ? hint : ": git log --oneline --all lists them")}."
            );
    }

    /// <summary>Where two commits parted.</summary>
    /// <param name="other">Default: the work tree's.</param>
    /// <returns>The newest commit that both have; null where they have none.</returns>
    public string? MergeBase(string commit, string other = "HEAD") =>
        // 1: they have none in common. Where there are several, the first is as good as any.
        Git("merge-base", commit, other) is { ExitCode: 0 } answer
            ? answer.Output.Trim()
            : null;

    /// <summary>Whether a commit leads to another one, or is it.</summary>
    public bool IsAncestor(string commit, string later) => Git("merge-base", "--is-ancestor", commit, later).ExitCode == 0;

    /// <summary>The text of a file of a commit, in the folder that the repository was found from.</summary>
    /// <returns>Its text; null where the commit has no such file.</returns>
    public string? Text(string commit, string name)
    {
        var file = $"{commit}:{prefix}{name}";
        return Git("cat-file", "-e", file).ExitCode != 0 ? null
            : Git("cat-file", "blob", file) is { ExitCode: 0 } answer ? answer.Output
            : throw new RunnerException($"git can't read {prefix}{name} of {commit}: it is no file.");
    }

    /// <summary>What the work tree is: its commit, and whether it has changes of its own.</summary>
    public string DescribeWorkTree()
    {
        var head = Git("rev-parse", "--short=12", "HEAD").Output.Trim();
        return Git("status", "--porcelain", "--untracked-files=no").Output.Length > 0 || UntrackedSources().Any()
            ? $"{head} with changes"
            : head;
    }

    /// <summary>
    /// The files that make the work tree another build than its commit, by their places below <see cref="Root"/>. Of those that git does
    /// not know, what a build reads without being told to: reports and notes come and go while a check runs.
    /// </summary>
    public IReadOnlyList<string> ChangedSources() => [.. ChangedSince("HEAD"), .. UntrackedSources()];

    /// <summary>The files of the work tree that differ from a commit, by their places below <see cref="Root"/>; none that git ignores.</summary>
    public IReadOnlyList<string> FilesChangedSince(string commit) => [.. ChangedSince(commit), .. Untracked()];

    /// <summary>The files that git ignores below a folder of <see cref="Root"/>, by their places below that folder.</summary>
    public IReadOnlyList<string> IgnoredFiles(string folder) =>
        [
            .. Names("ls-files", "--others", "--ignored", "--exclude-standard", "-z", "--", folder)
                .Select(file => Path.GetRelativePath(folder, Path.Combine(Root, file))),
        ];

    /// <summary>The files that differ between two commits, by their places below <see cref="Root"/>.</summary>
    public IReadOnlyList<string> FilesChangedBetween(string commit, string later) =>
        Names("diff", "--name-only", "--no-renames", "-z", commit, later, "--");

    /// <summary>Refuses a work tree whose submodules are not what a commit says: then nobody could tell what was measured.</summary>
    public void EnsureCleanSubmodules()
    {
        // In version 2 of the format the third field of a changed entry is N... for a file and S<c><m><u> for a submodule.
        foreach (
            var line in Git("status", "--porcelain=v2", "--ignore-submodules=none")
                .Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
        )
        {
            var fields = line.Split(' ', 9);
            if (fields is ["1" or "2", _, ['S', ..] state, .., var path] && state != "S...")
                throw new RunnerException(
                    $"the submodule {path} has changes that are not committed: commit them, there and here, or undo them."
                );
        }
    }

    /// <summary>Checks a commit out beside the repository.</summary>
    /// <param name="folder">A folder that does not exist yet, outside the work tree.</param>
    public void AddWorktree(string commit, string folder)
    {
        // No hook of the repository runs, for the commit may be anybody's.
        GitAnswers.EnsureSucceeded(
            Git("-c", "core.hooksPath=/dev/null", "worktree", "add", "--detach", "--quiet", folder, commit),
            "check the baseline out"
        );
        Submodules.Take(Root, folder, cancellationToken);
    }

    /// <summary>The checkouts that it knows of, its own included.</summary>
    public IEnumerable<string> Worktrees() =>
        Git("worktree", "list", "--porcelain")
            .Output.Split('\n')
            .Where(line => line.StartsWith(WorktreeLine, StringComparison.Ordinal))
            .Select(line => line[WorktreeLine.Length..].TrimEnd('\r'));

    /// <summary>Forgets a checkout, and removes what is left of it.</summary>
    public void RemoveWorktree(string folder)
    {
        // Also after an interruption, so nothing of this is cancelled.
        ChildProcess.Run("git", Root, CancellationToken.None, "worktree", "remove", "--force", "--force", folder);
        try
        {
            if (Directory.Exists(folder))
                Directory.Delete(folder, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Another user's, or in use: no reason to check nothing.
        }

        // git locks a checkout until it is whole, and one that was interrupted stays locked: nothing above or below removes its entry.
        ChildProcess.Run("git", Root, CancellationToken.None, "worktree", "unlock", folder);
        ChildProcess.Run("git", Root, CancellationToken.None, "worktree", "prune");
    }

    private string[] ChangedSince(string commit) => Names("diff", "--name-only", "--no-renames", "-z", commit, "--");

    private string[] Untracked() => Names("ls-files", "--others", "--exclude-standard", "-z");

    private IEnumerable<string> UntrackedSources() => Untracked().Where(ProgramSources.IsReadUnasked);

    private string[] Names(params string[] arguments)
    {
        var answer = Git(arguments);
        GitAnswers.EnsureSucceeded(answer, "tell what changed");
        return answer.Output.Split('\0', StringSplitOptions.RemoveEmptyEntries);
    }

    /// <summary>Why a commit may be unknown, to be put after what is missing; empty for a clone with its whole history.</summary>
    public string ShallowHint =>
        Git("rev-parse", "--is-shallow-repository").Output.Trim() == "true" ? ", and the clone is shallow: fetch more of its history" : "";

    [GeneratedRegex("repository at '([^']+)'")]
    private static partial Regex DubiousFolder();

    private ChildProcess Git(params string[] arguments) => ChildProcess.Run("git", Root, cancellationToken, arguments);
}
