using System.CommandLine;

namespace Bench.Cli.Bisect;

/// <param name="Good">A commit, branch or tag before the change.</param>
/// <param name="Bad">A commit, branch or tag after the change; null for the work tree.</param>
/// <param name="GoesIntoMerged">True if the commits of merged branches are searched, too.</param>
/// <param name="Results">The folder in which an interrupted search keeps its comparisons.</param>
internal sealed record BisectOptions(
    IReadOnlyList<string> Benchmarks,
    string Good,
    string? Bad,
    bool IsOfAllocation,
    bool GoesIntoMerged,
    string? Output,
    string Results,
    MeasurementChoices Measurement,
    JudgingChoices Judging
)
{
    public static BisectOptions From(ParseResult arguments)
    {
        var metric = arguments.GetValue(BisectCommand.Metric);
        if (metric is not (BisectCommand.Time or BisectCommand.Allocation))
            throw new UsageException($"--metric: '{metric}' is not a metric. Use {BisectCommand.Time} or {BisectCommand.Allocation}.");
        var output = arguments.GetValue(BisectCommand.Output);
        OutputFiles.EnsureMarkdown(output);
        return new(
            arguments.GetValue(BisectCommand.Benchmarks)!,
            arguments.GetValue(BisectCommand.Good)!,
            arguments.GetValue(BisectCommand.Bad),
            metric == BisectCommand.Allocation,
            arguments.GetValue(BisectCommand.All),
            output,
            arguments.GetValue(BisectCommand.Results) is { Length: > 0 } results
                ? results
                : throw new UsageException("--artifacts needs the path of a folder."),
            MeasurementChoices.From(arguments),
            JudgingChoices.From(arguments)
        );
    }
}
