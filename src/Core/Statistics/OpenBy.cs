namespace Bench.Statistics;

/// <summary>What leaves a benchmark Inconclusive.</summary>
internal enum OpenBy
{
    /// <summary>Its interval, or nothing: it is not Inconclusive.</summary>
    Interval,

    /// <summary>Replicates without a figure, or with one that is of another load.</summary>
    Replicates,

    /// <summary>One refuses more of the work than the other, so that no number of replicates decides.</summary>
    Refusals,

    /// <summary>All parts of the replicates together show a loss that the medians of these parts do not.</summary>
    Sums,

    /// <summary>What one takes while it is not measured slows the other as much as itself.</summary>
    Idle,
}
