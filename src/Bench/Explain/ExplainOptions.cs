using System.CommandLine;

namespace Bench.Explain;

/// <summary>What a user chose for <c>bench explain</c>.</summary>
/// <param name="Benchmark">A filter that fits one benchmark.</param>
/// <param name="IsFull">Whether profile and machine code are shown too.</param>
/// <param name="Output">The file for everything; null for none.</param>
internal sealed record ExplainOptions(
    string Benchmark,
    BaselineChoice Baseline,
    bool IsFull,
    string? Output,
    MeasurementChoices Measurement,
    JudgingChoices Judging
)
{
    /// <exception cref="UsageException">An option has a wrong value.</exception>
    public static ExplainOptions From(ParseResult arguments)
    {
        var output = arguments.GetValue(ExplainCommand.Output);
        OutputFiles.EnsureMarkdown(output);
        return new(
            arguments.GetValue(ExplainCommand.Benchmark)!,
            BaselineChoice.From(arguments),
            arguments.GetValue(ExplainCommand.Full),
            output,
            MeasurementChoices.From(arguments),
            JudgingChoices.From(arguments)
        );
    }
}
