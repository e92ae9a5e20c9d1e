using System.Runtime.CompilerServices;

namespace Bench.IgnoreCaseReplace;

/// <summary>Tells cheaply that no match begins in a block of twice a vector's characters; may be wrong only in saying that one may.</summary>
internal interface IFilter<TVector, TSelf>
    where TVector : struct
    where TSelf : struct
{
    static abstract TSelf Create(in PatternShape shape);

    /// <summary>How far the characters that are looked at lie behind the positions that they stand for.</summary>
    int Lead { get; }

    /// <summary>Zero somewhere where a match may begin in the block.</summary>
    TVector Distance(ref readonly char text, nint at);

    /// <summary>The distances of two blocks as one.</summary>
    static abstract TVector Nearer(TVector left, TVector right);

    static abstract bool IsAnyZero(TVector distance);
}

/// <summary>Whether both anchors are there.</summary>
internal readonly struct AnchorFilter<TVector, TSimd, TComparison> : IFilter<TVector, AnchorFilter<TVector, TSimd, TComparison>>
    where TVector : struct
    where TSimd : struct, ISimd<TVector>
    where TComparison : struct, IComparison<TVector, TComparison>
{
    private readonly Anchors<TVector, TSimd, TComparison> _anchors;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private AnchorFilter(in PatternShape shape) => _anchors = new(in shape);

    public static AnchorFilter<TVector, TSimd, TComparison> Create(in PatternShape shape) => new(in shape);

    public int Lead => 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector Distance(ref readonly char text, nint at) => TSimd.Min(_anchors.Distance(in text, at), _anchors.Distance(in text, at + TSimd.Count));

    public static TVector Nearer(TVector left, TVector right) => TSimd.Min(left, right);

    public static bool IsAnyZero(TVector distance) => TSimd.AnyZero(distance);
}

/// <summary>Whether the character is there, as bytes.</summary>
internal readonly struct OneFilter<TVector, TSimd> : IFilter<TVector, OneFilter<TVector, TSimd>>
    where TVector : struct
    where TSimd : struct, ISimd<TVector>
{
    private readonly TVector _bit;
    private readonly TVector _target;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private OneFilter(in Anchor anchor)
    {
        _bit = TSimd.Create((ushort)(anchor.Bit * 0x0101));
        _target = TSimd.Create((ushort)(anchor.Target * 0x0101));
    }

    public static OneFilter<TVector, TSimd> Create(in PatternShape shape) => new(in shape.First);

    public int Lead => 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector Distance(ref readonly char text, nint at) =>
        TSimd.Xor(TSimd.Or(TSimd.Narrow(TSimd.Load(in text, at), TSimd.Load(in text, at + TSimd.Count)), _bit), _target);

    public static TVector Nearer(TVector left, TVector right) => TSimd.MinOfBytes(left, right);

    public static bool IsAnyZero(TVector distance) => TSimd.AnyZeroByte(distance);
}

/// <summary>
/// Whether two neighbours are there. Pairs of bytes are compared where they stand, at even places: of three neighbours in a row either
/// the first two or the last two stand so, and each character is loaded once instead of once for each anchor.
/// </summary>
internal readonly struct PairFilter<TVector, TSimd> : IFilter<TVector, PairFilter<TVector, TSimd>>
    where TVector : struct
    where TSimd : struct, ISimd<TVector>
{
    private readonly TVector _evenBits;
    private readonly TVector _even;
    private readonly TVector _oddBits;
    private readonly TVector _odd;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PairFilter(in PatternShape shape)
    {
        NeighbourPairs pairs = shape.Pairs;
        _evenBits = TSimd.Create(pairs.EvenBits);
        _even = TSimd.Create(pairs.Even);
        _oddBits = TSimd.Create(pairs.OddBits);
        _odd = TSimd.Create(pairs.Odd);
        // A match whose neighbours begin at an odd place is found by the pair behind that, so that a block stands for one position before it too.
        Lead = pairs.Offset + 1;
    }

    public static PairFilter<TVector, TSimd> Create(in PatternShape shape) => new(in shape);

    public int Lead { get; }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector Distance(ref readonly char text, nint at)
    {
        TVector bytes = TSimd.Narrow(TSimd.Load(in text, at), TSimd.Load(in text, at + TSimd.Count));
        return TSimd.Min(TSimd.Xor(TSimd.Or(bytes, _evenBits), _even), TSimd.Xor(TSimd.Or(bytes, _oddBits), _odd));
    }

    public static TVector Nearer(TVector left, TVector right) => TSimd.Min(left, right);

    public static bool IsAnyZero(TVector distance) => TSimd.AnyZero(distance);
}
