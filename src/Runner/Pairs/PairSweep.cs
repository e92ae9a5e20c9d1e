namespace Bench.Runner;

/// <summary>
/// The two benchmarks that interleaved pairs measures against each other: the same benchmark of two builds, or two alternatives of one
/// build.
/// </summary>
internal sealed record BenchmarkPairing(HostedBenchmark Baseline, HostedBenchmark Candidate);

/// <summary>What became of a pairing in a sweep: a result, or why a side has none.</summary>
/// <param name="Result">What was measured; null where a side failed.</param>
/// <param name="BaselineFailure">What went wrong on the baseline; null where nothing did.</param>
/// <param name="Time">What it took, starting the processes included.</param>
internal sealed record PairOutcome(
    BenchmarkPairing Pairing,
    PairResult? Result,
    string? BaselineFailure,
    string? CandidateFailure,
    TimeSpan Time
);

/// <summary>Measures pairings one after the other.</summary>
/// <param name="random">The order of the benchmarks.</param>
internal sealed class PairSweep(PairMeasurer measure, Random random)
{
    /// <param name="candidate">The program of the candidate; may be the same.</param>
    /// <param name="benchmarkTimeout">How long a side may take to answer before it counts as failed.</param>
    /// <param name="random">The order of the benchmarks, and the side that begins each block.</param>
    public PairSweep(
        BenchmarkProgram baseline,
        BenchmarkProgram candidate,
        MeasurementSettings settings,
        TimeSpan benchmarkTimeout,
        Random random
    )
        : this(new ProcessPairs(baseline, candidate, settings, benchmarkTimeout, random).Measure, random) { }

    /// <summary>Measures each pairing in one pair of processes.</summary>
    /// <param name="baselineFirst">Which side is started first: a unit has one pair of processes of each order.</param>
    /// <param name="isWanted">Asked again before each pairing; null for all.</param>
    /// <param name="inOrder">Whether the order of the pairings is kept, as in a sweep that may be ended before its last.</param>
    /// <param name="cancellationToken">Ends the sweep: no process stays behind.</param>
    /// <returns>An outcome for each pairing, as soon as it is there.</returns>
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
