using Bench.Results;
using Bench.Runner;
using MathNet.Numerics.Statistics;

namespace Bench.Cli.Explain;

/// <param name="folder">An existing folder for traces.</param>
internal delegate Func<BenchmarkPairing, AllocationCounts, CancellationToken, IReadOnlyList<AllocationSource>> AllocationSampling(
    BenchmarkProgram baseline,
    BenchmarkProgram candidate,
    string folder,
    TimeSpan benchmarkTimeout
);

/// <summary>Finds which objects a benchmark allocates more or fewer of, from the runtime's samples of both builds.</summary>
/// <param name="folder">An existing folder for traces.</param>
internal sealed class AllocationSampler(BenchmarkProgram baseline, BenchmarkProgram candidate, string folder, TimeSpan benchmarkTimeout)
{
    private const int MaxSources = 3;

    // A smaller share of the whole change may be noise of the sampling.
    private const double MinShare = 0.15;

    // As a share of all bytes. The figures of types often differ by as much between two samplings of the same code.
    private const double Noise = 0.02;

    private static readonly TimeSpan SampleTime = TimeSpan.FromSeconds(1);
    private readonly MethodOrigins origins = MethodOrigins.Create(baseline, candidate);

    public static AllocationSampling Sampling { get; } =
        (baseline, candidate, folder, benchmarkTimeout) => new AllocationSampler(baseline, candidate, folder, benchmarkTimeout).Sample;

    // Samples cannot show where a smaller change comes from.
    public static bool CanShow(AllocationCounts counts) =>
        Math.Abs(counts.Candidate.Median() - counts.Baseline.Median()) >= Noise * counts.Baseline.Median();

    /// <returns>The largest changes, largest first; empty if the benchmark can't be sampled.</returns>
    public IReadOnlyList<AllocationSource> Sample(BenchmarkPairing pairing, AllocationCounts counts, CancellationToken cancellationToken)
    {
        try
        {
            var (before, after) = BothBuilds.Run(
                () => Bytes(baseline, pairing.Baseline, "a0", counts.Baseline.Median(), cancellationToken),
                () => Bytes(candidate, pairing.Candidate, "a1", counts.Candidate.Median(), cancellationToken)
            );
            return Changed(before, after);
        }
        catch (Exception e) when (e is BenchException or MeasurementException)
        {
            return [];
        }
    }

    internal static IReadOnlyList<AllocationSource> Changed(
        IReadOnlyDictionary<AllocatedType, double> before,
        IReadOnlyDictionary<AllocatedType, double> after
    )
    {
        var change = Math.Abs(after.Values.Sum() - before.Values.Sum());
        return
        [
            .. before
                .Keys.Union(after.Keys)
                .Select(type => new AllocationSource(
                    type.Type,
                    type.Method,
                    Math.Round(before.GetValueOrDefault(type)),
                    Math.Round(after.GetValueOrDefault(type))
                ))
                .Where(source => Math.Abs(source.CandidateBytes - source.BaselineBytes) >= Math.Max(1, MinShare * change))
                .OrderByDescending(source => Math.Abs(source.CandidateBytes - source.BaselineBytes))
                .ThenBy(source => source.Type, StringComparer.Ordinal)
                .Take(MaxSources),
        ];
    }

    private Dictionary<AllocatedType, double> Bytes(
        BenchmarkProgram program,
        HostedBenchmark benchmark,
        string name,
        double bytes,
        CancellationToken cancellationToken
    )
    {
        using var side = WarmProcess.Start(
            program,
            benchmark,
            MeasurementSettings.OfAllocation.Variables,
            benchmarkTimeout,
            cancellationToken,
            MeasurementSettings.OfAllocation
        );
        var samples = Sampler.Sample(side, SampleTime, Path.Combine(folder, $"{name}-{Guid.NewGuid():N}.nettrace"), cancellationToken);
        side.Leave();
        return AllocatedType.Shares(samples.Allocations, origins.IsOwn).ToDictionary(share => share.Key, share => share.Value * bytes);
    }
}
