using System.Security.Cryptography;
using System.Text;
using Bench.Processes;
using Bench.Results;

namespace Bench.Runner;

// The files that a build can read: those of the work tree, or of the project's folder if it is not in one. They are hashed as they are, and
// not taken from git's index, because git's filters map different files to one.
internal sealed class SourceTree
{
    private const int MostFilesOutsideOfGit = 20_000;

    // Written by builds, runs and editors. No build reads them by default.
    private static readonly string[] Skipped = ["bin", "obj", BuildOutput.Artifacts, "node_modules"];

    // Larger files that git ignores are identified by size and date.
    private const long LargestHashed = 4 << 20;

    private static readonly string[] OfMsBuild = [".csproj", ".fsproj", ".vbproj", ".proj", ".props", ".targets", ".rsp", ".user"];

    private readonly HashSet<string> ignoredFiles = new(StringComparer.Ordinal);

    private IReadOnlyDictionary<string, string>? projectTexts;

    private SourceTree(string root, bool isWorkTree) => (Root, IsWorkTree) = (root, isWorkTree);

    public string Root { get; }

    public bool IsWorkTree { get; }

    // Sorted, with slashes.
    public IReadOnlyList<string> Files { get; private set; } = [];

    // Covers everything that a build can read here.
    public string Hash { get; private set; } = "";

    public IReadOnlyDictionary<string, string> ProjectTexts =>
        projectTexts ??= Files
            .Where(file => OfMsBuild.Contains(Path.GetExtension(file), StringComparer.OrdinalIgnoreCase))
            .Where(file => File.Exists(Path.Combine(Root, file)))
            .ToDictionary(file => file, file => File.ReadAllText(Path.Combine(Root, file)), StringComparer.Ordinal);

    // Throws BuildCacheException if it cannot list or read all files that a build reads here.
    public static SourceTree Read(string folder, CancellationToken cancellationToken)
    {
        var workTree = ProgramCopy.WorkTreeOf(folder);
        var tree = new SourceTree(workTree ?? folder, workTree is not null);
        try
        {
            tree.Files = [.. tree.Enumerate(cancellationToken).Distinct().Order(StringComparer.Ordinal)];
            tree.Hash = tree.HashAll(cancellationToken);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new BuildCacheException(e.Message);
        }
        catch (AggregateException e) when (e.InnerException is BuildCacheException or IOException or UnauthorizedAccessException)
        {
            throw new BuildCacheException(e.InnerException.Message);
        }

        return tree;
    }

    private IEnumerable<string> Enumerate(CancellationToken cancellationToken)
    {
        if (IsWorkTree)
            return EnumerateWorkTree(Root, "", cancellationToken);
        string[] files = [.. Below(new DirectoryInfo(Root), "").Take(MostFilesOutsideOfGit + 1)];
        return files.Length > MostFilesOutsideOfGit
            ? throw new BuildCacheException($"{Root} is not in a git work tree and has more than {MostFilesOutsideOfGit} files")
            : files;
    }

