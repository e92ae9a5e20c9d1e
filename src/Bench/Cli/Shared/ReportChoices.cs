using System.CommandLine;
using System.Globalization;
using Bench.Comparison;
using Bench.Reports;

namespace Bench.Cli;

internal sealed record ReportChoices(ReportFormat Format, IReadOnlyList<(string Path, ReportFormat Format)> Files, bool ShowsAll)
{
    public static ReportChoices From(ParseResult arguments) =>
        new(
            arguments.GetValue(ReportOptions.Format),
            [.. (arguments.GetValue(ReportOptions.Outputs) ?? []).Select(path => (path, FormatOf(path)))],
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
                ReportFormat.Console => OnConsole(context.Screen, writer, comparison, outcome, markdown),
                ReportFormat.Markdown => markdown?.Invoke() ?? MarkdownReport.Render(comparison, outcome),
                ReportFormat.Json => JsonReport.Render(comparison, outcome),
                _ => HtmlReport.Render(comparison, outcome),
            };
    }

    private string OnConsole(Screen screen, ResultWriter writer, RunComparison comparison, Outcome outcome, Func<string>? markdown)
    {
        if (markdown is not null)
            return MarkdownScreen.Render(markdown(), screen.HasColours, screen.Columns);
        using var page = new StringWriter(CultureInfo.InvariantCulture);
        ConsoleReport.Write(page, screen.HasColours, screen.Columns, comparison, outcome, ShowsAll, writer.Places());
        return page.ToString();
    }

    private static ReportFormat FormatOf(string path) =>
        Path.GetExtension(path).ToUpperInvariant() switch
        {
            ".MD" => ReportFormat.Markdown,
            ".JSON" => ReportFormat.Json,
            ".HTML" or ".HTM" => ReportFormat.Html,
            _ => throw new UsageException($"--output: '{path}' has the wrong extension. Use .md, .json or .html."),
        };
}
