using System.CommandLine;
using Bench.Comparison;
using Lab.Trials;

namespace Lab.LoadTruth;

/// <summary><c>lab load-truth</c>: interleaved load compared with long separate runs.</summary>
internal static class LoadTruthCommand
{
    private const string Help = """
        Compares variants that are loaded interleaved with long runs in which each is alone.

        Measures the matrices of lab/LoadTruth in a throw-away clone of HEAD, each both ways. Files of the same commit that are there are kept.
        """;

    private static readonly Option<int> Rounds = TrialOptions.WithDefault("--rounds", "N", "Rounds of each way.", 5);
    private static readonly Option<double> WarmUp = Seconds("--warmup", "Warm-up of each process.", 10);
    private static readonly Option<double> Interleaved = Seconds("--interleaved", "Load of a variant per round, interleaved.", 10);
    private static readonly Option<double> Alone = Seconds("--alone", "Load of a variant per round, alone.", 30);

    public static Command Create()
    {
        var command = new Command("load-truth", Help) { TrialOptions.Only, Rounds, WarmUp, Interleaved, Alone, TrialOptions.Output };
        command.Measures(From, Run);
        return command;
    }

    private static LoadTruthOptions From(ParseResult arguments) =>
        new(
            arguments.GetValue(TrialOptions.Output)!,
            arguments.GetValue(TrialOptions.Only) ?? [],
            arguments.GetValue(Rounds),
            arguments.GetValue(WarmUp),
            arguments.GetValue(Interleaved),
            arguments.GetValue(Alone)
        );

    private static int Run(LoadTruthOptions options, Context context)
    {
        var folder = Directory.CreateDirectory(context.FullPath(options.Output)).FullName;
        foreach (var name in MeasuredTwice.Names.Where(options.Only.Have))
        {
            MeasuredTwice.Measure(name, options, folder, context);
            context.Screen.WriteLine(name);
        }

        File.WriteAllText(Path.Combine(folder, "README.md"), TruthPage.Render([.. MeasuredTwice.ReadAll(folder)]));
        return (int)ExitCode.Passed;
    }

    private static Option<double> Seconds(string name, string description, double seconds) =>
        TrialOptions.WithDefault(name, "SECONDS", description, seconds);
}

/// <summary>How each matrix is measured.</summary>
/// <param name="InterleavedSeconds">How long each variant is loaded in a round, interleaved with the others.</param>
/// <param name="AloneSeconds">How long each is loaded in a round, alone.</param>
internal sealed record LoadTruthOptions(
    string Output,
    IReadOnlyList<string> Only,
    int Rounds,
    double WarmUpSeconds,
    double InterleavedSeconds,
    double AloneSeconds
);
