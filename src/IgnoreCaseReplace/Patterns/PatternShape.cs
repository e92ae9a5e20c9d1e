using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Bench.IgnoreCaseReplace;

/// <summary>
/// What is known of a pattern before a text is: which of its characters to look for, and how. Fields, to be passed by reference.
/// </summary>
internal struct PatternShape
{
    public SearchKind Kind;

    public ComparisonKind Comparison;

    /// <summary>Whether the pattern is where its anchors are.</summary>
    public bool AreAnchorsAll;

    public readonly bool IsFolded => Comparison == ComparisonKind.Folded;

    /// <summary>One character to look for.</summary>
    public Anchor First;

    /// <summary>Another; the same where one is all there is.</summary>
    public Anchor Second;

    /// <summary>Whether the pairs are met in most places of ordinary text.</summary>
    public bool ArePairsCommon;

    /// <summary>For <see cref="SearchKind.Pairs"/>.</summary>
    public NeighbourPairs Pairs;
}
