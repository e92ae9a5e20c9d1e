using System.CommandLine;
using Bench.Comparison;
using Bench.Reports;

namespace Bench.Cli;

internal sealed record ReportChoices(ReportFormat Format, IReadOnlyList<(string Path, ReportFormat Format)> Files, bool ShowsAll)
{
    public static ReportChoices From(ParseResult arguments) =>
        new(
            arguments.GetValue(ReportOptions.Format),
            [
                .. (arguments.GetValue(ReportOptions.Outputs) ?? []).Select(path =>
                    (path, OutputFiles.FormatOf(path, ReportFormat.Markdown, ReportFormat.Json, ReportFormat.Html))
                ),
            ],
            arguments.GetValue(ReportOptions.AllBenchmarks)
        );

    /// <summary>
    /// Refuses files that can't be written. To be called before anything is measured, but after the command has made its folders.
    /// </summary>
    public void EnsureWritable(Context context)
    {
        foreach (var (path, _) in Files)
            OutputFiles.EnsureWritable(context, path);
    }

    /// <summary>Writes the files first, so that the verdict is the last line. It is shown even if the files can't be written.</summary>
    /// <param name="markdown">Replaces the Markdown of a comparison, and also the console's table, whose text is about builds.</param>
    public void Write(Context context, ResultWriter writer, RunComparison comparison, Outcome outcome, Func<string>? markdown = null)
    {
        foreach (var (path, format) in Files)
            writer.File(path, Render(format));
        writer.Try(() => context.Screen.Send(Render(Format)));

        string Render(ReportFormat format) =>
            format switch
            {
                ReportFormat.Console when markdown is not null => MarkdownScreen.Render(
                    markdown(),
                    context.Screen.HasColours,
                    context.Screen.Columns,
                    writer.Places()
                ),
                ReportFormat.Console => ConsoleReport.Render(
                    context.Screen.HasColours,
                    context.Screen.Columns,
                    comparison,
                    outcome,
                    ShowsAll,
                    writer.Places()
                ),
                ReportFormat.Markdown => markdown?.Invoke() ?? MarkdownReport.Render(comparison, outcome),
                ReportFormat.Json => JsonReport.Render(comparison, outcome),
                _ => HtmlReport.Render(comparison, outcome),
            };
    }
}
