using Bench.Comparison;

namespace Bench.Runner;

/// <summary>Searches a history for the commits at which benchmarks changed.</summary>
/// <param name="margins">The changes of time that count; null if allocated bytes are compared.</param>
/// <param name="measurements">Null for real processes.</param>
internal sealed class BisectRun(
    BisectHistory history,
    CommitBuilds builds,
    BisectJournal journal,
    Settings? margins,
    TimeSpan benchmarkTimeout,
    Action<string> report,
    IMeasurements? measurements = null
)
{
    // Probability that a bisection names a wrong commit, or a change that does not exist.
    private const double Error = 0.05;

    private readonly CommitMeasurement measurement = new(builds, benchmarkTimeout, measurements ?? ProcessMeasurements.Instance);

    public BisectSelection Find(BenchmarkFilter filter, CancellationToken cancellationToken)
    {
        if (journal.Selection is { } known)
            return known;
        foreach (var end in new[] { history.Good, history.Bad })
            builds.Of(end, cancellationToken);
        var run = measurement.Check(history.Good, history.Bad, filter);
        var selection = BisectSelection.Of(run.Find(cancellationToken), history.Good, history.Bad);
        if (selection.Searched.Count > 0)
            journal.Add(selection);
        return selection;
    }

    private BenchmarkBisection? bisection;

    // Null if the last search found no range with a change.
    public OpenRange? Narrowed => bisection?.Narrowed;

    // Ends early if it is interrupted and can continue later. The benchmarks share the error.
    public IReadOnlyList<BisectedBenchmark> Search(IReadOnlyList<SearchedBenchmark> benchmarks, CancellationToken cancellationToken)
    {
        var found = new List<BisectedBenchmark>();
        try
        {
            foreach (var benchmark in benchmarks)
                found.Add(Search(benchmark, benchmarks.Count, cancellationToken));
        }
        catch (Exception e)
            when (journal.Count > 0 && cancellationToken.IsCancellationRequested && e is BenchException or OperationCanceledException)
        {
            // The journal has the comparisons so far.
        }

        return found;
    }

    private BisectedBenchmark Search(SearchedBenchmark benchmark, int benchmarks, CancellationToken cancellationToken)
    {
        bisection = new BenchmarkBisection(
            benchmark,
            margins?.MarginOf(benchmark.Bad),
            history,
            builds,
            measurement,
            journal,
            new ErrorBudget(Error, benchmarks, CommitSearch.Comparisons(history.Path.Count)),
            report,
            cancellationToken
        );
        return bisection.Search() with { IsMarginOfRule = margins?.HasMarginOfRule(benchmark.Bad) ?? false };
    }
}
