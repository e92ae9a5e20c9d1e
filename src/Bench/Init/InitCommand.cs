using System.CommandLine;

namespace Bench.Init;

internal static class InitCommand
{
    public const int MaxReplicates = 5;

    public static readonly Option<CiSystem?> Ci = new("--ci")
    {
        HelpName = "github|azure|gitlab",
        Description = "What runs the check. Default: what the repository uses already, or github.",
    };
    public static readonly Option<bool> NoMeasure = new("--no-measure")
    {
        Description = "Only writes the files: builds and measures nothing.",
    };
    public static readonly Option<int> Replicates = new("--replicates")
    {
        HelpName = "N",
        Description =
            $"How many machines measure each benchmark, 1 to {MaxReplicates}: with two and more, a regression must show on all. Default: 1.",
        DefaultValueFactory = _ => 1,
    };
    public static readonly Option<string?> Source = new("--source")
    {
        HelpName = "URL",
        Description = "The feed that the workflows install the command from. Default: the sources of the repository.",
    };

    private const string Help = """
        Sets the check of pull requests up: finds the benchmark program, and writes bench.json and the workflows, on GitHub with a job for
        each "load" of bench.json. A repository without benchmarks gets these alone.

        Then measures three benchmarks of identical code, to say what a check can see on this machine.
        Asks nothing, and overwrites nothing: of a file that exists it shows what would be different.
        Exit codes: 0; 2 wrong usage, or no build; 130 interrupted.
        """;

    public static Command Create()
    {
        var command = new Command("init", Help) { Ci, Replicates, Source, NoMeasure, IdenticalCodeOptions.Filters };
        foreach (var option in MeasurementOptions.All)
            command.Add(option);
        command.Measures(InitOptions.From, InitVerb.Run);
        return command;
    }
}
