using System.CommandLine;

namespace Bench.Load;

/// <summary>What a user chose with <c>bench load diff</c>.</summary>
/// <param name="Baseline">The sweep compared against, or several files of crank's, separated by commas.</param>
/// <param name="Candidate">The same of the one in question.</param>
/// <param name="Name">What files are called; null for their usual name.</param>
/// <param name="Folder">Where files are written.</param>
internal sealed record LoadDiffOptions(string Baseline, string Candidate, string? Name, string Folder, JudgingChoices Judging)
{
    public static LoadDiffOptions From(ParseResult arguments) =>
        new(
            arguments.GetValue(LoadDiffCommand.Baseline)!,
            arguments.GetValue(LoadDiffCommand.Candidate)!,
            arguments.GetValue(LoadOptions.Name),
            arguments.GetValue(LoadOptions.Folder)!,
            JudgingChoices.From(arguments)
        );
}
