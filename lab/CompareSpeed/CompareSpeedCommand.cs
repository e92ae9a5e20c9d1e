using System.CommandLine;
using Lab.Trials;

namespace Lab.CompareSpeed;

/// <summary><c>lab compare-speed</c>: how long <c>bench compare</c> takes.</summary>
internal static class CompareSpeedCommand
{
    private const string Help = """
        Times `bench compare` on generated runs, from start to exit, next to another command if you name one.
        """;

    private static readonly Option<int[]> Benchmarks = new("--benchmarks")
    {
        HelpName = "N",
        Description = "How many benchmarks a run has.",
        AllowMultipleArgumentsPerToken = true,
        DefaultValueFactory = _ => [1000, 2000, 5000, 10000],
    };
    private static readonly Option<int> Repeats = TrialOptions.WithDefault("--repeats", "N", "How often each is timed.", 10);
    private static readonly Option<string?> Other = Declare.Text(
        "--other",
        "COMMAND",
        "Another command, with {old} and {new} where the folders of the runs belong."
    );

    public static Command Create()
    {
        var command = new Command("compare-speed", Help) { Benchmarks, Repeats, Other };
        command.Measures(
            arguments => new CompareSpeedOptions(arguments.GetValue(Benchmarks)!, arguments.GetValue(Repeats), arguments.GetValue(Other)),
            CompareSpeedRun.Run
        );
        return command;
    }
}

internal sealed record CompareSpeedOptions(IReadOnlyList<int> Benchmarks, int Repeats, string? Other);
