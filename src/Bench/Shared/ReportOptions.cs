using System.CommandLine;
using System.CommandLine.Parsing;
using System.Text;
using Bench.Comparison;
using Bench.Reports;

namespace Bench;

/// <summary>The options of every verb that reports a comparison, and the reports themselves.</summary>
internal static class ReportOptions
{
    private static readonly Option<ReportFormat> Format = new("--format")
    {
        HelpName = "console|markdown|json|html",
        Description = "What goes to standard output. Default: console.",
        CustomParser = ParseFormat,
    };
    private static readonly Option<string[]> Outputs = JudgingOptions.Several(
        "--output",
        "FILE",
        "Also writes a file: .md, .json or .html."
    );
    private static readonly Option<bool> AllBenchmarks = new("--all")
    {
        Description = "Shows all benchmarks on the console, and not only the 60 worst.",
    };

    /// <summary>EPIPE, as .NET hands it through on Unix.</summary>
    private const int BrokenPipe = 32;

    private enum ReportFormat
    {
        Console,
        Markdown,
        Json,
        Html,
    }

    public static IEnumerable<Option> All => [Format, Outputs, AllBenchmarks];

    /// <summary>Refuses destinations that nothing can be written to in a known form; to be called before anything is measured.</summary>
    public static void Check(ParseResult arguments) => Destinations(arguments);

    /// <summary>
    /// Refuses destinations that can't be written; to be called before anything is measured, but after the folders that the command makes
    /// are there.
    /// </summary>
    public static void EnsureWritable(ParseResult arguments)
    {
        foreach (var (path, _) in Destinations(arguments))
            EnsureWritable(path);
    }

    /// <summary>Refuses a file for a page that is not called so.</summary>
    public static void EnsureMarkdown(string? file)
    {
        if (file is not null && !Path.GetExtension(file).Equals(".md", StringComparison.OrdinalIgnoreCase))
            throw new UsageException($"--output: invalid file '{file}': expected the extension .md.");
    }

    /// <summary>
    /// Refuses a file that can't be written; to be called before anything is measured. A file that is there stays as it is.
    /// </summary>
    public static void EnsureWritable(string file) =>
        Write(
            file,
            () =>
            {
                var isNew = !File.Exists(file);
                File.Open(file, FileMode.OpenOrCreate, FileAccess.Write).Dispose();
                if (isNew)
                    File.Delete(file);
            }
        );

    /// <summary>
    /// Writes everything that was asked for, standard output first: a verdict is known, even if nothing can be written any more.
    /// </summary>
    /// <param name="markdown">The Markdown, where that is not the one of a comparison: the console shows it as well, for its table speaks
    /// of builds.</param>
    public static void Write(
        ParseResult arguments,
        Deliveries deliveries,
        RunComparison comparison,
        Outcome outcome,
        Func<string>? markdown = null
    )
    {
        var shown = arguments.GetValue(Format);
        if (markdown is not null && shown == ReportFormat.Console)
            shown = ReportFormat.Markdown;
        markdown ??= () => MarkdownReport.Render(comparison, outcome);
        deliveries.Try(() => WriteOutput(shown, comparison, outcome, arguments.GetValue(AllBenchmarks), markdown));
        foreach (var (path, format) in Destinations(arguments))
            deliveries.Try(() => WriteFile(path, Report(format, comparison, outcome, markdown)));
    }

    public static void WriteFile(string path, string text) => Write(path, () => File.WriteAllText(path, text));

    /// <summary>Writes something, and says where it could not.</summary>
    public static void Write(string place, Action write)
    {
        try
        {
            write();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            throw new UsageException($"{place} can't be written: {e.Message}");
        }
    }

    private static List<(string Path, ReportFormat Format)> Destinations(ParseResult arguments) =>
        [
            .. (arguments.GetValue(Outputs) ?? []).Select(path =>
                (
                    path,
                    Path.GetExtension(path).ToUpperInvariant() switch
                    {
                        ".MD" => ReportFormat.Markdown,
                        ".JSON" => ReportFormat.Json,
                        ".HTML" or ".HTM" => ReportFormat.Html,
                        _ => throw new UsageException(
                            $"--output: invalid file '{path}': expected the extension .md, .json or .html, which says what to write."
                        ),
                    }
                )
            ),
        ];

    private static string Report(ReportFormat format, RunComparison comparison, Outcome outcome, Func<string> markdown) =>
        format switch
        {
            ReportFormat.Markdown => markdown(),
            ReportFormat.Json => JsonReport.Render(comparison, outcome),
            _ => HtmlReport.Render(comparison, outcome),
        };

    private static void WriteOutput(ReportFormat format, RunComparison comparison, Outcome outcome, bool showAll, Func<string> markdown)
    {
        using var output = new StreamWriter(
            Console.OpenStandardOutput(),
            new UTF8Encoding(encoderShouldEmitUTF8Identifier: false),
            1 << 16
        );
        try
        {
            if (format == ReportFormat.Console)
                ConsoleReport.Write(output, Screen.HasColours, ScreenWidth.Columns, comparison, outcome, showAll);
            else
                output.Write(Report(format, comparison, outcome, markdown));
            output.Flush();
        }
        catch (IOException e) when (e.HResult == BrokenPipe)
        {
            // The reader went away, as head does; the exit code still says what was found.
        }
    }

    private static ReportFormat ParseFormat(ArgumentResult result)
    {
        var name = result.Tokens[^1].Value;
        if (Enum.GetNames<ReportFormat>().Contains(name, StringComparer.OrdinalIgnoreCase))
            return Enum.Parse<ReportFormat>(name, ignoreCase: true);

        result.AddError($"--format: '{name}' is none of console, markdown, json, html.");
        return default;
    }
}
