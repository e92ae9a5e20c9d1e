using System.CommandLine;
using System.Globalization;
using Bench.Comparison;
using Bench.Results;

namespace Bench.Cli.Gate;

internal static class GateCommand
{
    public static readonly Option<TimeSpan?> Budget = Declare.Quantity(
        "--budget",
        "TIME",
        "Finish within this time, builds included. Default: 20m.",
        Quantities.Duration
    );
    public static readonly Option<Shard?> ShardOption = new("--shard")
    {
        HelpName = "I/N",
        Description = "Measure part I of N. Combine the parts with bench merge.",
        CustomParser = result => PartFrom(result.Tokens[^1].Value) is var (index, count) ? new Shard(index, count) : WrongShard(result),
    };
    public static readonly Option<CheckReplicate?> ReplicateOption = new("--replicate")
    {
        HelpName = "I/N",
        Description = "Mark this as machine I of N. Combine the results with bench merge.",
        CustomParser = result =>
            PartFrom(result.Tokens[^1].Value) is var (index, count) ? new CheckReplicate(index, count) : WrongReplicate(result),
    };
    public static readonly Option<bool> MeasureSameCode = Declare.Flag(
        "--measure-same-code",
        "Also measure benchmarks that are proven to run the same code."
    );
    public static readonly Option<bool> AllocationOnly = Declare.Flag(
        CheckSettings.AllocationOnlyOption,
        "Measure allocation only, in a second or two per benchmark."
    );
    public static readonly Option<string?> Title = Declare.Text(
        "--title",
        "TEXT",
        "Set the report's title. Default: the pull request's title on GitHub."
    );
    public static readonly Option<string?> Record = Declare.Text(
        "--record",
        "BRANCH",
        $"Add the figures to a data branch, such as origin/{DataBranch.Usual}."
    );
    public static readonly Option<int?> Seed = Declare.Number("--seed", "N", "Make the order of benchmarks and slices repeatable.");

    public static Command Create()
    {
        var command = new VerbCommand(
            "gate",
            "Check whether the work tree makes benchmarks slower, or allocate more, than a baseline commit.",
            new(
                OptionGroup.Comparison,
                BaselineOptions.Baseline,
                BaselineOptions.Exact,
                MeasurementOptions.Runtimes,
                MeasurementOptions.Packages
            ),
            new(
                OptionGroup.Selection,
                FilterOptions.Patterns,
                FilterOptions.Categories,
                MeasurementOptions.Strict,
                MeasureSameCode,
                AllocationOnly,
                ShardOption,
                ReplicateOption
            ),
            new(OptionGroup.Method, [Budget, .. MeasurementOptions.All, Seed]),
            new(OptionGroup.Judging, [.. JudgingOptions.All]),
            new(OptionGroup.Output, [CheckFolder.Artifacts, .. ReportOptions.All, Title, Record])
        )
        {
            Examples =
            [
                new("bench gate --baseline main", "Check this branch against the commit where it left main."),
                new("bench gate --baseline HEAD --filter '*Json*' --budget 5m", "Check uncommitted changes with the Json benchmarks only."),
            ],
            Exits = new Dictionary<ExitCode, string>
            {
                [ExitCode.Regressed] = "A benchmark regressed, failed or vanished.",
                [ExitCode.Inconclusive] =
                    "More benchmarks are Inconclusive than --max-inconclusive allows, the machine changed, or builds took the budget.",
                [ExitCode.Environment] = "The environments differ, and --strict-environment was given.",
                [ExitCode.NothingCompared] = "Nothing could be compared.",
            },
            Page = "docs/guides/gate-pull-requests.md",
            Details = """
                Both builds are made, and benchmarks that run changed code are measured interleaved in separate processes. The others are proven to run
                the same code and cannot fail. Suspected regressions are measured again in new processes. Only this confirmation can fail the check.

                With `--runtimes`, the baseline is built for the first target framework and the candidate for the second one. With `--package`, only the
                candidate uses the other version. Use `--baseline HEAD` to change nothing else.

                With `--replicate`, all machines measure the same benchmarks, and `bench merge` judges with the machine as a random effect.
                """,
        };
        command.Measures(GateOptions.From, GateVerb.Run);
        return command;
    }

    private static (int Index, int Count)? PartFrom(string text) =>
        text.Split('/') is [var index, var count]
        && int.TryParse(index, NumberStyles.None, CultureInfo.InvariantCulture, out var i)
        && int.TryParse(count, NumberStyles.None, CultureInfo.InvariantCulture, out var n)
        && i >= 1
        && i <= n
            ? (i, n)
            : null;

    private static CheckReplicate? WrongReplicate(System.CommandLine.Parsing.ArgumentResult result)
    {
        result.AddError($"--replicate: '{result.Tokens[^1].Value}' is not a replicate. Use a number and a count, such as 2/3.");
        return null;
    }

    private static Shard? WrongShard(System.CommandLine.Parsing.ArgumentResult result)
    {
        result.AddError($"--shard: '{result.Tokens[^1].Value}' is not a shard. Use a part such as 1/4.");
        return null;
    }
}
