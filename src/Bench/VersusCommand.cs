using System.CommandLine;
using Bench.Comparison;
using Bench.Gating;
using Bench.Reporting;
using Bench.Results;
using Bench.Tandem;

namespace Bench;

/// <summary><c>bench versus</c>: the ways of one build against their baseline, in turns.</summary>
internal static class VersusCommand
{
    private static readonly Argument<string[]> Patterns = new("PATTERN") { Description = "Which rows, as BenchmarkDotNet's --filter: * is any text. Several add up.", Arity = ArgumentArity.OneOrMore };
    private static readonly Option<string?> Against = new("--against") { HelpName = "METHOD", Description = "The way that the others are compared with, instead of the one marked as baseline." };
    private static readonly Option<int> Units = new("--units") { HelpName = "N", Description = "Units a row, of two process pairs each. Default: 5.", DefaultValueFactory = _ => 5 };
    private static readonly Option<string?> Results = new("--results") { HelpName = "FILE", Description = "Also keeps the figures, as bench-results JSON: bench compare FILE reads it." };

    private const string Help = """
        Measures the ways of each category against its baseline, in processes that take turns.

        A category is what BenchmarkDotNet compares: one class, one set of parameters, one way marked as the baseline.
        Exit codes: 0; 1 a row failed; 2 wrong usage, or no build; 130 interrupted, what was measured is kept.
        """;

    public static Command Create()
    {
        var command = new Command("versus", Help) { Patterns, Against, Units, Results };
        foreach (var option in TandemOptions.All.Concat([JudgingOptions.Config, JudgingOptions.Margin, JudgingOptions.NoiseFloor]).Concat(ReportOptions.All))
            command.Add(option);
        command.SetAction(arguments => Verb.Run(cancellation => Versus(arguments, cancellation)));
        return command;
    }

    private static int Versus(ParseResult arguments, CancellationToken cancellation)
    {
        var units = arguments.GetValue(Units);
        if (units is < 2 or > 1000)
            throw new UserError("--units: a spread needs at least 2, and 1000 are the most.");
        ReportOptions.Check(arguments);
        var folder = Directory.GetCurrentDirectory();
        var settings = JudgingOptions.SettingsFrom(arguments, folder);
        var variables = TandemOptions.VariablesFrom(arguments);
        var progress = new ProgressLine();

        var project = TandemOptions.ProjectFrom(arguments, settings, folder);
        using var workspace = new Workspace(null);
        progress.Step($"Building {Path.GetRelativePath(folder, project)}");
        var program = BenchmarkProject.Build(project, "the project", Path.Combine(workspace.Folder, "0"), arguments.GetValue(TandemOptions.Framework), variables, cancellation);
        var run = new VersusRun(program, TandemOptions.RowLimitFrom(arguments), progress.Show);
        var (patterns, against) = (arguments.GetValue(Patterns)!, arguments.GetValue(Against));
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
        var check = new CheckInfo(against ?? "the baseline of each category", "the other ways", string.Join(' ', patterns), null, TandemOptions.Stated(variables), isInterrupted ? "it was interrupted" : null);
        Row[] rows = [.. run.Rows.Select(row => row.ToRow(isScreened: false))];
        if (arguments.GetValue(Results) is { } file)
        {
            using var stream = File.Create(file);
            BenchResults.Write(stream, ResultsKind.Paired, run.Environment, rows, check: check);
        }

        var comparison = RunComparison.OfPaired(Bench.Results.Run.OfCheck(rows, run.Environment, run.Environment, check), new ComparisonOptions
        {
            Settings = settings,
            Today = DateOnly.FromDateTime(TimeProvider.System.GetUtcNow().UtcDateTime),
        });
        var failed = rows.Count(row => row.Failure is not null || row.BaselineFailure is not null);
        var outcome = isInterrupted ? new Outcome(ExitCode.Interrupted, "Interrupted.")
            : failed > 0 ? new Outcome(ExitCode.Regressed, $"{failed} {(failed == 1 ? "row" : "rows")} failed.")
            : new Outcome(ExitCode.Passed, "Ways are compared, not builds: slower is no failure.");
        ReportOptions.Write(arguments, comparison, outcome, () => RankingReport.Of(comparison, $"bench versus '{string.Join("' '", patterns)}'{(against is null ? "" : " --against " + against)}"));
        return (int)outcome.ExitCode;
    }
}
