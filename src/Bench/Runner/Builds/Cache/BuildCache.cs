using System.Security.Cryptography;
using System.Text;
using Bench.PrivatePostgres;
using Bench.Results;

namespace Bench.Runner;

// A folder of programs and evaluations. The key of each stands for everything that it was made from. Several processes may use the folder
// at once. New entries appear whole, by a rename. A process holds the lock of a key while it creates or removes that entry.
internal sealed class BuildCache
{
    public const string FolderVariable = "BENCH_BUILD_CACHE";

    private const string EntryFile = "entry.json";
    private const string FilesFolder = "files";
    private const string OthersFolder = "others";
    private const string TemporaryEnding = ".tmp";
    private const UnixFileMode OwnOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    private const string TreePrefix = "tree-";

    // Evaluations are small files.
    private const int MostEvaluations = 1000;

    private static readonly TimeSpan UntilLeftBehind = TimeSpan.FromHours(1);

    private readonly long maxSize;

    private BuildCache(string folder, long maxSize) => (Folder, this.maxSize) = (folder, maxSize);

    public const long DefaultMaxSize = 2L << 30;

    public string Folder { get; }

    private string Programs => Path.Combine(Folder, "programs");

    private string Evaluations => Path.Combine(Folder, "evaluations");

    private string Locks => Path.Combine(Folder, "locks");

    // Null if BENCH_BUILD_CACHE is "off" or the system has no cache folder. Throws BuildCacheException if the variable is not a full path.
    public static string? FolderFrom(IReadOnlyDictionary<string, string> variables)
    {
        if (variables.GetValueOrDefault(FolderVariable) is { Length: > 0 } named)
            return named.Equals("off", StringComparison.OrdinalIgnoreCase) ? null
                : Path.IsPathFullyQualified(named) ? Path.GetFullPath(named)
                : throw new BuildCacheException($"{FolderVariable} is '{named}'. Use a full path, or off");
        var home = variables.GetValueOrDefault("HOME");
        var caches =
            OperatingSystem.IsWindows() ? variables.GetValueOrDefault("LOCALAPPDATA")
            : OperatingSystem.IsMacOS()
                ? home is null ? null
                    : Path.Combine(home, "Library", "Caches")
            : variables.GetValueOrDefault("XDG_CACHE_HOME") is { Length: > 0 } given && Path.IsPathRooted(given) ? given
            : string.IsNullOrEmpty(home) ? null
            : Path.Combine(home, ".cache");
        return string.IsNullOrEmpty(caches) ? null : Path.Combine(caches, "bench", "builds");
    }

    // Throws BuildCacheException if the folder belongs to somebody else or cannot be written.
    public static BuildCache Open(string folder, long maxSize = DefaultMaxSize)
    {
        var cache = new BuildCache(folder, maxSize);
        try
        {
            foreach (var own in new[] { folder, cache.Programs, cache.Evaluations, cache.Locks })
                MakeOwn(own);
            var probe = Path.Combine(folder, $"{Guid.NewGuid():N}{TemporaryEnding}");
            File.WriteAllText(probe, "");
            File.Delete(probe);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new BuildCacheException($"{folder} cannot be used ({e.Message})");
        }

        return cache;
    }

    // Null if another process holds the lock for longer than the limit.
    public FileLock? Lock(string key, TimeSpan limit, CancellationToken cancellationToken) =>
        FileLock.Wait(LockOf(key), limit, cancellationToken);

    public FileLock? TryLock(string key) => FileLock.Try(LockOf(key));

    // Builds of one work tree hold this lock.
    public static string TreeKey(string root) =>
        $"{TreePrefix}{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(root)))[..2]}";

