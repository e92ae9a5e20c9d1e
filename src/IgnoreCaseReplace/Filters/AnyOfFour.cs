using System.Runtime.CompilerServices;

namespace Bench.IgnoreCaseReplace;

/// <summary>Equal to one of four.</summary>
internal readonly struct AnyOfFour<TVector, TSimd> : IComparison<TVector, AnyOfFour<TVector, TSimd>>
    where TVector : struct
    where TSimd : struct, ISimd<TVector>
{
    private readonly TVector first;
    private readonly TVector second;
    private readonly TVector third;
    private readonly TVector fourth;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private AnyOfFour(ulong cases)
    {
        first = TSimd.Create((ushort)cases);
        second = TSimd.Create((ushort)(cases >> 16));
        third = TSimd.Create((ushort)(cases >> 32));
        fourth = TSimd.Create((ushort)(cases >> 48));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static AnyOfFour<TVector, TSimd> Create(in Anchor anchor) => new(anchor.Cases);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static AnyOfFour<TVector, TSimd> Create(char character) => new(Casing.Get(character).Packed);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector Distance(TVector text) =>
        TSimd.Min(TSimd.Min(TSimd.Xor(text, first), TSimd.Xor(text, second)), TSimd.Min(TSimd.Xor(text, third), TSimd.Xor(text, fourth)));
}
