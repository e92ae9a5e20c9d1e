using Bench.Results;
using Bench.Statistics;

namespace Bench.Runner;

/// <summary>Searches a history for the commits at which benchmarks changed.</summary>
/// <param name="margin">The change of time that counts; null if allocated bytes are compared.</param>
/// <param name="measurements">Null for real processes.</param>
internal sealed class BisectRun(
    BisectHistory history,
    CommitBuilds builds,
    BisectJournal journal,
    Func<BenchmarkId, Margin>? margin,
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

    // All benchmarks of the search share the error, so their number matters.
    public BisectedBenchmark Search(SearchedBenchmark benchmark, int benchmarks, CancellationToken cancellationToken)
    {
        bisection = new BenchmarkBisection(
            benchmark,
            margin?.Invoke(benchmark.Bad),
            history,
            builds,
            measurement,
            journal,
            new ErrorBudget(Error, benchmarks, CommitSearch.Comparisons(history.Path.Count)),
            report,
            cancellationToken
        );
        return bisection.Search();
    }
}
