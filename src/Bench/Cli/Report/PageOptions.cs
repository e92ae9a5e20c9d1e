using System.CommandLine;

namespace Bench.Cli.Report;

/// <param name="Paths">Files or folders of results, or git:REF.</param>
/// <param name="Pictures">The folder for its pictures; null for none.</param>
internal sealed record PageOptions(IReadOnlyList<string> Paths, string Output, string? Pictures, JudgingChoices Judging)
{
    public static PageOptions From(ParseResult arguments)
    {
        var output = arguments.GetValue(ReportCommand.Output)!;
        OutputFiles.FormatOf(output, ReportFormat.Html);
        return new(
            arguments.GetValue(ReportCommand.Paths)!,
            output,
            arguments.GetValue(ReportCommand.Pictures),
            JudgingChoices.From(arguments)
        );
    }
}
