using Bench.Harness.Columns;
using Bench.Harness.Interleaving;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;

namespace Bench.Harness;

/// <summary>Adds interleaved measuring to a BenchmarkDotNet configuration.</summary>
public static class InterleavingExtensions
{
    /// <summary>
    /// Measures the variants of each comparison group alternately: a few milliseconds of each, in random order, in processes that are alive
    /// at the same time. A comparison group is one logical group of BenchmarkDotNet: benchmarks with one baseline, or the jobs of a
    /// benchmark. BenchmarkDotNet's engine, exporters, diagnosers and options stay in use. By default a job has the launches of <see
    /// cref="InterleavingOptions.LaunchCount"/>, spread over the run, with 30 iterations of 10 ms each. A job that runs in process, sets
    /// its own engine or randomizes memory is measured as usual, and a message says so. A benchmark without another variant is measured in
    /// the same way, but alone.
    /// </summary>
    /// <param name="config">The configuration; it is not changed.</param>
    /// <param name="options">Limits; null for the defaults.</param>
    /// <returns>
    /// A configuration with the columns Ratio, 95 % CI, Significant, Ratio spread, Time spread and Launches instead of BenchmarkDotNet's
    /// Ratio.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="config"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A time limit is not above 0 or exceeds 24 days, or the number of launches is below 1.
    /// </exception>
    public static ManualConfig WithInterleaving(this IConfig config, InterleavingOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(config);
        options ??= new InterleavingOptions();
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(options.MaxSlice, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(options.MaxStart, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(options.MaxSlice, InterleavingOptions.Longest);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(options.MaxStart, InterleavingOptions.Longest);
        ArgumentOutOfRangeException.ThrowIfLessThan(options.LaunchCount, 1);
        return ManualConfig
            .Create(config)
            .AddValidator(new InterleavingValidator(options))
            .AddDiagnoser(InterleavedMetricsDiagnoser.Default)
            .AddColumn([.. RatioColumns.All])
            .HideColumns(BaselineRatioColumn.RatioMean, BaselineRatioColumn.RatioStdDev);
    }
}
