using Bench.Statistics;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace Benchmarks.Tables;

/// <summary>The launches of a row, as BenchmarkDotNet reports them.</summary>
internal static class Launches
{
    /// <summary>The mean of each launch in ns an operation, in launch order; empty for a row that failed.</summary>
    public static double[] Means(BenchmarkReport? report) => report is null
        ? []
        : [.. report.AllMeasurements
            .Where(measurement => measurement.IterationMode == IterationMode.Workload && measurement.IterationStage == IterationStage.Result)
            .GroupBy(measurement => measurement.LaunchIndex)
            .OrderBy(launch => launch.Key)
            .Select(launch => launch.Average(measurement => measurement.Nanoseconds / measurement.Operations))];

    /// <summary>Two rows of a table, with the drift of that table; null where one has too few launches.</summary>
    public static RatioInterval? Compare(Summary table, BenchmarkCase baseline, BenchmarkCase way) =>
        LaunchMeans.Compare(Means(table[baseline]), Means(table[way]), LaunchMeans.Drift(table.Reports.Select(Means)));
}
