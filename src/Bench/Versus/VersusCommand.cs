using System.CommandLine;
using Bench.Comparison;
using Bench.Reports;
using Bench.Results;
using Bench.Runner;

namespace Bench.Versus;

/// <summary><c>bench versus</c>: the alternatives of one build against their baseline, interleaved.</summary>
internal static class VersusCommand
{
    private static readonly Argument<string[]> Patterns = new("PATTERN")
    {
        Description = "Which benchmarks, as BenchmarkDotNet's --filter: * is any text. Several add up.",
        Arity = ArgumentArity.OneOrMore,
    };
    private static readonly Option<string?> Against = new("--against")
    {
        HelpName = "METHOD",
        Description = "The alternative that the others are compared with, instead of the one marked as baseline.",
    };
    private static readonly Option<string?> Results = new("--results")
    {
        HelpName = "FILE",
        Description = "Also keeps the figures, as bench-results JSON: bench compare FILE reads it.",
    };

    private const string Help = """
        Measures the alternatives of each category against its baseline, interleaved, in processes of its own.

        A category is a logical group of BenchmarkDotNet: one class, one set of parameters, one alternative marked as the baseline.
        Exit codes: 0; 1 a benchmark failed; 2 wrong usage, or no build; 130 interrupted, what was measured is kept.
        """;

    public static Command Create()
    {
        var command = new Command("versus", Help) { Patterns, Against, MeasurementOptions.Strict, MeasurementOptions.Replicates, Results };
        foreach (
            var option in MeasurementOptions
                .All.Concat([JudgingOptions.Config, JudgingOptions.Margin, JudgingOptions.NoiseFloor])
                .Concat(ReportOptions.All)
        )
            command.Add(option);
        command.SetAction(arguments => Verb.Run(cancellationToken => Versus(arguments, cancellationToken)));
        return command;
    }

    private static int Versus(ParseResult arguments, CancellationToken cancellationToken)
    {
        var replicates = MeasurementOptions.ReplicatesFrom(arguments);
        ReportOptions.Check(arguments);
        var (patterns, against, results) = (arguments.GetValue(Patterns)!, arguments.GetValue(Against), arguments.GetValue(Results));
        if (patterns.Any(string.IsNullOrWhiteSpace))
            throw new UsageException("A PATTERN is empty; '*' is every benchmark.");
        if (results is not null)
            ReportOptions.EnsureWritable(results);
        ReportOptions.EnsureWritable(arguments);
        var settings = JudgingOptions.SettingsFrom(arguments, Directory.GetCurrentDirectory());
        var progress = new ProgressLine();

        using var workspace = new Workspace(null);
        var program = MeasurementOptions.Build(arguments, settings, workspace, progress, cancellationToken);
        var run = new VersusRun(program, MeasurementOptions.BenchmarkTimeoutFrom(arguments), progress.Show);
        run.Find(patterns, against, cancellationToken);
        if (MeasurementOptions.UnmatchedWarning(arguments, run.PatternsWithoutBenchmarks, "") is { } warning)
            Screen.Error(warning);

        var isInterrupted = false;
        try
        {
            run.Measure(replicates, cancellationToken);
        }
        catch (OperationCanceledException)
        {
            isInterrupted = true;
        }

        progress.Clear();
        var check = new CheckInfo(
            against ?? "the baseline of each category",
            "the other alternatives",
            string.Join(' ', patterns),
            null,
            MeasurementOptions.Stated(arguments),
            isInterrupted ? Verb.WasInterrupted : null,
            Unread: run.Unread,
            ShareOfOthers: run.ShareOfOthers
        );
        BenchmarkResult[] benchmarks = [.. run.Benchmarks.Select(benchmark => benchmark.ToBenchmark(isScreened: false))];
        var deliveries = new Deliveries();
        if (results is not null && CheckFolder.IsWorthKeeping(results, isInterrupted, benchmarks))
            deliveries.Try(() =>
                ReportOptions.Write(
                    results,
                    () =>
                        WholeFile.Write(
                            results,
                            stream => BenchResults.Write(stream, ResultsKind.Paired, run.Environment, benchmarks, check: check)
                        )
                )
            );

        var comparison = RunComparison.CreatePaired(
            Bench.Results.Run.FromCheck(benchmarks, run.Environment, run.Environment, check),
            ComparisonOptions.ForToday(settings)
        );
        var failed = benchmarks.Count(benchmark => benchmark.Failure is not null || benchmark.BaselineFailure is not null);
        var outcome =
            isInterrupted ? new Outcome(ExitCode.Interrupted, "Interrupted.")
            : failed > 0 ? new Outcome(ExitCode.Regressed, $"{failed} {(failed == 1 ? "benchmark" : "benchmarks")} failed.")
            : new Outcome(ExitCode.Passed, "Alternatives are compared, not builds: slower is no failure.");
        ReportOptions.Write(
            arguments,
            deliveries,
            comparison,
            outcome,
            () =>
                RankingReport.Render(
                    comparison,
                    $"bench versus '{string.Join("' '", patterns)}'{(against is null ? "" : " --against " + against)}"
                )
        );
        return deliveries.ExitCode(outcome);
    }
}
