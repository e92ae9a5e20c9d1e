using System.CommandLine;
using Bench.Runner;

namespace Bench.Bisect;

internal static class BisectCommand
{
    public const string Time = "time";
    public const string Allocation = "allocation";

    public static readonly Argument<string[]> Benchmarks = new("BENCHMARK")
    {
        Description = "The benchmarks, as BenchmarkDotNet's --filter: * is any text.",
        Arity = ArgumentArity.OneOrMore,
    };
    public static readonly Option<string> Good = new("--good")
    {
        HelpName = "REF",
        Description = "A commit, branch or tag before the change.",
        Required = true,
    };
    public static readonly Option<string?> Bad = new("--bad")
    {
        HelpName = "REF",
        Description = "A commit, branch or tag after the change. Default: the work tree.",
    };
    public static readonly Option<string> Metric = new("--metric")
    {
        HelpName = $"{Time}|{Allocation}",
        Description = $"What is compared. Default: {Time}.",
        DefaultValueFactory = _ => Time,
    };
    public static readonly Option<bool> All = new("--all")
    {
        Description = "Goes into merged branches as well, and not along first parents alone.",
    };
    public static readonly Option<string?> Output = new("--output")
    {
        HelpName = "FILE.md",
        Description = "Also writes the report to a file.",
    };
    public static readonly Option<string> Results = new("--results")
    {
        HelpName = "DIR",
        Description = $"Where an interrupted search keeps what it knows. Default: {DefaultResults}.",
        DefaultValueFactory = _ => DefaultResults,
    };

    private const string DefaultResults = $"{BuildOutput.Artifacts}/bisect";

    private const string Help = """
        Finds the commits at which benchmarks changed between a good state and a bad one, slower or faster, by more than the margin.

        The ends are compared first; then halves of the way, interleaved, each until it is decided. Commits that run the same code are not
        measured, those that do not build are skipped. Commits are built outside of the repository.
        Interrupted, or ended by a full disk, the same command goes on where it ended, as long as commits and settings are the same.
        Exit codes: 0 a change was found, or there is none; 2 wrong usage, no such commit or benchmark, an end that does not build, a full
        disk, the same search running; 3 it stays open whether the ends differ, the change could not be traced to one commit, or a
        benchmark that was asked for is not searched; 130 interrupted.
        """;

    public static Command Create()
    {
        var command = new Command("bisect", Help)
        {
            Benchmarks,
            Good,
            Bad,
            Metric,
            All,
            Output,
            Results,
            JudgingOptions.Config,
            JudgingOptions.Margin,
        };
        foreach (var option in MeasurementOptions.All)
            command.Add(option);
        command.Measures(BisectOptions.From, BisectVerb.Run, "compared");
        return command;
    }
}
