namespace Bench.Runner;

// Two benchmarks that are measured interleaved: the same benchmark of two builds, or two variants of one build.
internal sealed record BenchmarkPairing(HostedBenchmark Baseline, HostedBenchmark Candidate);

/// <summary>The result of a pairing in a sweep, or the failures.</summary>
/// <param name="Result">Null if a process failed.</param>
/// <param name="BaselineFailure">Null if the baseline did not fail.</param>
/// <param name="Time">Includes starting the processes.</param>
internal sealed record PairOutcome(
    BenchmarkPairing Pairing,
    PairResult? Result,
    string? BaselineFailure,
    string? CandidateFailure,
    TimeSpan Time
);

// "random" chooses the order of the benchmarks.
internal sealed class PairSweep(PairMeasurer measure, Random random)
{
    // The candidate may be the same program. A benchmark that takes longer than the timeout to answer has failed. "random" chooses the
    // order of benchmarks and the build that begins each block.
    public PairSweep(
        BenchmarkProgram baseline,
        BenchmarkProgram candidate,
        MeasurementSettings settings,
        TimeSpan benchmarkTimeout,
        Random random
    )
        : this(new ProcessPairs(baseline, candidate, settings, benchmarkTimeout, random).Measure, random) { }

    /// <param name="baselineFirst">Which process starts first. A replicate has one process pair of each order.</param>
    /// <param name="isWanted">Called just before each pairing; null for all.</param>
    /// <param name="inOrder">Keeps the order of the pairings, for a sweep that may end early.</param>
    /// <returns>One outcome per pairing, as soon as it is known.</returns>
    public IEnumerable<PairOutcome> Run(
        IEnumerable<BenchmarkPairing> pairings,
        bool baselineFirst,
        Func<BenchmarkPairing, bool>? isWanted,
        bool inOrder,
        CancellationToken cancellationToken
    ) =>
        (inOrder ? pairings : pairings.OrderBy(_ => random.Next()))
            .Where(pairing => isWanted?.Invoke(pairing) ?? true)
            .Select(pairing => measure(pairing, baselineFirst, cancellationToken));
}
