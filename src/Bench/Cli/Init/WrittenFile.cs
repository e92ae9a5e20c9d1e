using Bench.Processes;

namespace Bench.Cli.Init;

/// <summary>A file of the set-up that was written, or left unchanged because it exists.</summary>
/// <param name="Difference">The lines that the existing file lacks or has in addition; empty if it is the same.</param>
internal sealed record WrittenFile(SetupFile File, bool IsNew, IReadOnlyList<string> Difference)
{
    private const int ShownLines = 12;

    /// <summary>Writes the file unless it exists: an existing file is never overwritten.</summary>
    public static WrittenFile Write(Context context, SetupFile file)
    {
        var path = context.FullPath(file.Path);
        if (Path.Exists(path))
            return new WrittenFile(file, false, DifferenceTo(context.Folder, file, context.Cancellation));
        OutputFiles.Write(context, file.Path, path =>
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            // CreateNew does not overwrite a file that another process has just created.
            using var stream = new StreamWriter(System.IO.File.Open(path, FileMode.CreateNew));
            stream.Write(file.Text);
        });
        return new WrittenFile(file, true, []);
    }

    public IEnumerable<string> Lines()
    {
        yield return (IsNew, Difference.Count) switch
        {
            (true, _) => $"  created    {File.Path}",
            (false, 0) => $"  unchanged  {File.Path}",
            _ => $"  kept       {File.Path}: it exists and differs from the new text (+):",
        };
        foreach (var line in Difference.Take(ShownLines))
            yield return $"      {line}";
        if (Difference.Count > ShownLines)
            yield return $"      and {Difference.Count - ShownLines} more lines";
    }

    private static IReadOnlyList<string> DifferenceTo(string root, SetupFile file, CancellationToken cancellationToken)
    {
        var written = Path.GetTempFileName();
        try
        {
            System.IO.File.WriteAllText(written, file.Text);
            var difference = GitProcess.Run(
                root,
                cancellationToken,
                "diff",
                "--no-index",
                "--no-color",
                "--no-ext-diff",
                "--ignore-cr-at-eol",
                "--unified=0",
                "--",
                file.Path,
                written
            );
            // The first four lines name the files; lines with @@ only give positions.
            return
            [
                .. difference
                    .Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
                    .SkipWhile(line => !line.StartsWith("@@", StringComparison.Ordinal))
                    .Where(line => !line.StartsWith("@@", StringComparison.Ordinal)),
            ];
        }
        finally
        {
            System.IO.File.Delete(written);
        }
    }
}
