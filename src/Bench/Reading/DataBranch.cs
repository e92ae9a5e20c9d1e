using System.Text;
using System.Text.RegularExpressions;
using Bench.Processes;

namespace Bench.Results;

// A branch with the figures of checks. Each of its commits is a check and has its figures in one file. The subject begins with the
// commit that was measured. Only git's plumbing reads and writes it, so no work tree or index changes, and an interruption leaves either
// the old branch or the new one.
internal sealed partial class DataBranch
{
    // The workflow of `bench init` writes this one.
    public const string Usual = "bench-data";

    private const string Heads = "refs/heads/";
    private const string Remotes = "refs/remotes/";
    private const string UsualRemote = "origin";

    // A writer that loses this many races in a row has another problem.
    private const int MaxAttempts = 20;

    // The branch of another writer may be locked for a moment.
    private const int MaxAttemptsAtTheSameTip = 3;

    private static readonly TimeSpan LongestPause = TimeSpan.FromMilliseconds(500);

    private readonly string folder;
    private readonly string? remote;
    private readonly string branch;

    private DataBranch(string name, string folder, string? remote, string branch)
    {
        Name = name;
        this.folder = folder;
        this.remote = remote;
        this.branch = branch;
    }

    public string Name { get; }

    private string Reference => remote is null ? Heads + branch : $"{Remotes}{remote}/{branch}";

    // `name` is a local branch, or REMOTE/BRANCH.
    public static DataBranch Named(string name, string folder)
    {
        var remote = Ask(folder, "remote")
            .Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .FirstOrDefault(remote => name.StartsWith($"{remote}/", StringComparison.Ordinal));
        var branch = remote is null ? name : name[(remote.Length + 1)..];
        return !branch.StartsWith('-') && GitProcess.Ask(folder, "check-ref-format", Heads + branch) is not null
            ? new DataBranch(name, folder, remote, branch)
            : throw new ResultsException($"'{name}' cannot be the name of a branch. Use a name such as {Usual} or {UsualRemote}/{Usual}.");
    }

    // Oldest first; empty without the branch. `damaged` gets the messages of files that cannot be read.
    public IReadOnlyList<HistoryRun> Read(ICollection<string> damaged) =>
        Tip() is { } tip ? [.. GitHistory.Read(tip, BenchResults.FileName, folder, damaged).Select(OfMeasuredCommit)] : [];

    // The clone lacks the first checks of the branch.
    public bool IsShallow =>
        Tip() is { } tip
        && Ask(folder, "rev-list", "--max-parents=0", tip)
            .Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Any(root => Ask(folder, "cat-file", "commit", root).Split("\n\n")[0].Contains("\nparent ", StringComparison.Ordinal));

    // Adds a commit with the figures of a check of `commit`. False if the branch already has these figures.
    public bool Add(byte[] figures, string commit)
    {
        var subject = GitProcess.Ask(folder, "log", "-1", "--no-show-signature", "--format=%s", "--end-of-options", commit, "--");
        var message = $"{commit} {subject}".Trim();
        var blob = Feed(folder, figures, "hash-object", "-w", "--stdin");
        var (last, atTheSameTip) = ((string?)null, 0);
        for (var attempt = 1; ; attempt++)
        {
            var own = CommitOf(Reference);
            var tip = remote is null ? own ?? TipOfUsualRemote() : TipOfRemote(remote);
            var isThere = tip is not null && Ask(folder, "log", "-1", "--format=%H", $"--find-object={blob}", tip, "--").Length > 0;
            var made = isThere ? tip! : Commit(tip, blob, message);
            var moved = Move(own, made);
            if (moved.ExitCode == 0)
                return !isThere;
            atTheSameTip = tip == last && attempt > 1 ? atTheSameTip + 1 : 1;
            if (attempt == MaxAttempts || atTheSameTip == MaxAttemptsAtTheSameTip)
                throw new ResultsException(Name, $"git cannot add the figures: {Reason(moved.Error)}");
            last = tip;
            Thread.Sleep(Random.Shared.Next((int)LongestPause.TotalMilliseconds));
        }
    }

    private string? Tip() => CommitOf(Reference) ?? (remote is null ? TipOfUsualRemote() : null);

    // A new clone has only the branch of the remote.
    private string? TipOfUsualRemote() => CommitOf($"{Remotes}{UsualRemote}/{branch}");