    private IEnumerable<string> EnumerateWorkTree(string root, string prefix, CancellationToken cancellationToken)
    {
        var tracked = Git(root, cancellationToken, "ls-files", "-z", "--cached");
        var untracked = Git(root, cancellationToken, "ls-files", "-z", "--others", "--exclude-standard").Where(name => !IsOfRuns(name));
        // A folder that git ignores as a whole is one entry. A build may read other ignored files by default, such as .csproj.user.
        string[] ignored =
        [
            .. Git(root, cancellationToken, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory")
                .SelectMany(name =>
                    name.Split('/').SkipLast(1).Any(IsSkipped) ? []
                    : name.EndsWith('/') ? Below(new DirectoryInfo(Path.Combine(root, name)), name)
                    : [name]
                ),
        ];
        ignoredFiles.UnionWith(ignored.Select(name => prefix + name));
        foreach (var name in tracked.Concat(untracked).Concat(ignored))
        {
            var path = Path.Combine(root, name);
            // The entry is a submodule, or another repository within this one.
            if (Directory.Exists(path) && new FileInfo(path).LinkTarget is null)
            {
                if (Path.Exists(Path.Combine(path, ".git")))
                    foreach (var below in EnumerateWorkTree(path, $"{prefix}{name.TrimEnd('/')}/", cancellationToken))
                        yield return below;
            }
            else
            {
                yield return prefix + name;
            }
        }
    }

    private static string[] Git(string root, CancellationToken cancellationToken, params string[] arguments) =>
        GitProcess.Run(root, cancellationToken, arguments) is { ExitCode: 0 } answer
            ? answer.Output.Split('\0', StringSplitOptions.RemoveEmptyEntries)
            : throw new BuildCacheException($"git does not list the files of {root}");

    private static IEnumerable<string> Below(DirectoryInfo folder, string prefix)
    {
        foreach (var entry in folder.EnumerateFileSystemInfos())
        {
            if (entry is not DirectoryInfo below || below.LinkTarget is not null)
                yield return prefix + entry.Name;
            else if (!IsSkipped(entry.Name))
                foreach (var file in Below(below, $"{prefix}{entry.Name}/"))
                    yield return file;
        }
    }

    private static bool IsSkipped(string folder) => folder.StartsWith('.') || Skipped.Contains(folder, StringComparer.OrdinalIgnoreCase);

    // Otherwise the reports of one check would make the next check build again.
    private static bool IsOfRuns(string name) => name.Split('/').SkipLast(1).Contains(BuildOutput.Artifacts);

    private string HashAll(CancellationToken cancellationToken)
    {
        var hashes = new string?[Files.Count];
        Parallel.For(0, hashes.Length, new ParallelOptions { CancellationToken = cancellationToken }, i => hashes[i] = HashOf(Files[i]));
        var text = new StringBuilder();
        for (var i = 0; i < hashes.Length; i++)
            // A tracked file that was deleted does not belong to the tree.
            if (hashes[i] is { } hash)
                text.Append(Files[i]).Append('\0').Append(hash).Append('\0');
        if (IsWorkTree)
            text.Append(Revision(cancellationToken));
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text.ToString())));
    }

    // Builds write the commit into assemblies, and some derive a version from tags and the branch.
    private string Revision(CancellationToken cancellationToken) =>
        string.Join(
            '\0',
            new string[][]
            {
                ["rev-parse", "HEAD", "--abbrev-ref", "HEAD"],
                ["for-each-ref", "--format=%(refname) %(objectname)", "refs/tags"],
                ["config", "--get-regexp", @"^remote\..*\.url$"],
            }.Select(arguments => GitProcess.Run(Root, cancellationToken, arguments).Output)
        );

    private string? HashOf(string name)
    {
        var path = Path.Combine(Root, name);
        // Names that are not UTF-8 would be confused with each other.
        if (name.Contains('\uFFFD', StringComparison.Ordinal))
            throw new BuildCacheException($"{name} has a name that is not text");
        var file = new FileInfo(path);
        if (file.LinkTarget is { } link)
            return !BuildOutput.IsIn(RealPath.Of(Root), RealPath.Of(path))
                    ? throw new BuildCacheException($"{name} is a link to a place outside of the tree")
                : File.Exists(path) && FolderFiles.IsRegular(path) ? $"link {link} {HashOfContent(path)}"
                : $"link {link}";
        if (!file.Exists)
            return null;
        if (!FolderFiles.IsRegular(path))
            throw new BuildCacheException($"{name} is not a regular file");
        if (file.Length > LargestHashed && ignoredFiles.Contains(name))
            return $"large {file.Length} {file.LastWriteTimeUtc.Ticks}";
        var kind = !OperatingSystem.IsWindows() && file.UnixFileMode.HasFlag(UnixFileMode.UserExecute) ? "program" : "file";
        return $"{kind} {HashOfContent(path)}";
    }

    private static string HashOfContent(string path)
    {
        using var stream = File.OpenRead(path);
        return Convert.ToHexString(SHA256.HashData(stream));
    }
}
