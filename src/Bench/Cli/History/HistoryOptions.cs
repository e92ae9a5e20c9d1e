using System.CommandLine;
using Bench.Results;

namespace Bench.Cli.History;

/// <param name="Source">git:REVISIONS, or a folder of runs.</param>
/// <param name="Folder">The folder of results in each commit.</param>
/// <param name="Outputs">Files to write, .md or .html.</param>
/// <param name="Repeated">The options that a printed command repeats.</param>
internal sealed record HistoryOptions(string Source, string Folder, IReadOnlyList<string> Outputs, string Repeated, JudgingChoices Judging)
{
    public bool IsGit => Source.StartsWith(RunLoader.GitPrefix, StringComparison.Ordinal);

    public static HistoryOptions From(ParseResult arguments)
    {
        var judging = JudgingChoices.From(arguments);
        Option[] repeated = [HistoryCommand.Folder, JudgingOptions.Config, JudgingOptions.Margin];
        var options = new HistoryOptions(
            arguments.GetValue(HistoryCommand.Source)!,
            arguments.GetValue(HistoryCommand.Folder)!.Trim('/'),
            arguments.GetValue(HistoryCommand.Outputs) ?? [],
            string.Concat(repeated.Select(option => judging.Given.Text(option))),
            judging
        );
        if (
            options.Outputs.FirstOrDefault(path => Path.GetExtension(path).ToUpperInvariant() is not (".MD" or ".HTML" or ".HTM")) is
            { } wrong
        )
            throw new UsageException($"--output: '{wrong}' has the wrong extension. Use .md or .html.");
        return !options.IsGit && judging.Given.Has(HistoryCommand.Folder)
            ? throw new UsageException(
                $"--folder applies to commits, but {options.Source} is a folder of runs. Use git:REVISIONS, or leave --folder out."
            )
            : options;
    }
}
