using Bench.Results;

namespace Bench;

/// <summary>Files that a user named for results. What cannot be written is an error that names the file.</summary>
internal static class OutputFiles
{
    /// <summary>Refuses a file for a page that is not called so.</summary>
    public static void EnsureMarkdown(string? file)
    {
        if (file is not null && !Path.GetExtension(file).Equals(".md", StringComparison.OrdinalIgnoreCase))
            throw new UsageException($"--output: invalid file '{file}': expected the extension .md.");
    }

    /// <summary>
    /// Refuses a file that can't be written; to be called before anything is measured. A file that is there stays as it is.
    /// </summary>
    public static void EnsureWritable(Context context, string file) => Write(context, file, path =>
        {
            EnsureRegular(path);
            var isNew = !File.Exists(path);
            File.Open(path, FileMode.OpenOrCreate, FileAccess.Write).Dispose();
            if (isNew)
                File.Delete(path);
        });

    /// <summary>Opening a pipe would wait for a reader, and no signal but SIGKILL would end that.</summary>
    /// <exception cref="IOException">The path is a pipe or a device.</exception>
    public static void EnsureRegular(string path)
    {
        if (!FolderFiles.IsRegular(path) && !Directory.Exists(path))
            throw new IOException("it is a pipe or a device. Name a regular file.");
    }

    /// <param name="place">As the user named it.</param>
    /// <param name="write">Writes to the full path.</param>
    public static void Write(Context context, string place, Action<string> write)
    {
        try
        {
            write(context.FullPath(place));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            throw new UsageException($"{place} can't be written: {e.Message}");
        }
    }
}
