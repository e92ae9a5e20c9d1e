using System.CommandLine;
using System.CommandLine.Parsing;

namespace Bench.Cli;

internal static class ReportOptions
{
    public static readonly Option<ReportFormat> Format = new("--format")
    {
        HelpName = "FORMAT",
        Description = "Print as console, markdown, json or html. Default: console.",
        CustomParser = result => ParseFormat(result, Enum.GetNames<ReportFormat>()),
    };

    // For verbs whose report is a page of Markdown.
    public static readonly Option<ReportFormat> PageFormat = new("--format")
    {
        HelpName = "FORMAT",
        Description = "Print as console or markdown. Default: console.",
        CustomParser = result => ParseFormat(result, [nameof(ReportFormat.Console), nameof(ReportFormat.Markdown)]),
    };
    public static readonly Option<string[]> Outputs = Declare.Several(
        "--output",
        "FILE",
        "Also write a .md, .json or .html file. Repeatable."
    );
    public static readonly Option<bool> AllBenchmarks = Declare.Flag(
        "--all",
        "Show all benchmarks on the console. Default: those that changed."
    );

    public static IEnumerable<Option> All => [Format, Outputs, AllBenchmarks];

    // Each verb has one of the two options.
    public static ReportFormat FormatOf(ParseResult arguments) =>
        arguments.GetValue(Format) is not ReportFormat.Console and var format ? format : arguments.GetValue(PageFormat);

    private static ReportFormat ParseFormat(ArgumentResult result, string[] names)
    {
        var name = result.Tokens[^1].Value;
        if (names.Contains(name, StringComparer.OrdinalIgnoreCase))
            return Enum.Parse<ReportFormat>(name, ignoreCase: true);

        string[] known = [.. names.Select(known => known.ToLowerInvariant())];
        result.AddError($"--format: '{name}' is not a format. Use {string.Join(", ", known[..^1])} or {known[^1]}.");
        return default;
    }
}
