using System.Runtime.CompilerServices;

namespace Bench.IgnoreCaseReplace;

/// <summary>
/// Whether two neighbours are there. Pairs of bytes are compared where they stand, at even places: of three neighbours in a row either
/// the first two or the last two stand so, and each character is loaded once instead of once for each anchor.
/// </summary>
internal readonly struct PairFilter<TVector, TSimd> : IFilter<TVector, PairFilter<TVector, TSimd>>
    where TVector : struct
    where TSimd : struct, ISimd<TVector>
{
    private readonly TVector evenBits;
    private readonly TVector even;
    private readonly TVector oddBits;
    private readonly TVector odd;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PairFilter(in PatternShape shape)
    {
        NeighbourPairs pairs = shape.Pairs;
        evenBits = TSimd.Create(pairs.EvenBits);
        even = TSimd.Create(pairs.Even);
        oddBits = TSimd.Create(pairs.OddBits);
        odd = TSimd.Create(pairs.Odd);
        // A match whose neighbours begin at an odd place is found by the pair behind that, so that a block stands for one position before
        // it too.
        Lead = pairs.Offset + 1;
    }

    public static PairFilter<TVector, TSimd> Create(in PatternShape shape, in NeighbourQuads quads) => new(in shape);

    public static bool IsCoarse => true;

    public int Lead { get; }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector Distance(ref readonly char text, nint at)
    {
        TVector bytes = TSimd.Narrow(TSimd.Load(in text, at), TSimd.Load(in text, at + TSimd.Count));
        return TSimd.Min(TSimd.Xor(TSimd.Or(bytes, evenBits), even), TSimd.Xor(TSimd.Or(bytes, oddBits), odd));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TVector Nearer(TVector left, TVector right) => TSimd.Min(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsAnyZero(TVector distance) => TSimd.AnyZero(distance);

    public ulong Refine(ulong mask, ref readonly char text, nint at) => mask;
}
