using System.CommandLine;

namespace Bench.Merge;

/// <param name="Parts">Files, or their folders.</param>
/// <param name="Results">The folder for the joined figures and reports.</param>
internal sealed record MergeOptions(IReadOnlyList<string> Parts, string Results, JudgingChoices Judging, ReportChoices Report)
{
    public static MergeOptions From(ParseResult arguments) =>
        new(
            arguments.GetValue(MergeCommand.Parts)!,
            arguments.GetValue(MergeCommand.Results)!,
            JudgingChoices.From(arguments),
            ReportChoices.From(arguments)
        );
}
