namespace Bench.Reports;

// The groups of a report, worst first.
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