    // Null without an entry. Throws BuildCacheException if it is damaged.
    public CacheEntry? Find(string key)
    {
        var file = Path.Combine(Programs, key, EntryFile);
        if (!Directory.Exists(Path.Combine(Programs, key)))
            return null;
        return
            File.Exists(file)
            && FolderFiles.IsRegular(file)
            && CheckedText.Parse<CacheEntry>(File.ReadAllText(file)) is { IsComplete: true } entry
            && entry.Key == key
            ? entry
            : throw new BuildCacheException($"{EntryFile} is damaged or missing");
    }

    // Throws BuildCacheException if a file is missing or damaged. "root" is the top folder of the sources, where other programs go that
    // this one may start.
    public void Copy(CacheEntry entry, string to, string root)
    {
        var from = Path.Combine(Programs, entry.Key, FilesFolder);
        foreach (var folder in entry.Folders.Prepend(""))
            Directory.CreateDirectory(Path.Combine(to, folder));
        var wrong = new string?[entry.Files.Count];
        Parallel.For(0, wrong.Length, i => wrong[i] = Copy(from, to, entry.Files[i]));
        if (wrong.FirstOrDefault(message => message is not null) is { } message)
            throw new BuildCacheException(message);
        foreach (var other in entry.Others.Where(other => !other.IsAt(root)))
        {
            var target = Path.Combine(root, other.Name);
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(Path.Combine(Programs, entry.Key, other.Source), target, overwrite: true);
            if (!other.IsAt(root))
                throw new BuildCacheException($"{other.Source} is damaged");
        }

        Directory.SetLastWriteTimeUtc(Path.Combine(Programs, entry.Key), DateTime.UtcNow);
    }

    private static string? Copy(string from, string to, CachedFile file)
    {
        try
        {
            var source = new FileInfo(Path.Combine(from, file.Name));
            if (source.LinkTarget is not null || !FolderFiles.IsRegular(source.FullName) || (source.Exists && source.Length != file.Size))
                return $"{file.Name} is damaged";
            source.CopyTo(Path.Combine(to, file.Name));
            // Checks the copy, because that is the file that will run.
            return CachedFile.Of(to, file.Name) == file ? null : $"{file.Name} is damaged";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return e.Message;
        }
    }

    // Call it with the lock of the key. "others" are files of other programs, relative to the top folder of the sources. "entry" has no
    // files yet.
    public void Store(string folder, ProgramFiles files, IReadOnlyList<string> others, CacheEntry entry)
    {
        var temporary = Path.Combine(Programs, $"{entry.Key}.{Guid.NewGuid():N}{TemporaryEnding}");
        var copy = Path.Combine(temporary, FilesFolder);
        try
        {
            foreach (var name in files.Folders.Prepend(""))
                Directory.CreateDirectory(Path.Combine(copy, name));
            foreach (var name in files.Files)
                File.Copy(Path.Combine(folder, name), Path.Combine(copy, name));
            CachedFile[] own = [.. files.Files.Select(name => CachedFile.Of(copy, name))];
            var stored = entry with { Files = own, Others = [.. Others(temporary, entry.SourceRoot, others, own)] };
            File.WriteAllText(Path.Combine(temporary, EntryFile), CheckedText.Of(stored));
            Remove(entry.Key);
            Directory.Move(temporary, Path.Combine(Programs, entry.Key));
        }
        finally
        {
            Delete(temporary);
        }

        RemoveOldest();
    }

    private static IEnumerable<OtherFile> Others(string entry, string root, IReadOnlyList<string> names, CachedFile[] own)
    {
        var sources = own.DistinctBy(file => file.Hash).ToDictionary(file => file.Hash, file => Path.Combine(FilesFolder, file.Name));
        foreach (var file in names.Select(name => CachedFile.Of(root, name)))
        {
            if (!sources.TryGetValue(file.Hash, out var source))
            {
                source = sources[file.Hash] = Path.Combine(OthersFolder, file.Hash);
                Directory.CreateDirectory(Path.Combine(entry, OthersFolder));
                File.Copy(Path.Combine(root, file.Name), Path.Combine(entry, source));
            }

            yield return new OtherFile(file.Name, source, file.Size, file.Hash);
        }
    }

