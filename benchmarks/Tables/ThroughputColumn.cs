using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace Benchmarks.Tables;

/// <summary>What is left of the baseline's throughput: for tables about what is laid over something bare.</summary>
internal sealed class ThroughputColumn()
    : SuiteColumn("Throughput", "Operations in a time, in percent of the baseline's, with its 99 % interval", priority: 102)
{
    public override bool IsAvailable(Summary summary) =>
        summary.BenchmarksCases.Any(row => row.Descriptor.Type.IsDefined(typeof(ShowsThroughputAttribute), inherit: false));

    public override string GetValue(Summary summary, BenchmarkCase benchmarkCase)
    {
        if (summary.IsBaseline(benchmarkCase))
            return "100 %";

        return summary.GetBaseline(summary.GetLogicalGroupKey(benchmarkCase)) is { } baseline && Launches.Compare(summary, baseline, benchmarkCase) is { } ratio
            ? FormattableString.Invariant($"{100 / ratio.Ratio:0.0} % ({100 / ratio.Upper:0.0}-{100 / ratio.Lower:0.0})")
            : "-";
    }
}

/// <summary>The table of the class says what is left of the baseline's throughput.</summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class ShowsThroughputAttribute : Attribute;
