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

/// <summary>Equal once the case bit is set.</summary>
internal readonly struct Folded<TVector, TSimd> : IComparison<TVector, Folded<TVector, TSimd>>
    where TVector : struct
    where TSimd : struct, ISimd<TVector>
{
    private readonly TVector _bit;
    private readonly TVector _target;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Folded(char bit, char target)
    {
        _bit = TSimd.Create(bit);
        _target = TSimd.Create(target);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Folded<TVector, TSimd> Create(in Anchor anchor) => new(anchor.Bit, anchor.Target);

    /// <param name="character">One of ASCII.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Folded<TVector, TSimd> Create(char character)
    {
        int bit = Casing.AsciiBit(character);
        return new((char)bit, (char)(character | bit));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector Distance(TVector text) => TSimd.Xor(TSimd.Or(text, _bit), _target);
}

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
    public static AnyOfFour<TVector, TSimd> Create(char character) => new(Casing.Of(character).Packed);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector Distance(TVector text) => TSimd.Min(
        TSimd.Min(TSimd.Xor(text, _first), TSimd.Xor(text, _second)),
        TSimd.Min(TSimd.Xor(text, _third), TSimd.Xor(text, _fourth)));
}

/// <summary>Both anchors of a pattern, ready to be compared.</summary>
internal readonly struct Anchors<TVector, TSimd, TComparison>
    where TVector : struct
    where TSimd : struct, ISimd<TVector>
    where TComparison : struct, IComparison<TVector, TComparison>
{
    private readonly TComparison _first;
    private readonly TComparison _second;
    private readonly nint _firstOffset;
    private readonly nint _secondOffset;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Anchors(in PatternShape shape)
    {
        _first = TComparison.Create(in shape.First);
        _firstOffset = shape.First.Offset;
        _second = TComparison.Create(in shape.Second);
        _secondOffset = shape.Second.Offset;
    }

    /// <summary>Zero at the positions of a vector where both are.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TVector Distance(ref readonly char text, nint at) =>
        TSimd.Or(_first.Distance(TSimd.Load(in text, at + _firstOffset)), _second.Distance(TSimd.Load(in text, at + _secondOffset)));

    /// <summary>The positions of a vector where both are, one bit each.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Find(ref readonly char text, nint at) => TSimd.Zeros(Distance(in text, at));

    /// <summary>Those of two vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong FindTwo(ref readonly char text, nint at) => Find(in text, at) | (Find(in text, at + TSimd.Count) << TSimd.Count);
}
