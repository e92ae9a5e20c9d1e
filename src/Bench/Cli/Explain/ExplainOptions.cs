using System.CommandLine;

namespace Bench.Cli.Explain;

internal sealed record ExplainOptions(
    string Benchmark,
    BaselineChoice Baseline,
    bool IsFull,
    string? Output,
    MeasurementChoices Measurement,
    JudgingChoices Judging
)
{
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
