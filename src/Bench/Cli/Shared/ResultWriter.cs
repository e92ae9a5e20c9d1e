using Bench.Comparison;
using Bench.Reports;
using Bench.Results;

namespace Bench.Cli;

/// <summary>
/// Writes the results of a command one by one. If one can't be written, a line reports it and the rest are still written.
/// </summary>
internal sealed class ResultWriter(Context context)
{
    private readonly List<string> files = [];
    private bool isIncomplete;

    public bool Try(Action write)
    {
        try
        {
            write();
            return true;
        }
        catch (BenchException e)
        {
            isIncomplete = true;
            context.Screen.Fail(e.Message);
            return false;
        }
    }

    public bool File(string path, string text) => Write(path, file =>
        {
            OutputFiles.EnsureRegular(file);
            System.IO.File.WriteAllText(file, text);
        });

    /// <summary>Writes a file in a folder of results. Replaces a symbolic link, which may lead anywhere, instead of following it.</summary>
    public bool Result(string path, string text) => Write(path, file => WholeFile.Write(file, text));

    /// <param name="place">The path that the user gave.</param>
    /// <param name="write">Writes to the full path.</param>
    public bool Write(string place, Action<string> write)
    {
        var isWritten = Try(() => OutputFiles.Write(context, place, write));
        if (isWritten)
            files.Add(place);
        return isWritten;
    }

    /// <summary>Where the written files are. A file is named once; null if all were.</summary>
    public string? Places()
    {
        if (files.Count == 0)
            return null;
        // Several files of a folder are named together.
        var places = files
            .Distinct()
            .GroupBy(file => Path.GetDirectoryName(file) ?? "")
            .Select(folder =>
                folder.Skip(1).Any() && folder.Key.Length > 0
                    ? $"{folder.Key} ({string.Join(", ", folder.Select(Path.GetFileName))})"
                    : string.Join(", ", folder)
            )
            .ToArray();
        files.Clear();
        return $"Written: {string.Join(", ", places)}";
    }

    /// <summary>
    /// Names the files, except in output that scripts read. A failed write overrides any verdict, and an interruption overrides both.
    /// </summary>
    public int Finish(Outcome outcome) => Finish(outcome.ExitCode);

    public int Finish(ExitCode code)
    {
        if (context.Screen.Format == ReportFormat.Console && Places() is { } places)
            context.Screen.Send($"\n{Visible.Render(places)}\n");
        return (int)(isIncomplete && code != ExitCode.Interrupted ? ExitCode.Usage : code);
    }
}
