using Bench.Results;
using Bench.Statistics;
using MathNet.Numerics.Statistics;

namespace Bench.Runner;

internal sealed class CommitMeasurement(CommitBuilds builds, TimeSpan benchmarkTimeout, IMeasurements measurements)
{
    // Both commits must build.
    public GateRun Check(PathCommit before, PathCommit after, BenchmarkFilter filter) =>
        new(
            builds.Of(before, CancellationToken.None)!.Value.Program,
            builds.Of(after, CancellationToken.None)!.Value.Program,
            new GateSettings
            {
                Filter = filter,
                BenchmarkTimeout = benchmarkTimeout,
                Budget = TimeSpan.FromDays(1),
            },
            _ => { },
            measurements
        );

    // The threshold is a logarithm; it depends on the time per operation of the earlier commit, in ns.
    public CommitComparison? Time(
        PathCommit before,
        PathCommit after,
        MeasuredBenchmark benchmark,
        Func<double, double> threshold,
        double error,
        CancellationToken cancellationToken
    )
    {
        var random = new Random();
        var sweeps = new ReplicateSweeps(
            measurements.Pairs(
                builds.Of(before, cancellationToken)!.Value.Program,
                builds.Of(after, cancellationToken)!.Value.Program,
                new MeasurementSettings(),
                benchmarkTimeout,
                random
            ),
            random,
            _ => { }
        );
        var comparison = SequentialComparison.Run(
            more =>
            {
                sweeps.Measure(
                    "bisecting",
                    new Dictionary<MeasuredBenchmark, int> { [benchmark] = more },
                    isConfirmation: false,
                    cancellationToken
                );
                return benchmark.IsOpen ? [.. benchmark.Replicates.Select(replicate => replicate.LogRatio)] : [];
            },
            () => threshold(Nanoseconds()),
            error
        );
        return comparison is { } known ? known with { NanosecondsBefore = Nanoseconds() } : null;

        double Nanoseconds() => benchmark.Replicates.Select(replicate => replicate.BaselineNanoseconds).GeometricMean();
    }

    public static CommitComparison? Allocation(GateRun run, MeasuredBenchmark benchmark, double error, CancellationToken cancellationToken)
    {
        run.CountAllocation(cancellationToken, error);
        return benchmark.Allocation is { } counts ? Of(counts) : null;
    }

    // Throws if the counts neither differ clearly nor agree.
    internal static CommitComparison Of(AllocationCounts counts)
    {
        var (before, after) = (counts.Baseline.Median(), counts.Candidate.Median());
        var ratio = Math.Log((after + 1) / (before + 1));
        return counts.IsSeparated ? new CommitComparison(ratio, ratio, ratio, 1, before, after)
            : counts.IsUnchanged ? new CommitComparison(0, 0, 0, 1, before, after)
            : throw new MeasurementException(
                $"its allocation varies: {Listed(counts.Baseline)} before, {Listed(counts.Candidate)} after",
                isFatal: false
            );

        static string Listed(IEnumerable<double> values) =>
            string.Join(", ", values.Order().Select(value => FormattableString.Invariant($"{value:0.##}")));
    }
}
