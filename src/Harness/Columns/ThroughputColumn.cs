using System.Globalization;
using Bench.Harness.Interleaving;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace Bench.Harness.Columns;

// Throughput as a share of the baseline's.
internal sealed class ThroughputColumn()
    : TextColumn("Throughput", "Operations per time as a percentage of the baseline's, with the 95% confidence interval", 6, Text)
{
    public override bool IsAvailable(Summary summary) =>
        summary.BenchmarksCases.Any(benchmark => benchmark.Descriptor.Type.IsDefined(typeof(ShowsThroughputAttribute), inherit: false));

    private static string Text(Summary summary, BenchmarkReport? report, BenchmarkCase benchmark) =>
        summary.IsBaseline(benchmark) ? "100 %"
        : InterleavedResult.Find(benchmark)?.Ratio is { } ratio
            ? string.Create(CultureInfo.InvariantCulture, $"{100 / ratio.Ratio:0.0} % ({100 / ratio.Upper:0.0}-{100 / ratio.Lower:0.0})")
        : "-";
}