    private string? CommitOf(string reference) =>
        GitProcess.Ask(folder, "rev-parse", "--verify", "--quiet", $"{reference}^{{commit}}")?.Trim();

    private string? TipOfRemote(string remote)
    {
        var tip = Ask(folder, "ls-remote", remote, Heads + branch).Split('\t')[0];
        if (tip.Length == 0 || CommitOf(tip) is not null)
            return tip.Length == 0 ? null : tip;
        // Without a refmap, git does not lock the reference, which another writer in this clone may do.
        string[] options = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--refmap="];
        Ask(folder, ["fetch", .. options, remote, Heads + branch]);
        return tip;
    }

    // Keeps other files of the branch, such as a README.
    private string Commit(string? tip, string blob, string message)
    {
        string[] entries = tip is null
            ? []
            : Ask(folder, "ls-tree", "-z", "--full-tree", tip).Split('\0', StringSplitOptions.RemoveEmptyEntries);
        string[] others = [.. entries.Where(entry => !entry.EndsWith($"\t{BenchResults.FileName}", StringComparison.Ordinal))];
        // Otherwise a wrong name would put figures into a branch with code.
        if (entries.Length > 0 && others.Length == entries.Length)
            throw new ResultsException(
                Name,
                $"the branch has no {BenchResults.FileName}, so it has other data. Use the name of a new branch."
            );
        var tree = Feed(
            folder,
            Encoding.UTF8.GetBytes(
                string.Concat([.. others.Append($"100644 blob {blob}\t{BenchResults.FileName}").Select(entry => entry + '\0')])
            ),
            "mktree",
            "-z"
        );
        var isKnown = GitProcess.Ask(folder, "-c", "user.useConfigOnly=true", "var", "GIT_COMMITTER_IDENT") is not null;
        string[] author = isKnown ? [] : ["-c", "user.name=bench", "-c", "user.email=bench@localhost"];
        string[] parent = tip is null ? [] : ["-p", tip];
        return Ask(folder, [.. author, "commit-tree", tree, .. parent, "-m", message]);
    }

    // Fails if another writer was faster. `own` is the value of the reference when its history was read.
    private ChildProcess Move(string? own, string made)
    {
        // An empty old value means that the reference must not exist.
        if (remote is null)
            return GitProcess.Run(folder, CancellationToken.None, "update-ref", Reference, made, own ?? "");
        string[] options = ["--quiet", "--no-verify", "--no-follow-tags", "--recurse-submodules=no"];
        var pushed = GitProcess.Run(folder, CancellationToken.None, ["push", .. options, remote, $"{made}:{Heads}{branch}"]);
        if (pushed.ExitCode == 0)
            GitProcess.Ask(folder, "update-ref", Reference, made);
        return pushed;
    }

    private static HistoryRun OfMeasuredCommit(HistoryRun run) =>
        Subject().Match(run.Subject) is { Success: true } subject
            ? run with
            {
                Name = subject.Groups["commit"].Value,
                Subject = subject.Groups["subject"].Value,
            }
            : run;

    private static string Ask(string folder, params string[] arguments) =>
        OutputOf(GitProcess.Run(folder, CancellationToken.None, arguments));

    private static string Feed(string folder, byte[] input, params string[] arguments) =>
        OutputOf(GitProcess.Feed(folder, input, arguments));

    private static string OutputOf(ChildProcess git) =>
        git.ExitCode == 0 ? git.Output.TrimEnd('\n') : throw new ResultsException($"git: {Reason(git.Error)}");

    // The line with the reason, among hints and consequences.
    private static string Reason(string error)
    {
        var lines = error.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return lines.FirstOrDefault(line => line.StartsWith("fatal:", StringComparison.Ordinal))
            ?? lines.FirstOrDefault(line => line.Contains("rejected]", StringComparison.Ordinal))
            ?? lines.FirstOrDefault(line => line.StartsWith("error:", StringComparison.Ordinal))
            ?? lines.LastOrDefault()
            ?? "it gave no reason";
    }

    [GeneratedRegex("^(?<commit>[0-9a-f]{7,64})(?: (?<subject>.*))?$", RegexOptions.CultureInvariant | RegexOptions.Singleline)]
    private static partial Regex Subject();
}
