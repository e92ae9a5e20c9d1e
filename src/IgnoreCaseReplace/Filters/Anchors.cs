using System.Runtime.CompilerServices;

namespace Bench.IgnoreCaseReplace;

/// <summary>A character of a pattern, ready to be compared with vectors of text.</summary>
internal interface IComparison<TVector, TSelf>
    where TVector : struct
    where TSelf : struct
{
    static abstract TSelf Create(in Anchor anchor);

    static abstract TSelf Create(char character);

    /// <returns>Zero where the text has the character, whatever its case.</returns>
    TVector Distance(TVector text);
}

/// <summary>Both anchors of a pattern, ready to be compared.</summary>
internal readonly struct Anchors<TVector, TSimd, TComparison>
    where TVector : struct
    where TSimd : struct, ISimd<TVector>
    where TComparison : struct, IComparison<TVector, TComparison>
{
    private readonly TComparison first;
    private readonly TComparison second;
    private readonly nint firstOffset;
    private readonly nint secondOffset;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Anchors(in PatternShape shape)
    {
        first = TComparison.Create(in shape.First);
        firstOffset = shape.First.Offset;
        second = TComparison.Create(in shape.Second);
        secondOffset = shape.Second.Offset;
    }

    /// <summary>Zero at the positions of a vector where both are.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector Distance(ref readonly char text, nint at) =>
        TSimd.Or(first.Distance(TSimd.Load(in text, at + firstOffset)), second.Distance(TSimd.Load(in text, at + secondOffset)));

    /// <summary>The positions of a vector where both are, one bit each.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Find(ref readonly char text, nint at) => TSimd.Zeros(Distance(in text, at));

    /// <summary>Those of two vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong FindTwo(ref readonly char text, nint at) => Find(in text, at) | (Find(in text, at + TSimd.Count) << TSimd.Count);
}
