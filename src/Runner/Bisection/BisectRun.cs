using Bench.Results;
using Bench.Statistics;

namespace Bench.Runner;

/// <summary>Searches the commits of a history for those at which benchmarks changed.</summary>
/// <param name="margin">The change of a benchmark's time that counts; null where bytes are compared, and no times.</param>
/// <param name="measurements">What is known about the programs; null for what processes of them say.</param>
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
    /// <summary>How often a bisection may name a wrong commit, or a change where there is none.</summary>
    private const double Error = 0.05;

    private readonly CommitMeasurement measurement = new(builds, benchmarkTimeout, measurements ?? ProcessMeasurements.Instance);

    /// <summary>The benchmarks of the ends that the filter fits.</summary>
    public BisectSelection Find(BenchmarkFilter filter, CancellationToken cancellationToken)
    {
        if (journal.Selection is { } known)
            return known;
        foreach (var end in new[] { history.Good, history.Bad })
            builds.Of(end, cancellationToken);
        var run = measurement.Check(history.Good, history.Bad, filter);
        run.Find(cancellationToken);
        var found = BisectSelection.Of(run.Benchmarks, run.FiltersWithoutBenchmarks, history.Good, history.Bad);
        if (found.Searched.Count > 0)
            journal.Add(found);
        return found;
    }

    private BenchmarkBisection? bisection;

    /// <summary>The range that the last search came to; null where it came to none.</summary>
    public OpenRange? Narrowed => bisection?.Narrowed;

    /// <param name="benchmarks">How many are searched for in all: they share the error.</param>
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
