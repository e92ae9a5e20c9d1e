using System.CommandLine;

namespace Bench.Load;

/// <summary>What a user chose with <c>bench load report</c>.</summary>
/// <param name="Figures">The file of a load gate.</param>
internal sealed record LoadReportOptions(string Figures, JudgingChoices Judging, ReportChoices Report)
{
    public static LoadReportOptions From(ParseResult arguments) =>
        new(arguments.GetValue(LoadReportCommand.Figures)!, JudgingChoices.From(arguments), ReportChoices.From(arguments));
}
