using System.CommandLine;
using Bench.Comparison;
using Bench.Reports;
using Bench.Results;
using Bench.Runner;

namespace Bench.Versus;

/// <summary><c>bench versus</c>: the ways of one build against their baseline, in turns.</summary>
internal static class VersusCommand
{
    private static readonly Argument<string[]> Patterns = new("PATTERN") { Description = "Which rows, as BenchmarkDotNet's --filter: * is any text. Several add up.", Arity = ArgumentArity.OneOrMore };
    private static readonly Option<string?> Against = new("--against") { HelpName = "METHOD", Description = "The way that the others are compared with, instead of the one marked as baseline." };
    private static readonly Option<string?> Results = new("--results") { HelpName = "FILE", Description = "Also keeps the figures, as bench-results JSON: bench compare FILE reads it." };

    private const string Help = """
        Measures the ways of each category against its baseline, in processes that take turns.

        A category is what BenchmarkDotNet compares: one class, one set of parameters, one way marked as the baseline.
        Exit codes: 0; 1 a row failed; 2 wrong usage, or no build; 130 interrupted, what was measured is kept.
        """;

    public static Command Create()
    {
        var command = new Command("versus", Help) { Patterns, Against, TandemOptions.Units, Results };
        foreach (var option in TandemOptions.All.Concat([JudgingOptions.Config, JudgingOptions.Margin, JudgingOptions.NoiseFloor]).Concat(ReportOptions.All))
            command.Add(option);
        command.SetAction(arguments => Verb.Run(cancellation => Versus(arguments, cancellation)));
        return command;
    }

    private static int Versus(ParseResult arguments, CancellationToken cancellation)
    {
        var units = TandemOptions.UnitsFrom(arguments);
        ReportOptions.Check(arguments);
        var (patterns, against, results) = (arguments.GetValue(Patterns)!, arguments.GetValue(Against), arguments.GetValue(Results));
        if (patterns.Any(string.IsNullOrWhiteSpace))
            throw new UsageException("A PATTERN is empty; '*' is every row.");
        if (results is not null)
            ReportOptions.MustBeWritable(results);
        ReportOptions.MustBeWritable(arguments);
        var settings = JudgingOptions.SettingsFrom(arguments, Directory.GetCurrentDirectory());
        var variables = TandemOptions.VariablesFrom(arguments);
        var progress = new ProgressLine();

        using var workspace = new Workspace(null);
        var program = TandemOptions.Build(arguments, settings, workspace, progress, cancellation);
        var run = new VersusRun(program, TandemOptions.RowLimitFrom(arguments), progress.Show);
        run.Find(patterns, against, cancellation);

        var isInterrupted = false;
        try
        {
            run.Measure(units, cancellation);
        }
        catch (OperationCanceledException)
        {
            isInterrupted = true;
        }

        progress.Clear();
        var check = new CheckInfo(against ?? "the baseline of each category", "the other ways", string.Join(' ', patterns), null, TandemOptions.Stated(variables), isInterrupted ? Verb.WasInterrupted : null);
        Row[] rows = [.. run.Rows.Select(row => row.ToRow(isScreened: false))];
        var deliveries = new Deliveries();
        // Figures that hold nothing leave those of an earlier run alone.
        if (results is not null && (!isInterrupted || rows.Any(row => row.Units.Count > 0) || !File.Exists(results)))
            deliveries.Try(() => ReportOptions.Write(results, () => WholeFile.Write(results, stream => BenchResults.Write(stream, ResultsKind.Paired, run.Environment, rows, check: check))));

        var comparison = RunComparison.CreatePaired(Bench.Results.Run.OfCheck(rows, run.Environment, run.Environment, check), ComparisonOptions.OfToday(settings));
        var failed = rows.Count(row => row.Failure is not null || row.BaselineFailure is not null);
        var outcome = isInterrupted ? new Outcome(ExitCode.Interrupted, "Interrupted.")
            : failed > 0 ? new Outcome(ExitCode.Regressed, $"{failed} {(failed == 1 ? "row" : "rows")} failed.")
            : new Outcome(ExitCode.Passed, "Ways are compared, not builds: slower is no failure.");
        ReportOptions.Write(arguments, deliveries, comparison, outcome, () => RankingReport.Of(comparison, $"bench versus '{string.Join("' '", patterns)}'{(against is null ? "" : " --against " + against)}"));
        return deliveries.ExitCode(outcome);
    }
}
