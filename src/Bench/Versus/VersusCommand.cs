using System.CommandLine;

namespace Bench.Versus;

internal static class VersusCommand
{
    public static readonly Argument<string[]> Patterns = new("PATTERN")
    {
        Description = "Which benchmarks, as BenchmarkDotNet's --filter: * is any text. Several add up.",
        Arity = ArgumentArity.OneOrMore,
    };
    public static readonly Option<string?> Against = new("--against")
    {
        HelpName = "METHOD",
        Description = "The alternative that the others are compared with, instead of the one marked as baseline.",
    };
    public static readonly Option<string?> Results = new("--results")
    {
        HelpName = "FILE",
        Description = "Also keeps the figures, as bench-results JSON: bench compare FILE reads it.",
    };

    private const string Help = """
        Measures the alternatives of each category against its baseline, interleaved, in processes of its own.

        A category is a logical group of BenchmarkDotNet: one class, one set of parameters, one alternative marked as the baseline.
        Exit codes: 0; 1 a benchmark failed; 2 wrong usage, or no build; 130 interrupted, what was measured is kept.
        """;

    public static Command Create()
    {
        var command = new Command("versus", Help) { Patterns, Against, MeasurementOptions.Strict, MeasurementOptions.Replicates, Results };
        foreach (
            var option in MeasurementOptions
                .All.Concat([JudgingOptions.Config, JudgingOptions.Margin, JudgingOptions.NoiseFloor])
                .Concat(ReportOptions.All)
        )
            command.Add(option);
        command.Measures(VersusOptions.From, VersusVerb.Run);
        return command;
    }
}
