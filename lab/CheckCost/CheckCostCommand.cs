using System.CommandLine;
using Lab.Trials;

namespace Lab.CheckCost;

/// <summary><c>lab check-cost</c>: how long a check of the whole suite takes, and how often it is right.</summary>
internal static class CheckCostCommand
{
    private const string Help = """
        Measures how long a check of the whole suite takes, and counts how often it is right.

        Each check runs `bench gate` in a throw-away clone of HEAD, after an edit that cannot change the time of any benchmark.
        """;

    private static readonly Option<bool> Slower = Declare.Flag(
        "--slower",
        "Make one benchmark 10% slower per check instead, and check its class."
    );
    private static readonly Option<string?> Beside = Declare.Text(
        "--beside",
        "WHAT",
        "Name the program that you have started to keep a core busy, such as 'another check'."
    );

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

/// <param name="Beside">The program that keeps a core busy; null if this command does it.</param>
internal sealed record CheckCostOptions(string Output, string[] Only, bool IsSlower, bool IsBusy, string? Beside, string[] Arguments);
