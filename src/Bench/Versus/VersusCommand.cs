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
        command.Measures(arguments => arguments, Versus);
        return command;
    }

    private static int Versus(ParseResult arguments, Context context)
    {
        var cancellationToken = context.Cancellation;
        var replicates = MeasurementChoices.ReplicatesFrom(arguments);
        var (patterns, against, results) = (arguments.GetValue(Patterns)!, arguments.GetValue(Against), arguments.GetValue(Results));
        if (patterns.Any(string.IsNullOrWhiteSpace))
            throw new UsageException("A PATTERN is empty; '*' is every benchmark.");
        if (results is not null)
            OutputFiles.EnsureWritable(context, results);
        ReportChoices.From(arguments).EnsureWritable(context);
        var settings = JudgingChoices.From(arguments).Settings(context);
        var progress = context.Progress();

        using var workspace = new Workspace(null);
        var program = MeasurementChoices.From(arguments).Build(settings, workspace, context);
        var run = new VersusRun(program, MeasurementChoices.From(arguments).BenchmarkTimeout, progress.Show);
        run.Find(patterns, against, cancellationToken);
        if (MeasurementChoices.From(arguments).UnmatchedWarning(run.PatternsWithoutBenchmarks, "") is { } warning)
            context.Screen.Complain(warning);

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
            MeasurementChoices.From(arguments).Stated(),
            isInterrupted ? Verb.WasInterrupted : null,
            Unread: run.Unread,
            ShareOfOthers: run.ShareOfOthers
        );
        BenchmarkResult[] benchmarks = [.. run.Benchmarks.Select(benchmark => benchmark.ToBenchmark(isScreened: false))];
        var deliveries = new Deliveries(context);
        if (results is not null && CheckFolder.IsWorthKeeping(context.FullPath(results), isInterrupted, benchmarks))
            deliveries.Write(
                results,
                path =>
                    WholeFile.Write(
                        path,
                        stream => BenchResults.Write(stream, ResultsKind.Paired, run.Environment, benchmarks, check: check)
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
        ReportChoices.From(arguments).Write(
            context,
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
