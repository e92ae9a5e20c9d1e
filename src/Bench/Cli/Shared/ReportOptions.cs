using System.CommandLine;
using System.CommandLine.Parsing;

namespace Bench.Cli;

internal static class ReportOptions
{
    public static readonly Option<ReportFormat> Format = new("--format")
    {
        HelpName = "FORMAT",
        Description = "Print as console, markdown, json or html. Default: console.",
        CustomParser = ParseFormat,
    };
    public static readonly Option<string[]> Outputs = JudgingOptions.Several(
        "--output",
        "FILE",
        "Also write a .md, .json or .html file. Repeatable."
    );
    public static readonly Option<bool> AllBenchmarks = new("--all")
    {
        Description = "Show all benchmarks on the console. Default: the 60 worst.",
    };

    public static IEnumerable<Option> All => [Format, Outputs, AllBenchmarks];

    private static ReportFormat ParseFormat(ArgumentResult result)
    {
        var name = result.Tokens[^1].Value;
        if (Enum.GetNames<ReportFormat>().Contains(name, StringComparer.OrdinalIgnoreCase))
            return Enum.Parse<ReportFormat>(name, ignoreCase: true);

        result.AddError($"--format: '{name}' is not a format. Use console, markdown, json or html.");
        return default;
    }
}
