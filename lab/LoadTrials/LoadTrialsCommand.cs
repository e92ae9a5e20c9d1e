using System.CommandLine;
using Lab.Trials;

namespace Lab.LoadTrials;

/// <summary><c>lab load-trials</c>: how often <c>bench load gate</c> is right.</summary>
internal static class LoadTrialsCommand
{
    private const string Help = """
        Counts how often `bench load gate` is right.

        Each check makes one of the changes of lab/LoadTrials/changes.json in a throw-away clone of HEAD.
        """;

    private static readonly Option<int> Trials = TrialOptions.WithDefault(
        "--trials",
        "N",
        "Number of trials per change, earlier ones included.",
        30
    );

    public static Command Create()
    {
        var command = new Command("load-trials", Help)
        {
            Trials,
            TrialOptions.Only,
            TrialOptions.Busy,
            TrialOptions.Output,
            TrialOptions.Arguments,
        };
        command.Measures(From, GateTrials.Run);
        return command;
    }

    private static LoadTrialsOptions From(ParseResult arguments) =>
        new(
            arguments.GetValue(TrialOptions.Output)!,
            arguments.GetValue(Trials),
            arguments.GetValue(TrialOptions.Only) ?? [],
            arguments.GetValue(TrialOptions.Busy),
            arguments.GetValue(TrialOptions.Arguments) ?? []
        );
}

internal sealed record LoadTrialsOptions(string Output, int Trials, IReadOnlyList<string> Only, bool IsBusy, string[] Arguments);
