namespace Bench.Statistics;

// "Not significant" is not "the same", so these are two verdicts.
internal enum Verdict
{
    // Neither a change beyond the margin nor its absence is shown.
    Inconclusive,

    // The whole 90% interval lies inside the margin: two one-sided tests at 5% (Schuirmann 1987).
    Equivalent,

    // Faster, or allocates less, by more than the margin.
    Improved,

    // Slower, or allocates more, by more than the margin.
    Regressed,

    // The upper end of the 90% interval lies below the margin, a one-sided test at 5%. An improvement is not shown.
    NotWorse,

    // The ratio on another machine class differs by more than ratios usually do between classes.
    DiffersBetweenMachines,

    // The ratio on another machine class differs by no more than ratios usually do between classes.
    UsualBetweenMachines,
}
