using System.CommandLine;
using Bench.Comparison;

namespace Bench.Cli.Versus;

internal static class VersusCommand
{
    public static readonly Argument<string[]> Patterns = new("PATTERN")
    {
        Description = "Benchmarks to measure, such as '*Serialize*'. Several patterns add up.",
        Arity = ArgumentArity.OneOrMore,
    };
    public static readonly Option<string?> Against = Declare.Text(
        "--against",
        "METHOD",
        "Compare with this method instead of the one marked as baseline."
    );
    public static readonly Option<string?> Results = Declare.Text(
        "--results",
        "FILE",
        "Also write the figures to FILE, which bench compare can read."
    );

    public static Command Create()
    {
        var command = new VerbCommand(
            "versus",
            "Measure the variants of a comparison group against their baseline, interleaved.",
            new(OptionGroup.Comparison, Against, MeasurementOptions.Runtimes),
            new(OptionGroup.Method, [MeasurementOptions.Strict, MeasurementOptions.Replicates, .. MeasurementOptions.All]),
            new(OptionGroup.Judging, JudgingOptions.Config, JudgingOptions.Margin, JudgingOptions.NoiseFloor),
            new(OptionGroup.Output, [Results, .. ReportOptions.All])
        )
        {
            Inputs = [Patterns],
            Examples =
            [
                new("bench versus '*Serialize*'", "Compare the variants of matching classes with their baselines."),
                new("bench versus '*Serialize*' --against SystemText --output variants.md", "Compare with the method SystemText."),
            ],
            Exits = new Dictionary<ExitCode, string> { [ExitCode.Regressed] = "A benchmark failed. Slower variants do not fail the run." },
            Page = "docs/guides/add-a-benchmark.md",
            Details = """
                A comparison group is a logical group of BenchmarkDotNet: the methods of one class with the same parameters. One of them is marked as the
                baseline. A replicate is two process pairs.

                With `--runtimes`, each benchmark is compared with itself on another target framework.
                """,
        };
        command.Measures(VersusOptions.From, VersusVerb.Run);
        return command;
    }
}
