using Bench.Harness.Columns;
using Bench.Harness.Interleaving;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;

namespace Bench.Harness;

/// <summary>Interleaved measuring as a part of a BenchmarkDotNet configuration.</summary>
public static class InterleavingExtensions
{
    /// <summary>
    /// Measures the alternatives of each category (what BenchmarkDotNet shows as one logical group: benchmarks with one baseline, or the
    /// jobs of a benchmark) alternately, a few milliseconds of each in random order, in processes that are alive together.
    /// BenchmarkDotNet's engine, exporters, diagnosers and options stay. Where the job does not say otherwise: three launches, spread over
    /// the run, of 30 iterations of 10 ms. A job that runs in process, has an engine of its own or randomizes memory is measured as usual,
    /// with a line that says so; a benchmark without an alternative in the same way, alone.
    /// </summary>
    /// <param name="config">The configuration; not changed.</param>
    /// <param name="options">Limits; null for the defaults.</param>
    /// <returns>A configuration with the columns Ratio, 95 % CI, Significant, Ratio spread, Time spread and Launches in place of
    /// BenchmarkDotNet's Ratio.</returns>
    /// <exception cref="ArgumentOutOfRangeException">A limit is not above 0, or longer than 24 days; or there is no launch.</exception>
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
