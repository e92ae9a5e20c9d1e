namespace Bench.Statistics;

/// <summary>What the evidence says of a benchmark. "Not significant" is not "the same": that is two verdicts.</summary>
internal enum Verdict
{
    /// <summary>Neither a change beyond the margin nor its absence is shown.</summary>
    Inconclusive,

    /// <summary>The whole 90 % interval lies inside the margin, which is two one-sided tests at 5 % (Schuirmann 1987).</summary>
    Equivalent,

    /// <summary>Faster, or less, by more than the margin.</summary>
    Improved,

    /// <summary>Slower, or more, by more than the margin.</summary>
    Regressed,

    /// <summary>
    /// Not slower, or not more, by as much as the margin: the upper end of the 90 % interval lies below it, a one-sided test at 5 %.
    /// Whether anything changed for the better is not shown.
    /// </summary>
    NotWorse,

    /// <summary>On another machine class its ratio differs by more than ratios usually do from class to class.</summary>
    DiffersBetweenMachines,

    /// <summary>On another machine class its ratio differs by no more than ratios usually do.</summary>
    UsualBetweenMachines,
}
