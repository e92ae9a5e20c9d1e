using System.Runtime.CompilerServices;

namespace Bench.IgnoreCaseReplace;

/// <summary>
/// Whether four neighbours are there, or what a short pattern has of them. Bytes are compared where they stand, four at a time: of the four
/// fours that begin one place after the other, one stands so. Twice the work of a look for pairs, for a text that has the pairs everywhere.
/// </summary>
internal readonly struct QuadFilter<TVector, TSimd> : IFilter<TVector, QuadFilter<TVector, TSimd>>
    where TVector : struct
    where TSimd : struct, ISimd<TVector>
{
    private readonly TVector firstBits;
    private readonly TVector first;
    private readonly TVector secondBits;
    private readonly TVector second;
    private readonly TVector thirdBits;
    private readonly TVector third;
    private readonly TVector fourthBits;
    private readonly TVector fourth;
    private readonly Folded<TVector, TSimd> other;
    private readonly nint otherOffset;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private QuadFilter(in NeighbourQuads quads)
    {
        firstBits = TSimd.CreateTwos(quads.First.Bits);
        first = TSimd.CreateTwos(quads.First.Characters);
        secondBits = TSimd.CreateTwos(quads.Second.Bits);
        second = TSimd.CreateTwos(quads.Second.Characters);
        thirdBits = TSimd.CreateTwos(quads.Third.Bits);
        third = TSimd.CreateTwos(quads.Third.Characters);
        fourthBits = TSimd.CreateTwos(quads.Fourth.Bits);
        fourth = TSimd.CreateTwos(quads.Fourth.Characters);
        other = Folded<TVector, TSimd>.Create(in quads.Other);
        otherOffset = quads.Other.Offset;
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
            TSimd.MinOfTwos(TSimd.Xor(TSimd.Or(bytes, firstBits), first), TSimd.Xor(TSimd.Or(bytes, secondBits), second)),
            TSimd.MinOfTwos(TSimd.Xor(TSimd.Or(bytes, thirdBits), third), TSimd.Xor(TSimd.Or(bytes, fourthBits), fourth))
        );
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TVector Nearer(TVector left, TVector right) => TSimd.MinOfTwos(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsAnyZero(TVector distance) => TSimd.AnyZeroTwo(distance);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Refine(ulong mask, ref readonly char text, nint at) =>
        mask
        & (
            TSimd.Zeros(other.Distance(TSimd.Load(in text, at + otherOffset)))
            | (TSimd.Zeros(other.Distance(TSimd.Load(in text, at + otherOffset + TSimd.Count))) << TSimd.Count)
        );
}
