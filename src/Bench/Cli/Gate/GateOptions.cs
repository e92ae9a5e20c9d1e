using System.CommandLine;
using Bench.Results;
using Bench.Runner;

namespace Bench.Cli.Gate;

/// <param name="Budget">Includes the builds.</param>
/// <param name="Replicate">Which of several machines this is; null for a check on one machine.</param>
/// <param name="Record">The data branch to add the figures to; null for none.</param>
/// <param name="Title">The title of the report; null for the title of the pull request.</param>
internal sealed record GateOptions(
    BaselineChoice Baseline,
    FilterChoice Filter,
    MeasurementChoices Measurement,
    JudgingChoices Judging,
    ReportChoices Report,
    TimeSpan Budget,
    Shard? Shard,
    CheckReplicate? Replicate,
    string Results,
    bool MeasuresSameCode,
    bool IsAllocationOnly,
    string? Title,
    string? Record,
    int? Seed
)
{
    public static GateOptions From(ParseResult arguments) =>
        new(
            BaselineChoice.From(arguments),
            FilterChoice.From(arguments),
            MeasurementChoices.From(arguments),
            JudgingChoices.From(arguments),
            ReportChoices.From(arguments),
            arguments.GetValue(GateCommand.Budget) ?? new GateSettings().Budget,
            arguments.GetValue(GateCommand.ShardOption),
            arguments.GetValue(GateCommand.ReplicateOption) is { Count: > 1 } replicate ? replicate : null,
            arguments.GetValue(CheckFolder.Artifacts)!,
            arguments.GetValue(GateCommand.MeasureSameCode),
            arguments.GetValue(GateCommand.AllocationOnly),
            arguments.GetValue(GateCommand.Title),
            arguments.GetValue(GateCommand.Record),
            arguments.GetValue(GateCommand.Seed)
        );
}
