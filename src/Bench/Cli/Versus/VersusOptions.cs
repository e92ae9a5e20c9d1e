using System.CommandLine;

namespace Bench.Cli.Versus;

/// <param name="Against">The method that the others are compared with; null for the one marked as baseline.</param>
/// <param name="Results">The file for the figures; null for none.</param>
internal sealed record VersusOptions(
    IReadOnlyList<string> Patterns,
    string? Against,
    int Replicates,
    string? Results,
    MeasurementChoices Measurement,
    JudgingChoices Judging,
    ReportChoices Report
)
{
    public static VersusOptions From(ParseResult arguments)
    {
        var replicates = MeasurementChoices.ReplicatesFrom(arguments);
        var patterns = arguments.GetValue(VersusCommand.Patterns)!;
        if (patterns.Any(string.IsNullOrWhiteSpace))
            throw new UsageException("a PATTERN is empty. Use '*' for all benchmarks.");
        var (against, measurement) = (arguments.GetValue(VersusCommand.Against), MeasurementChoices.From(arguments));
        if (against is not null && measurement.Runtimes is not null)
            throw new UsageException("--runtimes compares each benchmark with itself. Remove --against.");
        return new(
            patterns,
            against,
            replicates,
            arguments.GetValue(VersusCommand.Results),
            measurement,
            JudgingChoices.From(arguments),
            ReportChoices.From(arguments)
        );
    }
}
