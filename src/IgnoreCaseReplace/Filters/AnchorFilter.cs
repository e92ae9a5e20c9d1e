using System.Runtime.CompilerServices;

namespace Bench.IgnoreCaseReplace;

/// <summary>Whether both anchors are there.</summary>
internal readonly struct AnchorFilter<TVector, TSimd, TComparison> : IFilter<TVector, AnchorFilter<TVector, TSimd, TComparison>>
    where TVector : struct
    where TSimd : struct, ISimd<TVector>
    where TComparison : struct, IComparison<TVector, TComparison>
{
    private readonly Anchors<TVector, TSimd, TComparison> anchors;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private AnchorFilter(in PatternShape shape) => anchors = new(in shape);

    public static AnchorFilter<TVector, TSimd, TComparison> Create(in PatternShape shape, in NeighbourQuads quads) => new(in shape);

    public int Lead => 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector Distance(ref readonly char text, nint at) =>
        TSimd.Min(anchors.Distance(in text, at), anchors.Distance(in text, at + TSimd.Count));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TVector Nearer(TVector left, TVector right) => TSimd.Min(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsAnyZero(TVector distance) => TSimd.AnyZero(distance);

    public ulong Refine(ulong mask, ref readonly char text, nint at) => mask;
}
