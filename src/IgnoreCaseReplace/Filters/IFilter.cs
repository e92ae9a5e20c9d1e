using System.Runtime.CompilerServices;

namespace Bench.IgnoreCaseReplace;

/// <summary>
/// Tells cheaply that no match begins in a block of twice a vector's characters; may be wrong only in saying that one may.
/// </summary>
internal interface IFilter<TVector, TSelf>
    where TVector : struct
    where TSelf : struct
{
    static abstract TSelf Create(in PatternShape shape, in NeighbourQuads quads);

    /// <summary>Whether <see cref="QuadFilter{TVector, TSimd}"/> finds fewer places that are no match.</summary>
    static virtual bool IsCoarse => false;

    /// <summary>
    /// Whether nearly all places that it finds are matches, so that it is asked first even where a match was just before.
    /// </summary>
    static virtual bool IsFine => false;

    /// <summary>How far the characters that are looked at lie behind the positions that they stand for.</summary>
    int Lead { get; }

    /// <summary>Zero somewhere where a match may begin in the block.</summary>
    TVector Distance(ref readonly char text, nint at);

    /// <summary>The distances of two blocks as one.</summary>
    static abstract TVector Nearer(TVector left, TVector right);

    static abstract bool IsAnyZero(TVector distance);

    /// <summary>
    /// Of the positions in two vectors where both anchors are, those where a third character is too, if the filter has one.
    /// </summary>
    ulong Refine(ulong mask, ref readonly char text, nint at);
}
