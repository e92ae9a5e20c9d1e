using Bench.Results;

namespace Bench.Cli;

/// <summary>Result files that a user named. If one can't be written, the error names it.</summary>
internal static class OutputFiles
{
    public static void EnsureMarkdown(string? file)
    {
        if (file is not null)
            FormatOf(file, ReportFormat.Markdown);
    }

    /// <summary>The format that a file's extension names. It must be one of those that the verb writes.</summary>
    public static ReportFormat FormatOf(string file, params ReportFormat[] formats)
    {
        ReportFormat? named = Path.GetExtension(file).ToUpperInvariant() switch
        {
            ".MD" => ReportFormat.Markdown,
            ".JSON" => ReportFormat.Json,
            ".HTML" or ".HTM" => ReportFormat.Html,
            _ => null,
        };
        if (named is { } format && formats.Contains(format))
            return format;
        string[] usual = [.. formats.Select(one => one == ReportFormat.Markdown ? ".md" : $".{one.ToString().ToLowerInvariant()}")];
        var choice = usual is [.. var first, var last] && first.Length > 0 ? $"{string.Join(", ", first)} or {last}" : usual[0];
        throw new UsageException($"--output: '{file}' has the wrong extension. Use {choice}.");
    }

    /// <summary>
    /// Refuses a file that can't be written. To be called before anything is measured. Leaves an existing file unchanged.
    /// </summary>
    public static void EnsureWritable(Context context, string file) => Write(context, file, path =>
        {
            EnsureRegular(path);
            var isNew = !File.Exists(path);
            File.Open(path, FileMode.OpenOrCreate, FileAccess.Write).Dispose();
            if (isNew)
                File.Delete(path);
        });

    /// <summary>Refuses pipes and devices: opening a pipe waits for a reader, and only SIGKILL would end that.</summary>
    public static void EnsureRegular(string path)
    {
        if (!FolderFiles.IsRegular(path) && !Directory.Exists(path))
            throw new IOException("it is a pipe or a device. Name a regular file.");
    }

    /// <param name="place">The path that the user gave.</param>
    /// <param name="write">Writes to the full path.</param>
    public static void Write(Context context, string place, Action<string> write)
    {
        try
        {
            write(context.FullPath(place));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            throw new UsageException($"{place} cannot be written: {e.Message}");
        }
    }
}
