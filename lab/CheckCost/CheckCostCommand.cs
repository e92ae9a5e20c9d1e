using System.CommandLine;
using Lab.Trials;

namespace Lab.CheckCost;

/// <summary><c>lab check-cost</c>: what a check of the whole suite costs, and whether it is right.</summary>
internal static class CheckCostCommand
{
    private const string Help = """
        Measures what a check of the whole suite costs, and counts how often it is right.

        Makes edits that no benchmark's time can notice, one per check, in a throw-away clone of HEAD, and runs `bench gate`.
        """;

    private static readonly Option<bool> Slower = new("--slower")
    {
        Description = "Make one benchmark 10% slower per check instead, and check its class.",
    };
    private static readonly Option<string?> Beside = new("--beside")
    {
        HelpName = "WHAT",
        Description = "What you started that keeps a core busy, in words, such as 'another check'.",
    };

    public static Command Create()
    {
        var command = new Command("check-cost", Help)
        {
            TrialOptions.Only,
            Slower,
            TrialOptions.Busy,
            Beside,
            TrialOptions.Output,
            TrialOptions.Arguments,
        };
        command.Measures(From, CheckTrials.Run);
        return command;
    }

    private static CheckCostOptions From(ParseResult arguments)
    {
        var beside = arguments.GetValue(Beside);
        return new(
            arguments.GetValue(TrialOptions.Output)!,
            arguments.GetValue(TrialOptions.Only) ?? [],
            arguments.GetValue(Slower),
            arguments.GetValue(TrialOptions.Busy) || beside is not null,
            beside,
            arguments.GetValue(TrialOptions.Arguments) ?? []
        );
    }
}

/// <param name="Beside">What keeps it busy, if it is another program that runs already.</param>
internal sealed record CheckCostOptions(string Output, string[] Only, bool IsSlower, bool IsBusy, string? Beside, string[] Arguments);
