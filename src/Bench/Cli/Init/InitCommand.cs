using System.CommandLine;

namespace Bench.Cli.Init;

internal static class InitCommand
{
    public const int MaxReplicates = 5;

    public static readonly Option<CiSystem?> Ci = Declare.Value<CiSystem?>(
        "--ci",
        "NAME",
        "Write workflows for github, azure or gitlab. Default: what is used, or github."
    );
    public static readonly Option<bool> NoMeasure = Declare.Flag("--no-measure", "Only write files; build and measure nothing.");
    public static readonly Option<int> Replicates = Declare.Value(
        "--replicates",
        "N",
        $"Measure on N machines, from 1 to {MaxReplicates}. Default: 1.",
        1
    );
    public static readonly Option<string?> Source = Declare.Text(
        "--source",
        "URL",
        "Install bench from this feed in workflows. Default: the repository's feeds."
    );

    public static Command Create()
    {
        var command = new VerbCommand(
            "init",
            "Set up the check of pull requests: write bench.json and the workflows.",
            new(OptionGroup.Selection, NoMeasure, IdenticalCodeOptions.Filters),
            new(OptionGroup.Method, [.. MeasurementOptions.All]),
            new(OptionGroup.Output, Ci, Replicates, Source)
        )
        {
            Examples =
            [
                new("bench init", "Write the files, and measure how small a slowdown a check can find here."),
                new("bench init --ci gitlab --no-measure", "Only write the files, for GitLab."),
            ],
            Page = "docs/tutorials/gate-your-repository.md",
            Details = """
                `bench init` asks no questions and overwrites no files. If a file exists, it prints what would be different.
                On GitHub, each entry of `load` in `bench.json` gets a job. A repository without benchmarks gets only these jobs.
                With several replicates, a regression must show on all machines.
                """,
        };
        command.Measures(InitOptions.From, InitVerb.Run);
        return command;
    }
}
