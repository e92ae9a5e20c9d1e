using System.Runtime.CompilerServices;
using Bench.Statistics;
using BenchmarkDotNet.Running;

namespace Bench.Harness.Interleaving;

/// <summary>Results of a case that BenchmarkDotNet's report does not have.</summary>
/// <param name="Baseline">Baseline of its group; null without one.</param>
/// <param name="Run">Pools the spread of all cases.</param>
internal sealed record InterleavedResult(BenchmarkCase? Baseline, InterleavedRun Run)
{
    // BenchmarkDotNet's reports have no place for it. A case lives as long as its summary.
    private static readonly ConditionalWeakTable<BenchmarkCase, InterleavedResult> Results = [];

    private readonly SortedDictionary<int, PairedRatio> ratios = [];
    private readonly SortedDictionary<int, double> allocated = [];

    /// <summary>One ratio to the baseline per launch that measured both.</summary>
    public IReadOnlyList<PairedRatio> Ratios => [.. ratios.Values];

    /// <summary>With the number of the launch, 1-based.</summary>
    public IEnumerable<KeyValuePair<int, PairedRatio>> RatiosByLaunch => ratios;

    /// <summary>Clock of its ratios; null before the first.</summary>
    public SliceTiming? Timing { get; set; }

    /// <summary>Why its ratio is not shown; null if it is.</summary>
    public string? Withheld { get; set; }

    /// <summary>Duration of a launch, as its share of that of its group; 0 before the first.</summary>
    public double Seconds { get; set; }

    /// <summary>Over all launches; null if no launch measured both.</summary>
    public LaunchRatio? Ratio => LaunchRatio.Create(Ratios, Run.Prior);

    /// <summary>Null if the case was not interleaved.</summary>
    public static InterleavedResult? Find(BenchmarkCase benchmark) => Results.TryGetValue(benchmark, out var result) ? result : null;

    public static InterleavedResult Create(BenchmarkCase benchmark, BenchmarkCase? baseline, InterleavedRun run)
    {
        var result = new InterleavedResult(baseline, run);
        Results.AddOrUpdate(benchmark, result);
        run.Add(result);
        return result;
    }

    /// <summary>Allocated bytes per operation, with the number of the launch, 1-based.</summary>
    public IEnumerable<KeyValuePair<int, double>> AllocatedByLaunch => allocated;

    public void Add(int launch, PairedRatio ratio) => ratios[launch] = ratio;

    public void AddAllocated(int launch, double bytes) => allocated[launch] = bytes;
}
