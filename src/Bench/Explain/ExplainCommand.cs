using System.CommandLine;

namespace Bench.Explain;

internal static class ExplainCommand
{
    public static readonly Argument<string> Benchmark = new("BENCHMARK")
    {
        Description = "The benchmark, as BenchmarkDotNet's --filter: * is any text. It must fit one benchmark.",
    };
    public static readonly Option<string?> Output = new("--output")
    {
        HelpName = "FILE.md",
        Description = "Also writes everything to a file, as Markdown: profile and machine code are folded.",
    };
    public static readonly Option<bool> Full = new("--full")
    {
        Description = "Shows the profile and the machine code as well, and not only what changed.",
    };

    private const string Help = """
        Says of one benchmark where both builds spend their time, and how the machine code of the hot methods differs.

        Markdown to standard output: whose time changed, the program's own methods first; what is no longer inlined; what allocates.
        With --full, or in the file, what that rests on: a CPU sample of both builds side by side, and a diff of their machine code.
        Exit codes: 0 explained; 2 wrong usage, no such benchmark, or no build; 130 interrupted.
        """;

    public static Command Create()
    {
        var command = new Command("explain", Help)
        {
            Benchmark,
            BaselineOptions.Baseline,
            BaselineOptions.Exact,
            Full,
            Output,
            JudgingOptions.Config,
        };
        foreach (var option in MeasurementOptions.All)
            command.Add(option);
        command.Measures(ExplainOptions.From, ExplainVerb.Run, "explained");
        return command;
    }
}
