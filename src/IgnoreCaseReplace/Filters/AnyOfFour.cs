using System.Runtime.CompilerServices;

namespace Bench.IgnoreCaseReplace;

/// <summary>Equal to one of four.</summary>
internal readonly struct AnyOfFour<TVector, TSimd> : IComparison<TVector, AnyOfFour<TVector, TSimd>>
    where TVector : struct
    where TSimd : struct, ISimd<TVector>
{
    private readonly TVector _first;
    private readonly TVector _second;
    private readonly TVector _third;
    private readonly TVector _fourth;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private AnyOfFour(ulong cases)
    {
        _first = TSimd.Create((ushort)cases);
        _second = TSimd.Create((ushort)(cases >> 16));
        _third = TSimd.Create((ushort)(cases >> 32));
        _fourth = TSimd.Create((ushort)(cases >> 48));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static AnyOfFour<TVector, TSimd> Create(in Anchor anchor) => new(anchor.Cases);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static AnyOfFour<TVector, TSimd> Create(char character) => new(Casing.Get(character).Packed);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector Distance(TVector text) => TSimd.Min(
        TSimd.Min(TSimd.Xor(text, _first), TSimd.Xor(text, _second)),
        TSimd.Min(TSimd.Xor(text, _third), TSimd.Xor(text, _fourth)));
}
