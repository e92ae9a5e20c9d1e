namespace Bench.Statistics;

/// <summary>What the next replicates of a benchmark are for.</summary>
internal enum NextKind
{
    /// <summary>To decide what is not, if anything.</summary>
    Undecided,

    /// <summary>It looks slower: only confirmation replicates can rule that out or confirm it.</summary>
    Suspected,

    /// <summary>It looks faster: confirmation replicates say by how much.</summary>
    Improvement,
}
