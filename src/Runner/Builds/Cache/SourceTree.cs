using System.Security.Cryptography;
using System.Text;
using Bench.Processes;
using Bench.Results;

namespace Bench.Runner;

/// <summary>
/// The files that a build can read: all of a work tree, or of the folder of a project that lies in none. They are hashed as they are,
/// and not taken from git's index, because filters of git make one file of several.
/// </summary>
internal sealed class SourceTree
{
    private const int MostFilesOutsideOfGit = 20_000;

    // What builds and runs write, and what editors keep. No build reads them without being told to.
    private static readonly string[] Skipped = ["bin", "obj", BuildOutput.Artifacts, "node_modules"];

    // What git ignores and is larger is told by its date.
    private const long LargestHashed = 4 << 20;

    private static readonly string[] OfMsBuild = [".csproj", ".fsproj", ".vbproj", ".proj", ".props", ".targets", ".rsp", ".user"];

    private readonly HashSet<string> ignoredFiles = new(StringComparer.Ordinal);

    private IReadOnlyDictionary<string, string>? projectTexts;

    private SourceTree(string root, bool isWorkTree) => (Root, IsWorkTree) = (root, isWorkTree);

    /// <summary>The top folder.</summary>
    public string Root { get; }

    public bool IsWorkTree { get; }

    /// <summary>All of its files, with slashes, in order.</summary>
    public IReadOnlyList<string> Files { get; private set; } = [];

    /// <summary>A hash of all that a build can read here.</summary>
    public string Hash { get; private set; } = "";

    /// <summary>The texts that MSBuild reads, by the files.</summary>
    public IReadOnlyDictionary<string, string> ProjectTexts =>
        projectTexts ??= Files
            .Where(file => OfMsBuild.Contains(Path.GetExtension(file), StringComparer.OrdinalIgnoreCase))
            .Where(file => File.Exists(Path.Combine(Root, file)))
            .ToDictionary(file => file, file => File.ReadAllText(Path.Combine(Root, file)), StringComparer.Ordinal);

    /// <summary>The tree that a project lies in, as it is now.</summary>
    /// <exception cref="BuildCacheException">What a build reads here cannot be told.</exception>
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
            ? throw new BuildCacheException($"{Root} lies in no git work tree and has more than {MostFilesOutsideOfGit} files")
            : files;
    }

    private IEnumerable<string> EnumerateWorkTree(string root, string prefix, CancellationToken cancellationToken)
    {
        var tracked = Git(root, cancellationToken, "ls-files", "-z", "--cached");
        var untracked = Git(root, cancellationToken, "ls-files", "-z", "--others", "--exclude-standard").Where(name => !IsOfRuns(name));
        // A folder that git ignores as a whole is one entry. A build may read whatever else it ignores, as .csproj.user without being told.
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
            // A submodule, or another repository within this one.
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
        ChildProcess.Run("git", root, cancellationToken, arguments) is { ExitCode: 0 } answer
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

    // What bench writes about a check would make the next one build again.
    private static bool IsOfRuns(string name) => name.Split('/').SkipLast(1).Contains(BuildOutput.Artifacts);

    private string HashAll(CancellationToken cancellationToken)
    {
        var hashes = new string?[Files.Count];
        Parallel.For(0, hashes.Length, new ParallelOptions { CancellationToken = cancellationToken }, i => hashes[i] = HashOf(Files[i]));
        var text = new StringBuilder();
        for (var i = 0; i < hashes.Length; i++)
            // One that git knows and that was deleted is no file of this tree.
            if (hashes[i] is { } hash)
                text.Append(Files[i]).Append('\0').Append(hash).Append('\0');
        if (IsWorkTree)
            text.Append(Revision(cancellationToken));
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text.ToString())));
    }

    // Builds write the commit into assemblies, and some make a version of tags and the branch.
    private string Revision(CancellationToken cancellationToken) =>
        string.Join(
            '\0',
            new string[][]
            {
                ["rev-parse", "HEAD", "--abbrev-ref", "HEAD"],
                ["for-each-ref", "--format=%(refname) %(objectname)", "refs/tags"],
                ["config", "--get-regexp", @"^remote\..*\.url$"],
            }.Select(arguments => ChildProcess.Run("git", Root, cancellationToken, arguments).Output)
        );

    private string? HashOf(string name)
    {
        var path = Path.Combine(Root, name);
        // As text a name that is no UTF-8 is another file.
        if (name.Contains('\uFFFD', StringComparison.Ordinal))
            throw new BuildCacheException($"{name} has a name that is no text");
        var file = new FileInfo(path);
        if (file.LinkTarget is { } link)
            return !BuildOutput.IsIn(RealPath.Of(Root), RealPath.Of(path))
                    ? throw new BuildCacheException($"{name} is a link that leads out of the tree")
                : File.Exists(path) && FolderFiles.IsRegular(path) ? $"link {link} {HashOfContent(path)}"
                : $"link {link}";
        if (!file.Exists)
            return null;
        if (!FolderFiles.IsRegular(path))
            throw new BuildCacheException($"{name} is no regular file");
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
