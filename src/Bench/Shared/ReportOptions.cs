using System.CommandLine;
using System.CommandLine.Parsing;

namespace Bench;

internal static class ReportOptions
{
    public static readonly Option<ReportFormat> Format = new("--format")
    {
        HelpName = "console|markdown|json|html",
        Description = "What goes to standard output. Default: console.",
        CustomParser = ParseFormat,
    };
    public static readonly Option<string[]> Outputs = JudgingOptions.Several(
        "--output",
        "FILE",
        "Also writes a file: .md, .json or .html."
    );
    public static readonly Option<bool> AllBenchmarks = new("--all")
    {
        Description = "Shows all benchmarks on the console, and not only the 60 worst.",
    };

    public static IEnumerable<Option> All => [Format, Outputs, AllBenchmarks];

    private static ReportFormat ParseFormat(ArgumentResult result)
    {
        var name = result.Tokens[^1].Value;
        if (Enum.GetNames<ReportFormat>().Contains(name, StringComparer.OrdinalIgnoreCase))
            return Enum.Parse<ReportFormat>(name, ignoreCase: true);

        result.AddError($"--format: '{name}' is none of console, markdown, json, html.");
        return default;
    }
}
