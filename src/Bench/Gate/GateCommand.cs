using System.CommandLine;
using System.Globalization;
using Bench.Comparison;
using Bench.Results;

namespace Bench.Gate;

internal static class GateCommand
{
    public static readonly Option<TimeSpan?> Budget = JudgingOptions.Quantity(
        "--budget",
        "TIME",
        "How long it may take, builds included. Default: 20m.",
        Quantities.Duration
    );
    public static readonly Option<Shard?> ShardOption = new("--shard")
    {
        HelpName = "I/N",
        Description = "Measures a stable n-th of the benchmarks: bench merge joins the parts.",
        CustomParser = result => PartFrom(result.Tokens[^1].Value) is var (index, count) ? new Shard(index, count) : WrongShard(result),
    };
    public static readonly Option<CheckReplicate?> ReplicateOption = new("--replicate")
    {
        HelpName = "I/N",
        Description =
            "Says that n machines measure the same, and which of them this is: bench merge judges with the machine as a random effect.",
        CustomParser = result =>
            PartFrom(result.Tokens[^1].Value) is var (index, count) ? new CheckReplicate(index, count) : WrongReplicate(result),
    };
    public static readonly Option<string> Results = new("--results")
    {
        HelpName = "DIR",
        Description = $"Where figures and reports are written. Default: {CheckFolder.Default}.",
        DefaultValueFactory = _ => CheckFolder.Default,
    };
    public static readonly Option<bool> MeasureSameCode = new("--measure-same-code")
    {
        Description = "Measures benchmarks as well that are proven to run the same code in both builds.",
    };
    public static readonly Option<bool> AllocationOnly = new(CheckInfo.AllocationOnlyOption)
    {
        Description = "Counts what each benchmark allocates, and takes no times: a second or two a benchmark.",
    };
    public static readonly Option<string?> Title = new("--title")
    {
        HelpName = "TEXT",
        Description = "What is checked, for the report. Default: the title of the pull request, where GitHub's workflow says it.",
    };
    public static readonly Option<int?> Seed = new("--seed")
    {
        HelpName = "N",
        Description = "Makes the order of benchmarks and slices repeatable.",
    };

    private const string Help = """
        Checks the work tree against a commit: builds both, and runs interleaved, in processes of their own, the benchmarks of both
        that run code which changed. The others are proven to run the same code, and can't fail.

        Screens these benchmarks, then measures suspected regressions again in new processes: only that confirmation can fail the check.
        Exit codes as of compare:
          2    wrong usage, no git, no such ref, a side that does not build
          1    a regression, or a benchmark that failed or vanished
          4    another environment, with --strict-environment
          5    nothing compared
          3    too many benchmarks inconclusive, or the builds took the budget
          0    none of these
          130  interrupted; what was measured is kept, and says that it is partial
        """;

    public static Command Create()
    {
        var command = new Command("gate", Help)
        {
            BaselineOptions.Baseline,
            BaselineOptions.Exact,
            FilterOptions.Patterns,
            FilterOptions.Categories,
            MeasurementOptions.Strict,
            Budget,
            ShardOption,
            ReplicateOption,
            Results,
            MeasureSameCode,
            AllocationOnly,
            Title,
            Seed,
        };
        foreach (var option in MeasurementOptions.All.Concat(JudgingOptions.All).Concat(ReportOptions.All))
            command.Add(option);
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
        result.AddError(
            $"--replicate: invalid replicate '{result.Tokens[^1].Value}': expected a number and how many there are, such as 2/3."
        );
        return null;
    }

    private static Shard? WrongShard(System.CommandLine.Parsing.ArgumentResult result)
    {
        result.AddError($"--shard: invalid shard '{result.Tokens[^1].Value}': expected a part such as 1/4.");
        return null;
    }
}
