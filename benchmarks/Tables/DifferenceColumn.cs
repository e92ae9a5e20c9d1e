using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace Benchmarks.Tables;

/// <summary>The ratio to the baseline as far as the launches show one: BenchmarkDotNet's Ratio says a number in any case.</summary>
internal sealed class DifferenceColumn()
    : SuiteColumn("Against baseline", "Ratio of the times with its 99 % interval over launches, drift between rows included; - for fewer than 3 launches", priority: 101)
{
    public override string GetValue(Summary summary, BenchmarkCase benchmarkCase)
    {
        if (summary.IsBaseline(benchmarkCase))
            return "baseline";

        return summary.GetBaseline(summary.GetLogicalGroupKey(benchmarkCase)) is { } baseline
            ? Launches.Compare(summary, baseline, benchmarkCase)?.ToString() ?? "-"
            : "?";
    }
}
