using Bench.Runner;

namespace Bench.Tests;

/// <summary>Just long enough that everything has happened once: no figure of it is worth a look.</summary>
internal static class Brief
{
    public static MeasurementSettings Measurement { get; } =
        new()
        {
            SliceNanoseconds = 1e6,
            MinWarmUp = TimeSpan.FromMilliseconds(50),
            MaxWarmUp = TimeSpan.FromMilliseconds(100),
            MaxWarmUpWhileCompiling = TimeSpan.FromMilliseconds(100),
            Quiet = TimeSpan.FromMilliseconds(20),
            QuietOfMany = TimeSpan.FromMilliseconds(20),
            MinMeasured = TimeSpan.FromMilliseconds(50),
            MaxMeasured = TimeSpan.FromMilliseconds(50),
        };

    /// <summary>Real processes, measured as briefly.</summary>
    public static IMeasurements Measurements { get; } = new BriefMeasurements();

    private sealed class BriefMeasurements : IMeasurements
    {
        public IProgramListing List(BenchmarkProgram program, CancellationToken cancellationToken) =>
            ProcessMeasurements.Instance.List(program, cancellationToken);

        public (IProgramListing One, IProgramListing Other) List(
            BenchmarkProgram one,
            BenchmarkProgram other,
            CancellationToken cancellationToken
        ) => ProcessMeasurements.Instance.List(one, other, cancellationToken);

        public ISameCodeProof Prove(
            Func<BuildComparison> compare,
            BenchmarkProgram baseline,
            BenchmarkProgram candidate,
            TimeSpan benchmarkTimeout,
            CancellationToken cancellationToken
        ) => ProcessMeasurements.Instance.Prove(compare, baseline, candidate, benchmarkTimeout, cancellationToken);

        public PairMeasurer Pairs(
            BenchmarkProgram baseline,
            BenchmarkProgram candidate,
            MeasurementSettings settings,
            TimeSpan benchmarkTimeout,
            Random random
        ) =>
            ProcessMeasurements.Instance.Pairs(
                baseline,
                candidate,
                Measurement with
                {
                    CountsAllocation = settings.CountsAllocation,
                    Variables = settings.Variables,
                    Injection = settings.Injection,
                },
                benchmarkTimeout,
                random
            );
    }
}
