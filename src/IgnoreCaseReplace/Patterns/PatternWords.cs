using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Bench.IgnoreCaseReplace;

/// <summary>
/// A folded pattern of four to eight characters, ready to be compared: the first four and the last four, which may overlap, each as one
/// number.
/// </summary>
internal readonly struct PatternWords
{
    public const int Shortest = 4;
    public const int Longest = 8;

    private readonly ulong firstFolded;
    private readonly ulong firstBits;
    private readonly ulong lastFolded;
    private readonly ulong lastBits;

    /// <summary>One whose case bits are known.</summary>
    /// <param name="folded">The first character of the pattern with its case bits set.</param>
    /// <param name="bits">The bits of that.</param>
    /// <param name="length">Characters in the pattern.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public PatternWords(ref readonly char folded, ref readonly char bits, int length)
    {
        Length = length;
        firstFolded = Word(in folded, 0);
        firstBits = Word(in bits, 0);
        lastFolded = Word(in folded, length - Shortest);
        lastBits = Word(in bits, length - Shortest);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PatternWords(Vector128<ulong> folded, Vector128<ulong> bits, int length)
    {
        Length = length;
        firstFolded = folded.GetElement(0);
        firstBits = bits.GetElement(0);
        lastFolded = folded.GetElement(1);
        lastBits = bits.GetElement(1);
    }

    /// <summary>Characters in the pattern.</summary>
    public int Length { get; }

    /// <summary>One of ASCII; false where the pattern is not, or of another length, or the hardware has no vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryCreate(ReadOnlySpan<char> pattern, out PatternWords words)
    {
        words = default;
        if (!Vector128.IsHardwareAccelerated || pattern.Length is < Shortest or > Longest)
            return false;
        ref readonly char start = ref MemoryMarshal.GetReference(pattern);
        Vector128<ushort> characters = Vector128.Create(Word(in start, 0), Word(in start, pattern.Length - Shortest)).AsUInt16();
        if (!Casing.TryFindAsciiBits(characters, out Vector128<ushort> bits))
            return false;
        words = new PatternWords((characters | bits).AsUInt64(), bits.AsUInt64(), pattern.Length);
        return true;
    }

    /// <summary>Whether the text that begins here, and goes on for at least the length of the pattern, begins with a match.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool AreAt(ref readonly char text) =>
        (((Word(in text, 0) | firstBits) ^ firstFolded) | ((Word(in text, Length - Shortest) | lastBits) ^ lastFolded)) == 0;

    /// <summary>Writes the pattern with its case bits set, and the bits.</summary>
    public void CopyTo(Span<char> folded, Span<char> bits)
    {
        SetWords(folded, firstFolded, lastFolded);
        SetWords(bits, firstBits, lastBits);
    }

    private static void SetWords(Span<char> target, ulong first, ulong last)
    {
        MemoryMarshal.Write(MemoryMarshal.AsBytes(target), first);
        MemoryMarshal.Write(MemoryMarshal.AsBytes(target[^Shortest..]), last);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Word(ref readonly char text, int offset) =>
        Unsafe.ReadUnaligned<ulong>(in Unsafe.As<char, byte>(ref Unsafe.Add(ref Unsafe.AsRef(in text), offset)));
}
