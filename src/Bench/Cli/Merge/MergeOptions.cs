using System.CommandLine;

namespace Bench.Cli.Merge;

internal sealed record MergeOptions(IReadOnlyList<string> Parts, string Results, JudgingChoices Judging, ReportChoices Report)
{
    public static MergeOptions From(ParseResult arguments) =>
        new(
            arguments.GetValue(MergeCommand.Parts)!,
            arguments.GetValue(CheckFolder.Artifacts)!,
            JudgingChoices.From(arguments),
            ReportChoices.From(arguments)
        );
}
