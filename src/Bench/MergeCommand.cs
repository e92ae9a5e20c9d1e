using System.CommandLine;
using Bench.Comparison;
using Bench.Results;

namespace Bench;

/// <summary><c>bench merge</c>: the shards of a check as one verdict.</summary>
internal static class MergeCommand
{
    private static readonly Argument<string[]> Parts = new("PARTS") { Description = "The figures of each shard: bench-results.json, or the folder it lies in.", Arity = ArgumentArity.OneOrMore };
    private static readonly Option<string> Results = new("--results") { HelpName = "DIR", Description = $"Where the joined figures and reports are written. Default: {CheckFolder.Default}.", DefaultValueFactory = _ => CheckFolder.Default };

    private const string Help = """
        Joins the shards of one check into one verdict: all rows are judged together.

        All shards have to be there, of the same builds and the same rows. Exit codes as of compare.
        """;

    public static Command Create()
    {
        var command = new Command("merge", Help) { Parts, Results };
        foreach (var option in JudgingOptions.All.Concat(ReportOptions.All))
            command.Add(option);
        command.SetAction(Run);
        return command;
    }

    private static int Run(ParseResult arguments)
    {
        try
        {
            return Merge(arguments);
        }
        catch (Exception e) when (e is ResultsException or UserError or IOException or UnauthorizedAccessException)
        {
            return UserError.Report(e.Message);
        }
    }

    private static int Merge(ParseResult arguments)
    {
        ReportOptions.Check(arguments);
        var folder = Directory.GetCurrentDirectory();
        var settings = JudgingOptions.SettingsFrom(arguments, folder);
        string[] parts = [.. arguments.GetValue(Parts)!.Select(part => Directory.Exists(part) ? Path.Combine(part, CheckFolder.Figures) : part)];
        var runs = RunLoader.Load([.. parts.Select(part => (IReadOnlyList<string>)[part])], folder);
        var check = MustBeOneCheck(parts, runs);

        Row[] rows = [.. runs.SelectMany(run => run.Rows)];
        JudgingOptions.ControlsMustFitARow(settings, rows.Select(row => row.Id));
        var (baseline, candidate) = (runs[0].BaselineEnvironments[0], runs[0].Environments[0]);
        var comparison = RunComparison.OfPaired(Bench.Results.Run.OfCheck(rows, baseline, candidate, check), ComparisonOptions.OfToday(settings) with { NamesRemedies = true });
        var outcome = Outcome.Of(comparison, JudgingOptions.StrictnessFrom(arguments));
        CheckFolder.Write(arguments.GetValue(Results)!, rows, baseline, candidate, check, comparison, outcome);
        ReportOptions.Write(arguments, comparison, outcome);
        return (int)outcome.ExitCode;
    }

    private static CheckInfo MustBeOneCheck(string[] parts, IReadOnlyList<Run> runs)
    {
        var checks = runs.Zip(parts, (run, part) => run.Checks is [var check] ? check : throw new UserError($"{part} is not from a check.")).ToArray();
        var first = checks[0];
        for (var i = 1; i < checks.Length; i++)
        {
            if (checks[i] with { Shard = first.Shard, Partial = first.Partial, Seconds = first.Seconds } != first)
                throw new UserError($"{parts[i]} is from another check than {parts[0]}: other builds, rows or settings.");
        }

        var count = first.Shard?.Count ?? 1;
        if (checks.FirstOrDefault(check => (check.Shard?.Count ?? 1) != count) is { } other)
            throw new UserError($"one shard is {first.Shard?.ToString() ?? "all rows"}, another {other.Shard?.ToString() ?? "all rows"}.");
        var missing = Enumerable.Range(1, count).Except(checks.Select(check => check.Shard?.Index ?? 1)).ToArray();
        if (missing.Length > 0)
            throw new UserError($"shard {missing[0]}/{count} is missing.");
        if (checks.Length > count)
            throw new UserError($"shard {checks.GroupBy(check => check.Shard).First(same => same.Count() > 1).Key} is there more than once.");
        return first with
        {
            Shard = null,
            Partial = string.Join("; ", checks.Where(check => check.Partial is not null).Select(check => $"shard {check.Shard}: {check.Partial}")) is { Length: > 0 } partial ? partial : null,
            Seconds = checks.Sum(check => check.Seconds),
        };
    }
}
