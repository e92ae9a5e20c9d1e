namespace Bench.Runner;

/// <summary>Learns about programs from processes of them.</summary>
/// <param name="adapt">Changes the settings of each pair: tests measure more briefly. Null for the settings as they are.</param>
internal sealed class ProcessMeasurements(Func<MeasurementSettings, MeasurementSettings>? adapt = null) : IMeasurements
{
    public static IMeasurements Instance { get; } = new ProcessMeasurements();

    public IProgramListing List(BenchmarkProgram program, CancellationToken cancellationToken) =>
        ProgramListing.Start(program, cancellationToken);

    public (IProgramListing One, IProgramListing Other) List(
        BenchmarkProgram one,
        BenchmarkProgram other,
        CancellationToken cancellationToken
    ) => ProgramListing.Start(one, other, cancellationToken);

    public ISameCodeProof Prove(
        Func<BuildComparison> compare,
        BenchmarkProgram baseline,
        BenchmarkProgram candidate,
        TimeSpan benchmarkTimeout,
        CancellationToken cancellationToken
    ) => SameCodeProof.Of(compare(), baseline, candidate, benchmarkTimeout, cancellationToken);

    public PairMeasurer Pairs(
        BenchmarkProgram baseline,
        BenchmarkProgram candidate,
        MeasurementSettings settings,
        TimeSpan benchmarkTimeout,
        Random random
    ) => new ProcessPairs(baseline, candidate, adapt?.Invoke(settings) ?? settings, benchmarkTimeout, random).Measure;
}