    public void Remove(string key) => Delete(Path.Combine(Programs, key));

    public string? FindEvaluation(string key)
    {
        var file = Path.Combine(Evaluations, key);
        if (Directory.Exists(file) || !FolderFiles.IsRegular(file))
            Delete(file);
        if (!File.Exists(file))
            return null;
        File.SetLastWriteTimeUtc(file, DateTime.UtcNow);
        return File.ReadAllText(file);
    }

    public void StoreEvaluation(string key, string text)
    {
        var temporary = Path.Combine(Evaluations, $"{key}.{Guid.NewGuid():N}{TemporaryEnding}");
        try
        {
            File.WriteAllText(temporary, text);
            File.Move(temporary, Path.Combine(Evaluations, key), overwrite: true);
        }
        finally
        {
            Delete(temporary);
        }
    }

    // Size is in bytes.
    public (int Programs, long Size) Measure()
    {
        var programs = Entries().ToArray();
        return (programs.Length, programs.Sum(SizeOf));
    }

    // Removes what killed processes left, then the programs and evaluations that were not used for the longest time.
    private void RemoveOldest()
    {
        var now = DateTime.UtcNow;
        foreach (
            var left in new DirectoryInfo(Folder)
                .EnumerateFileSystemInfos($"*{TemporaryEnding}", SearchOption.AllDirectories)
                .Where(one => now - one.LastWriteTimeUtc > UntilLeftBehind)
                .ToArray()
        )
            Delete(left.FullName);
        var size = 0L;
        foreach (var program in Entries().OrderByDescending(one => one.LastWriteTimeUtc).ToArray())
        {
            size += SizeOf(program);
            if (size <= maxSize)
                continue;
            using var taken = TryLock(program.Name);
            if (taken is not null)
                Delete(program.FullName);
        }

        foreach (
            var old in new DirectoryInfo(Evaluations)
                .EnumerateFiles()
                .OrderByDescending(file => file.LastWriteTimeUtc)
                .Skip(MostEvaluations)
                .ToArray()
        )
            Delete(old.FullName);
    }

    private IEnumerable<DirectoryInfo> Entries() =>
        new DirectoryInfo(Programs)
            .EnumerateDirectories()
            .Where(folder => !folder.Name.EndsWith(TemporaryEnding, StringComparison.Ordinal));

    private static long SizeOf(DirectoryInfo folder) => folder.EnumerateFiles("*", SearchOption.AllDirectories).Sum(file => file.Length);

    // 256 locks for programs: so many that two builds seldom wait for each other without need, and so few that nobody needs to remove them.
    private string LockOf(string key)
    {
        var path = Path.Combine(Locks, key.StartsWith(TreePrefix, StringComparison.Ordinal) ? key : key[..2]);
        // Fails now, because waiting for such a lock would never succeed.
        return Directory.Exists(path) || !FolderFiles.IsRegular(path)
            ? throw new BuildCacheException($"{path} is not a regular file")
            : path;
    }

    // Anyone who can write to the folder decides what a check runs.
    private static void MakeOwn(string folder)
    {
        if (OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(folder);
            return;
        }

        if (!Directory.Exists(folder))
            Directory.CreateDirectory(folder, OwnOnly);
        var mode = File.GetUnixFileMode(folder);
        if ((mode & (UnixFileMode.GroupWrite | UnixFileMode.OtherWrite)) != 0)
            throw new BuildCacheException($"{folder} cannot be used, because others can write to it");
        if (!FolderFiles.IsOwn(folder))
            throw new BuildCacheException($"{folder} belongs to another user");
    }

    private static void Delete(string path)
    {
        try
        {
            if (Directory.Exists(path))
                Directory.Delete(path, recursive: true);
            else
                File.Delete(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Another process uses it. That process or the next one removes it.
        }
    }
}
