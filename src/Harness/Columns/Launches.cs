using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Reports;

namespace Bench.Harness.Columns;

internal static class Launches
{
    /// <summary>In launch order, in ns per operation; empty for a case that failed.</summary>
    public static double[] Means(BenchmarkReport? report) =>
        report is null
            ? []
            :
            [
                .. report
                    .AllMeasurements.Where(measurement =>
                        measurement is { IterationMode: IterationMode.Workload, IterationStage: IterationStage.Result }
                    )
                    .GroupBy(measurement => measurement.LaunchIndex)
                    .OrderBy(launch => launch.Key)
                    .Select(launch => launch.Average(measurement => measurement.Nanoseconds / measurement.Operations)),
            ];
}
