using System.CommandLine;
using Lab.Trials;

namespace Lab.Bisect;

/// <summary><c>lab bisect-trials</c>: how often <c>bench bisect</c> finds the right commit.</summary>
internal static class BisectTrialsCommand
{
    private const string Help = """
        Counts how often `bench bisect` finds the right commit.

        In a throw-away clone, a benchmark gets slower at a random commit of this repository's own history. Then the commit is searched.
        """;

    private static readonly Option<int> Trials = TrialOptions.WithDefault("--trials", "N", "Number of trials, earlier ones included.", 20);
    private static readonly Option<bool> Identical = Declare.Flag("--identical", "Search histories in which nothing gets slower.");
    private static readonly Option<bool> Known = Declare.Flag(
        "--known",
        "Search for the changes of lab/Bisect/known.json instead, forward and in reverse."
    );
    private static readonly Option<int> Commits = TrialOptions.WithDefault("--commits", "N", "Commits of a search.", 100);
    private static readonly Option<string?> Among = Declare.Text(
        "--among",
        "PREFIX",
        "Use benchmarks whose names begin with PREFIX. Default: Benchmarks.Serialization., or all with --known."
    );

    public static Command Create()
    {
        var command = new Command("bisect-trials", Help) { Trials, Identical, Known, Commits, Among, TrialOptions.Output };
        command.Measures(From, BisectTrials.Run);
        return command;
    }

    private static BisectTrialsOptions From(ParseResult arguments) =>
        new(
            arguments.GetValue(TrialOptions.Output)!,
            arguments.GetValue(Trials),
            arguments.GetValue(Identical),
            arguments.GetValue(Known),
            arguments.GetValue(Commits),
            arguments.GetValue(Among) ?? (arguments.GetValue(Known) ? "" : "Benchmarks.Serialization.")
        );
}

internal sealed record BisectTrialsOptions(string Output, int Trials, bool IsIdentical, bool IsKnown, int Commits, string Among);
