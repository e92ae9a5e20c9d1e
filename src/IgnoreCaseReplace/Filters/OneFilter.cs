using System.Runtime.CompilerServices;

namespace Bench.IgnoreCaseReplace;

/// <summary>Whether the character is there, as bytes.</summary>
internal readonly struct OneFilter<TVector, TSimd> : IFilter<TVector, OneFilter<TVector, TSimd>>
    where TVector : struct
    where TSimd : struct, ISimd<TVector>
{
    private readonly TVector bit;
    private readonly TVector target;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private OneFilter(in Anchor anchor)
    {
        bit = TSimd.Create((ushort)(anchor.Bit * 0x0101));
        target = TSimd.Create((ushort)(anchor.Target * 0x0101));
    }

    public static OneFilter<TVector, TSimd> Create(in PatternShape shape, in NeighbourQuads quads) => new(in shape.First);

    public int Lead => 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector Distance(ref readonly char text, nint at) =>
        TSimd.Xor(TSimd.Or(TSimd.Narrow(TSimd.Load(in text, at), TSimd.Load(in text, at + TSimd.Count)), bit), target);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TVector Nearer(TVector left, TVector right) => TSimd.MinOfBytes(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsAnyZero(TVector distance) => TSimd.AnyZeroByte(distance);

    public ulong Refine(ulong mask, ref readonly char text, nint at) => mask;
}
