using Bench.Comparison;
using Bench.Statistics;

namespace Bench.Reports;

/// <summary>The groups of a report, worst first, and the order within them.</summary>
internal enum BenchmarkGroup
{
    Failing,
    Lost,
    Regressed,
    Differs,
    OtherAllocation,
    Inconclusive,
    Improved,
    New,
    LeftOut,
    NotCompared,
    Usual,
    LikeAllocation,
    NotWorse,
    Equivalent,
    SameCode,
}
