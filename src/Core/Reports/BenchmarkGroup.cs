using Bench.Comparison;
using Bench.Statistics;

namespace Bench.Reports;

/// <summary>The groups of a report, worst first, and the order within them.</summary>
internal enum BenchmarkGroup
{
    Failing,
    Lost,
    Regressed,
    Inconclusive,
    Improved,
    New,
    NotCompared,
    NotWorse,
    Equivalent,
    SameCode,
}
