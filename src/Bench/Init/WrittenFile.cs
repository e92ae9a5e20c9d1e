using Bench.Processes;

namespace Bench.Init;

/// <summary>A file of the set-up, written or left as it was.</summary>
/// <param name="Difference">What the existing file lacks and has besides, a line each; empty where it is the same.</param>
internal sealed record WrittenFile(SetupFile File, bool IsNew, IReadOnlyList<string> Difference)
{
    private const int ShownLines = 12;

    /// <summary>Writes a file that does not exist; one that does stays, whatever it holds.</summary>
    public static WrittenFile Write(Context context, SetupFile file)
    {
        var path = context.FullPath(file.Path);
        if (Path.Exists(path))
            return new WrittenFile(file, false, DifferenceTo(context.Folder, file, context.Cancellation));
        OutputFiles.Write(context, file.Path, path =>
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            // Another process may have been faster: it is not overwritten either.
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
            _ => $"  kept       {File.Path}: it exists, and differs from what would be written (+):",
        };
        foreach (var line in Difference.Take(ShownLines))
            yield return $"      {line}";
        if (Difference.Count > ShownLines)
            yield return $"      and {Difference.Count - ShownLines} lines more";
    }

    private static IReadOnlyList<string> DifferenceTo(string root, SetupFile file, CancellationToken cancellationToken)
    {
        var written = Path.GetTempFileName();
        try
        {
            System.IO.File.WriteAllText(written, file.Text);
            var difference = ChildProcess.Run(
                "git",
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
            // Four lines name the files, those with @@ say where.
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
