namespace Bench.Statistics;

internal enum NextKind
{
    // To decide what is Inconclusive, if anything.
    Undecided,

    // It looks slower. Only confirmation replicates can rule that out or confirm it.
    Suspected,

    // It looks faster. Confirmation replicates show by how much.
    Improvement,
}
