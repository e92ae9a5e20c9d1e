using System.CommandLine;

namespace Bench.Cli.Affected;

internal sealed record AffectedOptions(
    BaselineChoice Baseline,
    FilterChoice Filter,
    MeasurementChoices Measurement,
    JudgingChoices Judging,
    string Format,
    int MaxShards,
    int Replicates
)
{
    public static AffectedOptions From(ParseResult arguments) =>
        new(
            BaselineChoice.From(arguments),
            FilterChoice.From(arguments),
            MeasurementChoices.From(arguments),
            JudgingChoices.From(arguments),
            KnownFormat(arguments.GetValue(AffectedCommand.Format)!),
            AtLeastOne("--max-shards", arguments.GetValue(AffectedCommand.MaxShards)),
            AtLeastOne("--replicates", arguments.GetValue(AffectedCommand.Replicates))
        );

    private static string KnownFormat(string format) =>
        format is AffectedCommand.Text or AffectedCommand.Json or AffectedCommand.Matrix
            ? format
            : throw new UsageException(
                $"--format: '{format}' is not a format. Use {AffectedCommand.Text}, {AffectedCommand.Json} or {AffectedCommand.Matrix}."
            );

    private static int AtLeastOne(string option, int number) =>
        number >= 1 ? number : throw new UsageException($"{option}: {number} is too small. Use 1 or more.");
}
