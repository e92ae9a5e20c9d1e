namespace Bench.Runner;

/// <summary>Measures a benchmark in a process pair.</summary>
/// <param name="baselineFirst">Which process is started first.</param>
internal delegate PairOutcome PairMeasurer(BenchmarkPairing pairing, bool baselineFirst, CancellationToken cancellationToken);

/// <summary>Everything that a check learns from built programs. The command starts processes; tests replay what some have said.</summary>
internal interface IMeasurements
{
    /// <exception cref="MeasurementException">The program can't be started.</exception>
    IProgramListing List(BenchmarkProgram program, CancellationToken cancellationToken);

    /// <summary>Lists two programs at the same time. Neither is left behind if the other fails.</summary>
    /// <exception cref="MeasurementException">A program can't be started.</exception>
    (IProgramListing One, IProgramListing Other) List(BenchmarkProgram one, BenchmarkProgram other, CancellationToken cancellationToken);

    ISameCodeProof Prove(
        Func<BuildComparison> compare,
        BenchmarkProgram baseline,
        BenchmarkProgram candidate,
        TimeSpan benchmarkTimeout,
        CancellationToken cancellationToken
    );

    /// <param name="benchmarkTimeout">How long a benchmark may take to answer before it counts as failed.</param>
    /// <param name="random">Chooses the side that begins each block.</param>
    PairMeasurer Pairs(
        BenchmarkProgram baseline,
        BenchmarkProgram candidate,
        MeasurementSettings settings,
        TimeSpan benchmarkTimeout,
        Random random
    );
}
