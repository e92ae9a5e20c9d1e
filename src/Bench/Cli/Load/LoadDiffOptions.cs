using System.CommandLine;

namespace Bench.Cli.Load;

/// <param name="Baseline">A sweep, or several of crank's files separated by commas.</param>
/// <param name="Candidate">The same.</param>
/// <param name="Name">The base name of the written files; null for the default.</param>
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
