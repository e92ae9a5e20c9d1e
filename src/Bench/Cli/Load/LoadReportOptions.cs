using System.CommandLine;

namespace Bench.Cli.Load;

internal sealed record LoadReportOptions(string Figures, JudgingChoices Judging, ReportChoices Report)
{
    public static LoadReportOptions From(ParseResult arguments) =>
        new(arguments.GetValue(LoadReportCommand.Figures)!, JudgingChoices.From(arguments), ReportChoices.From(arguments));
}
