using System.Runtime.CompilerServices;

namespace Bench.IgnoreCaseReplace;

/// <summary>Tells cheaply that no match begins in a block of twice a vector's characters; may be wrong only in saying that one may.</summary>
internal interface IFilter<TVector, TSelf>
    where TVector : struct
    where TSelf : struct
{
    static abstract TSelf Create(in PatternShape shape, in NeighbourQuads quads);

    /// <summary>Whether <see cref="QuadFilter{TVector, TSimd}"/> finds fewer places that are no match.</summary>
    static virtual bool IsCoarse => false;

    /// <summary>Whether nearly all places that it finds are matches, so that it is asked first even where a match was just before.</summary>
    static virtual bool IsFine => false;

    /// <summary>How far the characters that are looked at lie behind the positions that they stand for.</summary>
    int Lead { get; }

    /// <summary>Zero somewhere where a match may begin in the block.</summary>
    TVector Distance(ref readonly char text, nint at);

    /// <summary>The distances of two blocks as one.</summary>
    static abstract TVector Nearer(TVector left, TVector right);

    static abstract bool IsAnyZero(TVector distance);

    /// <summary>Of the positions in two vectors where both anchors are, those where a third character is too, if the filter has one.</summary>
    ulong Refine(ulong mask, ref readonly char text, nint at);
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

    public static AnchorFilter<TVector, TSimd, TComparison> Create(in PatternShape shape, in NeighbourQuads quads) => new(in shape);

    public int Lead => 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector Distance(ref readonly char text, nint at) => TSimd.Min(_anchors.Distance(in text, at), _anchors.Distance(in text, at + TSimd.Count));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TVector Nearer(TVector left, TVector right) => TSimd.Min(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsAnyZero(TVector distance) => TSimd.AnyZero(distance);

    public ulong Refine(ulong mask, ref readonly char text, nint at) => mask;
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

    public static OneFilter<TVector, TSimd> Create(in PatternShape shape, in NeighbourQuads quads) => new(in shape.First);

    public int Lead => 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector Distance(ref readonly char text, nint at) =>
        TSimd.Xor(TSimd.Or(TSimd.Narrow(TSimd.Load(in text, at), TSimd.Load(in text, at + TSimd.Count)), _bit), _target);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TVector Nearer(TVector left, TVector right) => TSimd.MinOfBytes(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsAnyZero(TVector distance) => TSimd.AnyZeroByte(distance);

    public ulong Refine(ulong mask, ref readonly char text, nint at) => mask;
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

    public static PairFilter<TVector, TSimd> Create(in PatternShape shape, in NeighbourQuads quads) => new(in shape);

    public static bool IsCoarse => true;

    public int Lead { get; }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector Distance(ref readonly char text, nint at)
    {
        TVector bytes = TSimd.Narrow(TSimd.Load(in text, at), TSimd.Load(in text, at + TSimd.Count));
        return TSimd.Min(TSimd.Xor(TSimd.Or(bytes, _evenBits), _even), TSimd.Xor(TSimd.Or(bytes, _oddBits), _odd));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TVector Nearer(TVector left, TVector right) => TSimd.Min(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsAnyZero(TVector distance) => TSimd.AnyZero(distance);

    public ulong Refine(ulong mask, ref readonly char text, nint at) => mask;
}

/// <summary>
/// Whether four neighbours are there, or what a short pattern has of them. Bytes are compared where they stand, four at a time: of the four fours that begin
/// one place after the other, one stands so. Twice the work of a look for pairs, for a text that has the pairs everywhere.
/// </summary>
internal readonly struct QuadFilter<TVector, TSimd> : IFilter<TVector, QuadFilter<TVector, TSimd>>
    where TVector : struct
    where TSimd : struct, ISimd<TVector>
{
    private readonly TVector _firstBits;
    private readonly TVector _first;
    private readonly TVector _secondBits;
    private readonly TVector _second;
    private readonly TVector _thirdBits;
    private readonly TVector _third;
    private readonly TVector _fourthBits;
    private readonly TVector _fourth;
    private readonly Folded<TVector, TSimd> _other;
    private readonly nint _otherOffset;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private QuadFilter(in NeighbourQuads quads)
    {
        _firstBits = TSimd.CreateTwos(quads.First.Bits);
        _first = TSimd.CreateTwos(quads.First.Characters);
        _secondBits = TSimd.CreateTwos(quads.Second.Bits);
        _second = TSimd.CreateTwos(quads.Second.Characters);
        _thirdBits = TSimd.CreateTwos(quads.Third.Bits);
        _third = TSimd.CreateTwos(quads.Third.Characters);
        _fourthBits = TSimd.CreateTwos(quads.Fourth.Bits);
        _fourth = TSimd.CreateTwos(quads.Fourth.Characters);
        _other = Folded<TVector, TSimd>.Create(in quads.Other);
        _otherOffset = quads.Other.Offset;
        // The fours after the first find matches that begin up to three places before those that the first four find.
        Lead = quads.Offset + 3;
    }

    public static QuadFilter<TVector, TSimd> Create(in PatternShape shape, in NeighbourQuads quads) => new(in quads);

    public static bool IsFine => true;

    public int Lead { get; }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector Distance(ref readonly char text, nint at)
    {
        TVector bytes = TSimd.Narrow(TSimd.Load(in text, at), TSimd.Load(in text, at + TSimd.Count));
        return TSimd.MinOfTwos(
            TSimd.MinOfTwos(TSimd.Xor(TSimd.Or(bytes, _firstBits), _first), TSimd.Xor(TSimd.Or(bytes, _secondBits), _second)),
            TSimd.MinOfTwos(TSimd.Xor(TSimd.Or(bytes, _thirdBits), _third), TSimd.Xor(TSimd.Or(bytes, _fourthBits), _fourth)));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TVector Nearer(TVector left, TVector right) => TSimd.MinOfTwos(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsAnyZero(TVector distance) => TSimd.AnyZeroTwo(distance);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Refine(ulong mask, ref readonly char text, nint at) => mask
        & (TSimd.Zeros(_other.Distance(TSimd.Load(in text, at + _otherOffset)))
        | (TSimd.Zeros(_other.Distance(TSimd.Load(in text, at + _otherOffset + TSimd.Count))) << TSimd.Count));
}
