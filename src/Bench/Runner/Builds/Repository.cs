using System.Text.RegularExpressions;
using Bench.PrivatePostgres;
using Bench.Processes;
using Bench.Reports;

namespace Bench.Runner;

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

    public string Root { get; }

    public static Repository Find(string folder, CancellationToken cancellationToken)
    {
        var answer = GitProcess.Run(folder, cancellationToken, "rev-parse", "--show-toplevel", "--show-prefix");
        // The second line is empty in the top folder.
        return answer.ExitCode == 0 && answer.Output.Split('\n') is [var root, var prefix, ..]
            ? new Repository(root.Trim(), prefix.Trim(), cancellationToken)
            : throw new RunnerException(
                answer.Error.Contains("dubious ownership", StringComparison.Ordinal)
                    ? $"{Reason(answer.Error)}. If you trust it, run git config --global --add safe.directory {ShellText.Argument(DubiousFolder().Match(answer.Error) is { Success: true } match ? match.Groups[1].Value : folder)}"
                    : $"{folder} is not in a git work tree. Change to one, or create one with git init and a first commit."
            );
    }

    // Prevents two checks of one work tree, because each would measure the user's edits for the other. Throws UsageException if another
    // check has it.
    public IDisposable Lock()
    {
        var path = Path.Combine(Git("rev-parse", "--absolute-git-dir").Output.Trim(), "bench-check.lock");
        try
        {
            using (File.Open(path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.ReadWrite)) { }
        }
        catch (UnauthorizedAccessException)
        {
            // Nobody can edit a repository that nobody can write to, so it needs no lock.
            return File.Exists(path)
                ? throw new UsageException($"{path} belongs to another user. Remove it if no check is running.")
                : FileLock.OfNothing();
        }
        catch (IOException)
        {
            // On Windows another process has the file open, or the disk is read-only.
        }

        return FileLock.Try(path, isTemporary: true)
            ?? (
                File.Exists(path)
                    ? throw new UsageException(
                        "another check is measuring this work tree. Wait until it ends, or use another work tree (git worktree add)."
                    )
                    : FileLock.OfNothing()
            );
    }

    // Case-insensitive.
    public bool Mentions(string text) =>
        // Exit code 1 means no match. After any other error the answer is unknown, so a match is assumed.
        Git("grep", "--quiet", "--untracked", "--ignore-case", "--fixed-strings", "-e", text, "--", ":/").ExitCode != 1;

    // Relative to the top folder. Throws UsageException for a file elsewhere, because that would be the same in every checkout.
    public string PathOf(string file)
    {
        // Git's name of the top folder has its links resolved.
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
                $"git finds no commit '{reference}' here{(
                    ShallowHint is { Length: > 0 } hint ? hint
                    : HasCommit ? ": git log --oneline --all lists them"
                    : ": HEAD has no commit yet. Make one with git commit"
                )}."
            );
    }

    private bool HasCommit => Git("rev-parse", "--verify", "--quiet", "HEAD").ExitCode == 0;

    // The newest common commit; null without one.
    public string? MergeBase(string commit, string other = "HEAD") =>
        // Exit code 1 means no common commit. If there are several, the first will do.
        Git("merge-base", commit, other) is { ExitCode: 0 } answer
            ? answer.Output.Trim()
            : null;

    // True for the commit itself too.
    public bool IsAncestor(string commit, string later) => Git("merge-base", "--is-ancestor", commit, later).ExitCode == 0;

    // The file is relative to the folder that the repository was found from. Null if the commit has no such file.
    public string? Text(string commit, string name)
    {
        var file = $"{commit}:{prefix}{name}";
        return Git("cat-file", "-e", file).ExitCode != 0 ? null
            : Git("cat-file", "blob", file) is { ExitCode: 0 } answer ? answer.Output
            : throw new RunnerException($"git cannot read {prefix}{name} of {commit}: it is not a file.");
    }

    public string DescribeWorkTree()
    {
        var head = Git("rev-parse", "--short=12", "HEAD").Output.Trim();
        return Git("status", "--porcelain", "--untracked-files=no").Output.Length > 0 || UntrackedSources().Any()
            ? $"{head} with changes"
            : head;
    }

    // The files that differ from HEAD and affect a build, relative to Root. Untracked files count only if a build reads them by default,
    // because reports and notes come and go during a check.
    public IReadOnlyList<string> ChangedSources() => [.. ChangedSince("HEAD"), .. UntrackedSources()];

    // Relative to Root, without files that git ignores.
    public IReadOnlyList<string> FilesChangedSince(string commit) => [.. ChangedSince(commit), .. Untracked()];

    // Files that git ignores below a folder of Root, relative to that folder.
    public IReadOnlyList<string> IgnoredFiles(string folder) =>
        [
            .. Names("ls-files", "--others", "--ignored", "--exclude-standard", "-z", "--", folder)
                .Select(file => Path.GetRelativePath(folder, Path.Combine(Root, file))),
        ];

    // Relative to Root.
    public IReadOnlyList<string> FilesChangedBetween(string commit, string later) =>
        Names("diff", "--name-only", "--no-renames", "-z", commit, later, "--");

    // If a submodule differs from its commit, nobody can tell what was measured.
    public void EnsureCleanSubmodules()
    {
        // In format version 2 the third field of a changed entry is N... for a file and S<c><m><u> for a submodule.
        foreach (
            var line in Git("status", "--porcelain=v2", "--ignore-submodules=none")
                .Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
        )
        {
            var fields = line.Split(' ', 9);
            if (fields is ["1" or "2", _, ['S', ..] state, .., var path] && state != "S...")
                throw new RunnerException($"the submodule {path} has uncommitted changes. Commit them in both repositories, or undo them.");
        }
    }

    // The folder is outside the work tree and does not exist yet.
    public void AddWorktree(string commit, string folder)
    {
        // Disables the repository's hooks, because the commit may come from anybody.
        EnsureSucceeded(
            Git("-c", "core.hooksPath=/dev/null", "worktree", "add", "--detach", "--quiet", folder, commit),
            "check the baseline out"
        );
        Submodules.Take(Root, folder, cancellationToken);
    }

    // Includes the repository's own work tree.
    public IEnumerable<string> Worktrees() =>
        Git("worktree", "list", "--porcelain")
            .Output.Split('\n')
            .Where(line => line.StartsWith(WorktreeLine, StringComparison.Ordinal))
            .Select(line => line[WorktreeLine.Length..].TrimEnd('\r'));

    public void RemoveWorktree(string folder)
    {
        // Cannot be cancelled, because it also runs after an interruption.
        GitProcess.Run(Root, CancellationToken.None, "worktree", "remove", "--force", "--force", folder);
        try
        {
            if (Directory.Exists(folder))
                Directory.Delete(folder, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The folder belongs to another user or is in use. The check continues anyway.
        }

        // Git locks a worktree until it is complete. After an interruption only "unlock" and "prune" remove its entry.
        GitProcess.Run(Root, CancellationToken.None, "worktree", "unlock", folder);
        GitProcess.Run(Root, CancellationToken.None, "worktree", "prune");
    }

    private string[] ChangedSince(string commit) => Names("diff", "--name-only", "--no-renames", "-z", commit, "--");

    private string[] Untracked() => Names("ls-files", "--others", "--exclude-standard", "-z");

    private IEnumerable<string> UntrackedSources() => Untracked().Where(ProgramSources.IsReadUnasked);

    private string[] Names(params string[] arguments)
    {
        var answer = Git(arguments);
        EnsureSucceeded(answer, "list the changes");
        return answer.Output.Split('\0', StringSplitOptions.RemoveEmptyEntries);
    }

    // Follows the name of a missing commit in a message; empty for a clone with its whole history.
    public string ShallowHint =>
        Git("rev-parse", "--is-shallow-repository").Output.Trim() == "true"
            ? ", and the clone is shallow, so fetch more of its history"
            : "";

    [GeneratedRegex("repository at '([^']+)'")]
    private static partial Regex DubiousFolder();

    public ChildProcess Git(params IEnumerable<string> arguments) => GitProcess.Run(Root, cancellationToken, arguments);

    public static void EnsureSucceeded(ChildProcess git, string what)
    {
        if (git.ExitCode != 0)
            throw new RunnerException($"git cannot {what}: {Reason(git.Error)}");
    }

    // The first fatal line has the reason. Later lines describe its consequences.
    private static string Reason(string text)
    {
        var lines = text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return lines.FirstOrDefault(line => line.StartsWith("fatal:", StringComparison.Ordinal))
            ?? lines.LastOrDefault()
            ?? "it gave no reason";
    }
}
