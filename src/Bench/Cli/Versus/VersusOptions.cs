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
        return patterns.Any(string.IsNullOrWhiteSpace)
            ? throw new UsageException("a PATTERN is empty. Use '*' for all benchmarks.")
            : new(
                patterns,
                arguments.GetValue(VersusCommand.Against),
                replicates,
                arguments.GetValue(VersusCommand.Results),
                MeasurementChoices.From(arguments),
                JudgingChoices.From(arguments),
                ReportChoices.From(arguments)
            );
    }
}
