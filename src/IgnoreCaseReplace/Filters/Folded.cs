using System.Runtime.CompilerServices;

namespace Bench.IgnoreCaseReplace;

/// <summary>Equal once the case bit is set.</summary>
internal readonly struct Folded<TVector, TSimd> : IComparison<TVector, Folded<TVector, TSimd>>
    where TVector : struct
    where TSimd : struct, ISimd<TVector>
{
    private readonly TVector bit;
    private readonly TVector target;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Folded(char bit, char target)
    {
        this.bit = TSimd.Create(bit);
        this.target = TSimd.Create(target);
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
    public TVector Distance(TVector text) => TSimd.Xor(TSimd.Or(text, bit), target);
}
