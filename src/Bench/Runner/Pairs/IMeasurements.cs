using Bench.Results;

namespace Bench.Runner;

// Two benchmarks that are measured interleaved: the same benchmark of two builds, or two variants of one build.
internal sealed record BenchmarkPairing(HostedBenchmark Baseline, HostedBenchmark Candidate);

/// <param name="Result">Null if a process failed.</param>
/// <param name="BaselineFailure">Null if the baseline did not fail.</param>
/// <param name="Time">Includes starting the processes.</param>
internal sealed record PairOutcome(ProcessPair? Result, string? BaselineFailure, string? CandidateFailure, TimeSpan Time);

// Measures a benchmark in a process pair. baselineFirst decides which process starts first.
internal delegate PairOutcome PairMeasurer(BenchmarkPairing pairing, bool baselineFirst, CancellationToken cancellationToken);

/// <summary>Everything that a check learns from built programs. The command starts processes; tests replay recorded results.</summary>
internal interface IMeasurements
{
    IProgramListing List(BenchmarkProgram program, CancellationToken cancellationToken);

    // Lists two programs at once. If one fails, the other's process is ended too. Throws MeasurementException if a program cannot be
    // started.
    (IProgramListing One, IProgramListing Other) List(BenchmarkProgram one, BenchmarkProgram other, CancellationToken cancellationToken);

    ISameCodeProof Prove(
        Func<BuildComparison> compare,
        BenchmarkProgram baseline,
        BenchmarkProgram candidate,
        TimeSpan benchmarkTimeout,
        CancellationToken cancellationToken
    );

    // A benchmark that takes longer than benchmarkTimeout to answer has failed. "random" chooses the build that begins each block.
    PairMeasurer Pairs(
        BenchmarkProgram baseline,
        BenchmarkProgram candidate,
        MeasurementSettings settings,
        TimeSpan benchmarkTimeout,
        Random random
    );
}
