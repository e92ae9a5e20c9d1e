using System.Runtime.CompilerServices;
using Bench.Statistics;
using BenchmarkDotNet.Running;

namespace Bench.Harness.Interleaving;

/// <summary>What an interleaved run says of a case, beside what BenchmarkDotNet knows.</summary>
/// <param name="Baseline">The baseline of its category; null where there is none.</param>
/// <param name="Run">What the run says together.</param>
internal sealed record InterleavedResult(BenchmarkCase? Baseline, InterleavedRun Run)
{
    // BenchmarkDotNet's reports have no room for it; a case lives as long as its summary.
    private static readonly ConditionalWeakTable<BenchmarkCase, InterleavedResult> Results = [];

    private readonly SortedDictionary<int, PairedRatio> ratios = [];
    private readonly SortedDictionary<int, double> allocated = [];

    /// <summary>The ratio to the baseline in each launch that measured both.</summary>
    public IReadOnlyList<PairedRatio> Ratios => [.. ratios.Values];

    /// <summary>The ratio with the launch that it is of, 1-based.</summary>
    public IEnumerable<KeyValuePair<int, PairedRatio>> RatiosByLaunch => ratios;

    /// <summary>Which clock its ratios have; null before the first.</summary>
    public SliceTiming? Timing { get; set; }

    /// <summary>What a launch of it took, s: its share of that of its category; 0 before the first.</summary>
    public double Seconds { get; set; }

    /// <summary>The ratio over launches; null where no launch measured both.</summary>
    public LaunchRatio? Ratio => LaunchRatio.Create(Ratios, Run.Prior);

    /// <summary>What is known of a case; null where it was not measured interleaved.</summary>
    public static InterleavedResult? Find(BenchmarkCase benchmark) => Results.TryGetValue(benchmark, out var result) ? result : null;

    public static InterleavedResult Create(BenchmarkCase benchmark, BenchmarkCase? baseline, InterleavedRun run)
    {
        var result = new InterleavedResult(baseline, run);
        Results.AddOrUpdate(benchmark, result);
        run.Add(result);
        return result;
    }

    /// <summary>Allocated bytes an operation with the launch that they are of, 1-based.</summary>
    public IEnumerable<KeyValuePair<int, double>> AllocatedByLaunch => allocated;

    public void Add(int launch, PairedRatio ratio) => ratios[launch] = ratio;

    public void AddAllocated(int launch, double bytes) => allocated[launch] = bytes;
}
