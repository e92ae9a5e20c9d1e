namespace Bench.Statistics;

internal enum OpenBy
{
    // Its interval, or it is not Inconclusive at all.
    Interval,

    // Replicates without a figure, or with a figure of another load.
    Replicates,

    // One side refuses more of the work than the other, so no number of replicates decides.
    Refusals,

    // The totals of all parts show a loss that the medians of the parts do not.
    Sums,

    // One side uses resources while it is not measured, and slows the other as much as itself.
    Idle,
}
