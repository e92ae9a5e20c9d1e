using System.CommandLine;
using Lab.Trials;

namespace Lab.AllocationBudgets;

/// <summary><c>lab allocation-budgets</c>: how often an allocation budget is wrong, and what an assertion costs.</summary>
internal static class AllocationBudgetsCommand
{
    private const string Help = """
        Asserts and counts operations whose bytes are known, idle, next to busy cores, and in parallel. Set DOTNET_TieredCompilation=0 as
        the package does in a test project.
        """;

    private static readonly Option<int> Runs = TrialOptions.WithDefault("--runs", "N", "How often each operation is asserted.", 1000);
    private static readonly Option<int> Threads = TrialOptions.WithDefault("--threads", "N", "How many threads assert in parallel.", 4);

    public static Command Create()
    {
        var command = new Command("allocation-budgets", Help) { Runs, Threads };
        command.Measures(
            arguments => new AllocationBudgetsOptions(arguments.GetValue(Runs), arguments.GetValue(Threads)),
            AllocationBudgetsRun.Run
        );
        return command;
    }
}

internal sealed record AllocationBudgetsOptions(int Runs, int Threads);
