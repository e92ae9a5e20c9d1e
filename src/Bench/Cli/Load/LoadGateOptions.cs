using System.CommandLine;

namespace Bench.Cli.Load;

/// <summary>Null or empty values were not given.</summary>
/// <param name="Project">A project file, or the name of a folder in <c>samples/</c>.</param>
/// <param name="Headers"><c>NAME: VALUE</c> each.</param>
/// <param name="Body">Text, or <c>@FILE</c>.</param>
/// <param name="Variables">Environment variables for both servers, <c>NAME=VALUE</c>.</param>
internal sealed record LoadGateOptions(
    BaselineChoice Baseline,
    string? Project,
    string? Framework,
    string? Endpoint,
    string? Path,
    string? Method,
    IReadOnlyList<string> Headers,
    string? Body,
    int? ExpectStatus,
    string? ExpectBody,
    int? Connections,
    int Rounds,
    TimeSpan? Duration,
    TimeSpan? WarmUp,
    IReadOnlyList<string>? Start,
    string? ReadyPath,
    TimeSpan? StartTimeout,
    bool Pins,
    bool StartsPostgres,
    IReadOnlyList<string> Variables,
    IReadOnlyList<string> Switches,
    bool MeasuresSameCode,
    string? Name,
    string Folder,
    JudgingChoices Judging,
    ReportChoices Report
)
{
    public static LoadGateOptions From(ParseResult arguments)
    {
        LoadOptions.EnsureBehindDashes(arguments, LoadGateCommand.Switches);
        return new LoadGateOptions(
            BaselineChoice.From(arguments),
            arguments.GetValue(LoadGateCommand.Project),
            arguments.GetValue(LoadGateCommand.Framework),
            arguments.GetValue(LoadGateCommand.Endpoint),
            arguments.GetValue(LoadGateCommand.PathOption),
            arguments.GetValue(LoadGateCommand.Method),
            arguments.GetValue(LoadGateCommand.Headers) ?? [],
            arguments.GetValue(LoadGateCommand.Body),
            arguments.GetValue(LoadGateCommand.ExpectStatus),
            arguments.GetValue(LoadGateCommand.ExpectBody),
            arguments.GetValue(LoadGateCommand.Connections),
            arguments.GetValue(LoadGateCommand.Rounds),
            arguments.GetValue(LoadGateCommand.Duration),
            arguments.GetValue(LoadGateCommand.WarmUp),
            arguments.GetValue(LoadGateCommand.Start) is { } start
                ? [.. System.CommandLine.Parsing.CommandLineParser.SplitCommandLine(start)]
                : null,
            arguments.GetValue(LoadGateCommand.ReadyPath),
            arguments.GetValue(LoadGateCommand.StartTimeout),
            arguments.GetValue(LoadGateCommand.Pin),
            arguments.GetValue(LoadGateCommand.Postgres),
            MeasurementChoices.CheckVariables(arguments.GetValue(LoadGateCommand.Variables) ?? []),
            arguments.GetValue(LoadGateCommand.Switches) ?? [],
            arguments.GetValue(LoadGateCommand.MeasureSameCode),
            arguments.GetValue(LoadOptions.Name),
            arguments.GetValue(LoadOptions.Folder)!,
            JudgingChoices.From(arguments),
            ReportChoices.From(arguments)
        );
    }
}
