using System.CommandLine;
using Bench.Results;

namespace Bench.Cli.History;

/// <param name="Source">git:REVISIONS, or a folder of runs.</param>
/// <param name="Folder">The folder of results in each commit.</param>
/// <param name="Branch">A data branch, which is read instead of the source; null for none.</param>
/// <param name="Added">Figures of checks, or their folders, to add to the data branch.</param>
/// <param name="Outputs">Files to write, .md or .html.</param>
/// <param name="Repeated">The options that a printed command repeats.</param>
internal sealed record HistoryOptions(
    string Source,
    string Folder,
    string? Branch,
    IReadOnlyList<string> Added,
    IReadOnlyList<string> Outputs,
    string Repeated,
    JudgingChoices Judging
)
{
    public static readonly ReportFormat[] Formats = [ReportFormat.Markdown, ReportFormat.Html];

    public bool IsGit => Branch is not null || Source.StartsWith(RunLoader.GitPrefix, StringComparison.Ordinal);

    public static HistoryOptions From(ParseResult arguments)
    {
        var judging = JudgingChoices.From(arguments);
        Option[] repeated = [HistoryCommand.Branch, HistoryCommand.Folder, JudgingOptions.Config, JudgingOptions.Margin];
        var options = new HistoryOptions(
            arguments.GetValue(HistoryCommand.Source)!,
            arguments.GetValue(HistoryCommand.Folder)!.Trim('/'),
            arguments.GetValue(HistoryCommand.Branch),
            arguments.GetValue(HistoryCommand.Added) ?? [],
            arguments.GetValue(HistoryCommand.Outputs) ?? [],
            string.Concat(repeated.Select(option => judging.Given.Text(option))),
            judging
        );
        foreach (var path in options.Outputs)
            OutputFiles.FormatOf(path, Formats);
        if (options.Branch is null && options.Added.Count > 0)
            throw new UsageException($"--add needs the branch to add to, such as --branch {DataBranch.Usual}.");
        if (options.Branch is not null && arguments.GetResult(HistoryCommand.Source) is { Tokens.Count: > 0 })
            throw new UsageException($"--branch and {options.Source} are two sources. Leave one of them out.");
        return (options.Branch is not null || !options.IsGit) && judging.Given.Has(HistoryCommand.Folder)
            ? throw new UsageException(
                $"--folder applies to commits, but {options.Branch ?? options.Source} is a {(options.Branch is null ? "folder of runs" : "data branch")}. Use git:REVISIONS, or leave --folder out."
            )
            : options;
    }
}
