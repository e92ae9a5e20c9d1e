using Bench.Statistics;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace Benchmarks.Tables;

/// <summary>How far the launches of a row lie apart: the figure to hold a ratio against.</summary>
internal sealed class LaunchSpreadColumn()
    : SuiteColumn("Launch spread", "Standard deviation between the means of the launches, relative; - for a single launch", priority: 100)
{
    public override string GetValue(Summary summary, BenchmarkCase benchmarkCase)
    {
        var spread = LaunchMeans.Spread(Launches.Means(summary[benchmarkCase]));
        return double.IsNaN(spread) ? "-" : FormattableString.Invariant($"{spread:0.0%}");
    }
}
