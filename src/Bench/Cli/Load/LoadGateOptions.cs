using System.CommandLine;
using Bench.Load;

namespace Bench.Cli.Load;

// Null or empty values were not given.
internal sealed record LoadGateOptions
{
    public required BaselineChoice Baseline { get; init; }

    /// <summary>A project file, or the name of a folder in <c>samples/</c>.</summary>
    public string? Project { get; init; }

    public string? Framework { get; init; }

    public string? Endpoint { get; init; }

    public string? Path { get; init; }

    public string? Method { get; init; }

    /// <summary><c>NAME: VALUE</c> each.</summary>
    public IReadOnlyList<string> Headers { get; init; } = [];

    /// <summary>Text, or <c>@FILE</c>.</summary>
    public string? Body { get; init; }

    public int? ExpectStatus { get; init; }

    public string? ExpectBody { get; init; }

    public int? Connections { get; init; }

    public required int Rounds { get; init; }

    public TimeSpan? Duration { get; init; }

    public TimeSpan? WarmUp { get; init; }

    public IReadOnlyList<string>? Start { get; init; }

    public string? ReadyPath { get; init; }

    public TimeSpan? StartTimeout { get; init; }

    public bool Pins { get; init; }

    public bool StartsPostgres { get; init; }

    /// <summary>Environment variables for both servers, <c>NAME=VALUE</c>.</summary>
    public IReadOnlyList<string> Variables { get; init; } = [];

    public IReadOnlyList<string> Switches { get; init; } = [];

    public bool MeasuresSameCode { get; init; }

    public string? Name { get; init; }

    public required string Folder { get; init; }

    public required JudgingChoices Judging { get; init; }

    public required ReportChoices Report { get; init; }

    public static LoadGateOptions From(ParseResult arguments)
    {
        LoadOptions.EnsureBehindDashes(arguments, LoadGateCommand.Switches);
        return new LoadGateOptions
        {
            Baseline = BaselineChoice.From(arguments),
            Project = arguments.GetValue(LoadGateCommand.Project),
            Framework = arguments.GetValue(LoadGateCommand.Framework),
            Endpoint = arguments.GetValue(LoadGateCommand.Endpoint),
            Path = arguments.GetValue(LoadGateCommand.PathOption),
            Method = arguments.GetValue(LoadGateCommand.Method),
            Headers = arguments.GetValue(LoadGateCommand.Headers) ?? [],
            Body = arguments.GetValue(LoadGateCommand.Body),
            ExpectStatus = arguments.GetValue(LoadGateCommand.ExpectStatus),
            ExpectBody = arguments.GetValue(LoadGateCommand.ExpectBody),
            Connections = arguments.GetValue(LoadGateCommand.Connections),
            Rounds = arguments.GetValue(LoadGateCommand.Rounds),
            Duration = arguments.GetValue(LoadGateCommand.Duration),
            WarmUp = arguments.GetValue(LoadGateCommand.WarmUp),
            Start = arguments.GetValue(LoadGateCommand.Start) is { } start
                ? [.. System.CommandLine.Parsing.CommandLineParser.SplitCommandLine(start)]
                : null,
            ReadyPath = arguments.GetValue(LoadGateCommand.ReadyPath),
            StartTimeout = arguments.GetValue(LoadGateCommand.StartTimeout),
            Pins = arguments.GetValue(LoadGateCommand.Pin),
            StartsPostgres = arguments.GetValue(LoadGateCommand.Postgres),
            Variables = MeasurementChoices.CheckVariables(arguments.GetValue(LoadGateCommand.Variables) ?? []),
            Switches = arguments.GetValue(LoadGateCommand.Switches) ?? [],
            MeasuresSameCode = arguments.GetValue(LoadGateCommand.MeasureSameCode),
            Name = arguments.GetValue(LoadOptions.Name),
            Folder = arguments.GetValue(LoadOptions.Folder)!,
            Judging = JudgingChoices.From(arguments),
            Report = ReportChoices.From(arguments),
        };
    }
}
