using System.Runtime.CompilerServices;

namespace Bench.IgnoreCaseReplace;

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
