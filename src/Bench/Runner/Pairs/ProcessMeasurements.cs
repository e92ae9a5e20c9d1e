namespace Bench.Runner;

/// <summary>Starts processes of the programs.</summary>
/// <param name="adapt">Changes the settings of each pair, so that tests can measure more briefly; null for no change.</param>
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
