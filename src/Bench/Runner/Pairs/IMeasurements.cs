namespace Bench.Runner;

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
