using System.Runtime.InteropServices;

namespace Bench.Results;

// Lists the files in a folder and its subfolders. It tolerates links that form a circle and pipes that nobody writes to.
internal static class FolderFiles
{
    private const int MaxDepth = 16;

    public static IReadOnlyList<string> List(string folder, Action<string>? skip = null)
    {
        var root = new DirectoryInfo(folder);
        var seen = new HashSet<string>(StringComparer.Ordinal);
        var found = new List<string>();
        // Files under their own name come before files that a link leads to.
        var folders = new Queue<(DirectoryInfo Folder, string Real, string Name, int Depth)>();
        var links = new Queue<(FileSystemInfo Link, string Name, int Depth)>();
        folders.Enqueue((root, Target(root) ?? root.FullName, "", 0));
        while (folders.Count > 0 || links.Count > 0)
        {
            if (folders.Count == 0)
            {
                var (link, name, depth) = links.Dequeue();
                if (Target(link) is not { } target)
                    continue;
                if (Directory.Exists(target))
                    folders.Enqueue((new DirectoryInfo(target), target, name, depth));
                else if (File.Exists(target) && seen.Add(target))
                    Add(target, name);
                continue;
            }

            var (here, real, place, deep) = folders.Dequeue();
            if (deep > MaxDepth || !seen.Add(real))
                continue;
            foreach (var entry in here.EnumerateFileSystemInfos())
            {
                var name = place.Length == 0 ? entry.Name : $"{place}/{entry.Name}";
                var own = Path.Combine(real, entry.Name);
                if (entry.LinkTarget is not null)
                    links.Enqueue((entry, name, deep + 1));
                else if (entry is DirectoryInfo inner)
                    folders.Enqueue((inner, own, name, deep + 1));
                else if (seen.Add(own))
                    Add(own, name);
            }
        }

        found.Sort(StringComparer.Ordinal);
        return found;

        void Add(string path, string name)
        {
            if (IsRegular(path))
                found.Add(name);
            else
                skip?.Invoke(name);
        }
    }

    // False for a pipe, socket or device, which may have no end.
    public static bool IsRegular(string path)
    {
        if (OperatingSystem.IsWindows())
            return true;
        try
        {
            return Stat(path, out var status) != 0 || (status.Mode & TypeMask) == RegularFile;
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return true;
        }
    }

    // True if the system does not show the owner.
    public static bool IsOwn(string path)
    {
        if (OperatingSystem.IsWindows())
            return true;
        try
        {
            return Stat(path, out var status) != 0 || status.User == EffectiveUser();
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return true;
        }
    }

    // A link to itself cannot be resolved.
    private static string? Target(FileSystemInfo entry)
    {
        try
        {
            return entry.ResolveLinkTarget(returnFinalTarget: true)?.FullName;
        }
        catch (IOException)
        {
            return null;
        }
    }

    private const int TypeMask = 0xF000;
    private const int RegularFile = 0x8000;

    // The runtime's own stat, because .NET does not show whether a path is a pipe.
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    [DllImport("libSystem.Native", EntryPoint = "SystemNative_Stat")]
#pragma warning disable SYSLIB1054 // A generated import needs unsafe code.
    private static extern int Stat([MarshalAs(UnmanagedType.LPUTF8Str)] string path, out FileStatus status);

    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    [DllImport("libSystem.Native", EntryPoint = "SystemNative_GetEUid")]
    private static extern uint EffectiveUser();
#pragma warning restore SYSLIB1054

    // The runtime's struct has more fields and is smaller than this size.
    [StructLayout(LayoutKind.Sequential, Size = 512)]
    private struct FileStatus
    {
        public int Flags;
        public int Mode;
        public uint User;
    }
}
