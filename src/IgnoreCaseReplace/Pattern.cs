using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Bench.IgnoreCaseReplace;

/// <summary>How the search finds what may be a match.</summary>
internal enum SearchKind
{
    /// <summary>Two of its characters, each by one comparison after setting a bit, behind a look at blocks for a pair of neighbours.</summary>
    Pairs,

    /// <summary>One character by one comparison after setting a bit, behind a look at blocks for it.</summary>
    OneCharacter,

    /// <summary>Two of its characters, each by one comparison after setting a bit.</summary>
    TwoCharacters,

    /// <summary>Two of its characters, each compared with the up to four that are equal to it.</summary>
    ManyCases,

    /// <summary>By the framework: no character of it can be compared alone.</summary>
    Framework,
}

/// <summary>
/// A character of a pattern and where it stands in it: <c>(c | Bit) == Target</c>, or c is one of <c>Cases</c>. Its fields are written one by one,
/// because one that is made elsewhere is copied, and the copy waits for what was just written.
/// </summary>
internal struct Anchor
{
    /// <summary>Where it stands.</summary>
    public int Offset;

    /// <summary>The bit in which its cases differ; 0 for a character without cases.</summary>
    public char Bit;

    /// <summary>The character with that bit set.</summary>
    public char Target;

    /// <summary>The up to four characters that are equal, 16 bits each, any of them more than once.</summary>
    public ulong Cases;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetFolded(int offset, ReadOnlySpan<char> folded, ReadOnlySpan<char> bits)
    {
        Offset = offset;
        Bit = bits[offset];
        Target = folded[offset];
    }
}

/// <summary>Three neighbours of a pattern, as the first two and the last two: bytes in 16 bits.</summary>
internal struct NeighbourPairs
{
    public int Offset;
    public ushort EvenBits;
    public ushort Even;
    public ushort OddBits;
    public ushort Odd;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Set(int offset, ReadOnlySpan<char> folded, ReadOnlySpan<char> bits)
    {
        Offset = offset;
        EvenBits = Pair(bits, offset);
        Even = Pair(folded, offset);
        OddBits = Pair(bits, offset + 1);
        Odd = Pair(folded, offset + 1);
    }

    private static ushort Pair(ReadOnlySpan<char> text, int at) => (ushort)(text[at] | (text[at + 1] << 8));
}

/// <summary>How a text is compared with a whole pattern.</summary>
internal enum ComparisonKind
{
    /// <summary>By the framework.</summary>
    Framework,

    /// <summary>It is equal to the folded pattern once the case bits are set.</summary>
    Folded,

    /// <summary>Each character is one of two.</summary>
    TwoCases,

    /// <summary>
    /// Each character is one of two, and where one is not, by the framework: some have more than two, as Cyrillic д, whose third is not met outside
    /// of old prints.
    /// </summary>
    TwoCasesOrMore,
}

/// <summary>What is known of a pattern before a text is: which of its characters to look for, and how. Fields, to be passed by reference.</summary>
internal struct PatternShape
{
    public SearchKind Kind;

    public ComparisonKind Comparison;

    /// <summary>Whether the pattern is where its anchors are.</summary>
    public bool AreAnchorsAll;

    public readonly bool IsFolded => Comparison == ComparisonKind.Folded;

    /// <summary>One character to look for.</summary>
    public Anchor First;

    /// <summary>Another; the same where one is all there is.</summary>
    public Anchor Second;

    /// <summary>For <see cref="SearchKind.Pairs"/>.</summary>
    public NeighbourPairs Pairs;
}

/// <summary>A pattern ready to be searched for.</summary>
internal readonly ref struct Pattern
{
    /// <summary>Of a pattern only so many characters are looked at when anchors are chosen.</summary>
    private const int MostCandidates = 64;

    /// <summary>And fewer for a text of less than so many times as many characters.</summary>
    private const int TextPerCandidate = 256;

    private const int FewestCandidates = 8;

    /// <summary>All characters of a pattern are looked at one by one for a text of so many times as many.</summary>
    private const int TextPerCharacter = 64;

    /// <summary>In the place of a frequency: this character can't be looked for as a byte. More than the product of any two.</summary>
    private const long NeverByte = 1 << 20;

    /// <summary>In the place of a case bit: this character can't be compared by setting one.</summary>
    private const char NotFolded = '\uFFFF';

    /// <summary>How often a character stands in ordinary text, 0 to 255, by its class; what is not ASCII is rare beside what is.</summary>
    private const int OtherAscii = 20;

    private const int NotAscii = 10;

    /// <summary>The letters by how often they stand in English texts.</summary>
    private const string ByFrequency = "zqjxkvbpgwyfmculdhrsnioate";

    private static readonly byte[] s_frequencies = Frequencies();

    private readonly ref readonly char _folded;
    private readonly ref readonly char _bits;
    private readonly ref readonly PatternShape _shape;

    /// <summary>A pattern of which everything is known.</summary>
    /// <param name="value">The pattern.</param>
    /// <param name="buffer">What <see cref="Examine"/> wrote.</param>
    /// <param name="shape">What it found.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Pattern(ReadOnlySpan<char> value, ReadOnlySpan<char> buffer, ref readonly PatternShape shape)
    {
        Value = value;
        _folded = ref MemoryMarshal.GetReference(buffer);
        _bits = ref Unsafe.Add(ref MemoryMarshal.GetReference(buffer), value.Length);
        _shape = ref shape;
    }

    public readonly ReadOnlySpan<char> Value;

    public ref readonly PatternShape Shape => ref _shape;

    /// <summary>Characters that a pattern needs beside itself.</summary>
    public static int BufferLength(int length) => 2 * length;

    /// <summary>Looks at a pattern.</summary>
    /// <param name="value">The pattern; at least one character.</param>
    /// <param name="buffer">At least <see cref="BufferLength"/> characters, for the pattern with its case bits set, and the bits.</param>
    /// <param name="textLength">The length of the text, where it is to be searched for in one.</param>
    /// <param name="shape">What was found.</param>
    public static void Examine(ReadOnlySpan<char> value, Span<char> buffer, int textLength, out PatternShape shape)
    {
        Span<char> folded = buffer[..value.Length];
        Span<char> bits = buffer.Slice(value.Length, value.Length);
        shape = default;
        int candidates = Math.Min(value.Length, Math.Clamp(textLength / TextPerCandidate, FewestCandidates, MostCandidates));
        if (TryFoldAscii(value, folded, bits) || Fold(value, candidates, folded, bits))
            shape.Comparison = ComparisonKind.Folded;
        Choose(value, folded[..candidates], bits[..candidates], ref shape);
        if (!shape.IsFolded && textLength / TextPerCharacter >= value.Length)
            shape.Comparison = FindCases(value, folded, bits);
    }

    /// <summary>Whether a text is compared with it by <see cref="Words"/>.</summary>
    public bool AreWords => _shape.IsFolded && Value.Length is >= PatternWords.Shortest and <= PatternWords.Longest;

    /// <summary>What is compared then.</summary>
    public PatternWords Words => new(in _folded, in _bits, Value.Length);

    /// <summary>Whether the text that begins here, and goes on for at least the length of the pattern, begins with a match.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsAt(ref readonly char text) => AreWords ? Words.AreAt(in text) : IsOtherAt(in text);

    // In the place of what was found by folding.
    private static ComparisonKind FindCases(ReadOnlySpan<char> value, Span<char> one, Span<char> other)
    {
        var kind = ComparisonKind.TwoCases;
        for (int i = 0; i < value.Length; i++)
        {
            ref readonly Casing.Cases cases = ref Casing.Of(value[i]);
            if (cases.Packed == 0 || IsSecondHalf(value, i))
                return ComparisonKind.Framework;
            if (cases.Count > 2)
                kind = ComparisonKind.TwoCasesOrMore;
            one[i] = (char)cases.Packed;
            other[i] = (char)(cases.Packed >> 16);
        }

        return kind;
    }

    // As a whole, or false where it is too short for that, or not all ASCII.
    private static bool TryFoldAscii(ReadOnlySpan<char> value, Span<char> folded, Span<char> bits)
    {
        if (!Vector128.IsHardwareAccelerated)
            return false;

        if (value.Length <= PatternWords.Longest)
        {
            if (!PatternWords.TryCreate(value, out PatternWords words))
                return false;
            words.CopyTo(folded, bits);
            return true;
        }

        ref readonly char from = ref MemoryMarshal.GetReference(value);
        ref char foldedTo = ref MemoryMarshal.GetReference(folded);
        ref char bitsTo = ref MemoryMarshal.GetReference(bits);
        int last = value.Length - Vector128<ushort>.Count;
        for (int i = 0; ; i = Math.Min(i + Vector128<ushort>.Count, last))
        {
            Vector128<ushort> characters = Simd128.Load(in from, i);
            if (!Casing.TryFindAsciiBits(characters, out Vector128<ushort> bit))
                return false;
            (characters | bit).StoreUnsafe(ref Unsafe.As<char, ushort>(ref foldedTo), (nuint)i);
            bit.StoreUnsafe(ref Unsafe.As<char, ushort>(ref bitsTo), (nuint)i);
            if (i == last)
                return true;
        }
    }

    // The first ones, one by one; whether that is all of it. A match of a pattern of which it is not is left to the framework's comparison.
    private static bool Fold(ReadOnlySpan<char> value, int count, Span<char> folded, Span<char> bits)
    {
        bool isFolded = count == value.Length;
        for (int i = 0; i < count; i++)
        {
            char c = value[i];
            if (char.IsAscii(c))
            {
                int bit = Casing.AsciiBit(c);
                bits[i] = (char)bit;
                folded[i] = (char)(c | bit);
            }
            else
            {
                ref readonly Casing.Cases cases = ref Casing.Of(c);
                bool isFoldable = cases.IsFoldable && !IsSecondHalf(value, i);
                bits[i] = isFoldable ? cases.Bit : NotFolded;
                folded[i] = cases.Folded;
                isFolded &= isFoldable;
            }
        }

        return isFolded;
    }

    private bool IsOtherAt(ref readonly char text) => _shape.Comparison switch
    {
        ComparisonKind.Folded => IsAt<FoldedCharacters>(in text),
        ComparisonKind.TwoCases => IsAt<TwoCases>(in text),
        ComparisonKind.TwoCasesOrMore => IsAt<TwoCases>(in text) || IsAtByFramework(in text),
        _ => IsAtByFramework(in text),
    };

    private bool IsAtByFramework(ref readonly char text) =>
        MemoryMarshal.CreateReadOnlySpan(in text, Value.Length).Equals(Value, StringComparison.OrdinalIgnoreCase);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsAt<TCharacters>(ref readonly char text)
        where TCharacters : struct, ICharacters
    {
        ref readonly char first = ref _folded;
        ref readonly char second = ref _bits;
        int i = 0;
        if (Vector128.IsHardwareAccelerated && Value.Length >= Vector128<ushort>.Count)
        {
            // The last vector overlaps the one before, so that nothing is read beyond the match.
            int last = Value.Length - Vector128<ushort>.Count;
            for (; i < last; i += Vector128<ushort>.Count)
            {
                if (!TCharacters.AreEqual(Simd128.Load(in text, i), Simd128.Load(in first, i), Simd128.Load(in second, i)))
                    return false;
            }

            return TCharacters.AreEqual(Simd128.Load(in text, last), Simd128.Load(in first, last), Simd128.Load(in second, last));
        }

        for (; i < Value.Length; i++)
        {
            if (!TCharacters.IsEqual(Unsafe.Add(ref Unsafe.AsRef(in text), i), Unsafe.Add(ref Unsafe.AsRef(in first), i), Unsafe.Add(ref Unsafe.AsRef(in second), i)))
                return false;
        }

        return true;
    }

    private interface ICharacters
    {
        static abstract bool IsEqual(char text, char first, char second);

        static abstract bool AreEqual(Vector128<ushort> text, Vector128<ushort> first, Vector128<ushort> second);
    }

    private readonly struct FoldedCharacters : ICharacters
    {
        public static bool IsEqual(char text, char first, char second) => (text | second) == first;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool AreEqual(Vector128<ushort> text, Vector128<ushort> first, Vector128<ushort> second) => (text | second) == first;
    }

    private readonly struct TwoCases : ICharacters
    {
        public static bool IsEqual(char text, char first, char second) => text == first || text == second;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool AreEqual(Vector128<ushort> text, Vector128<ushort> first, Vector128<ushort> second) =>
            (Vector128.Equals(text, first) | Vector128.Equals(text, second)) == Vector128<ushort>.AllBitsSet;
    }

    // Its case depends on the half before it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsSecondHalf(ReadOnlySpan<char> value, int at) => char.IsLowSurrogate(value[at]) && at > 0 && char.IsHighSurrogate(value[at - 1]);

    private static void Choose(ReadOnlySpan<char> value, ReadOnlySpan<char> folded, ReadOnlySpan<char> bits, ref PatternShape shape)
    {
        if (value.Length == 1 && shape.IsFolded)
        {
            shape.Kind = IsByte(folded[0]) ? SearchKind.OneCharacter : SearchKind.TwoCharacters;
            shape.First.SetFolded(0, folded, bits);
            shape.Second.SetFolded(0, folded, bits);
            shape.AreAnchorsAll = true;
            return;
        }

        // The two that are rarest; of two that are equally rare the first. And the three neighbours whose two pairs are the rarest together, of
        // those that are single bytes.
        const uint None = uint.MaxValue;
        uint least = None, secondLeast = None;
        long leastPairs = NeverByte;
        int at = -1;
        long before = NeverByte, middle = NeverByte;
        for (int i = 0; i < folded.Length; i++)
        {
            char c = folded[i];
            long often = Frequency(c);
            uint rank = (uint)((often << 8) | (long)i);
            if (bits[i] == NotFolded)
                (often, rank) = (NeverByte, None);
            secondLeast = Math.Min(secondLeast, Math.Max(least, rank));
            least = Math.Min(least, rank);

            if (!IsByte(c))
                often = NeverByte;
            long pairs = middle * (before + often);
            if (pairs < leastPairs)
                (leastPairs, at) = (pairs, i - 2);
            (before, middle) = (middle, often);
        }

        if (least == None)
        {
            ChooseByCases(value[..folded.Length], ref shape);
            return;
        }

        int first = (byte)least;
        int second = secondLeast == None ? first : (byte)secondLeast;
        shape.Kind = at < 0 ? SearchKind.TwoCharacters : SearchKind.Pairs;
        shape.First.SetFolded(first, folded, bits);
        shape.Second.SetFolded(second, folded, bits);
        shape.AreAnchorsAll = shape.IsFolded && value.Length == 2;
        if (at >= 0)
            shape.Pairs.Set(at, folded, bits);
    }

    // What is beyond a byte becomes 0 or 255 where the hardware saturates.
    private static bool IsByte(char c) => c is > '\0' and < '\u00FF';

    private static void ChooseByCases(ReadOnlySpan<char> value, ref PatternShape shape)
    {
        int found = 0;
        for (int i = 0; i < value.Length && found < 2; i++)
        {
            ulong cases = Casing.Of(value[i]).Packed;
            if (cases == 0 || IsSecondHalf(value, i))
                continue;
            if (found++ == 0)
                (shape.First.Offset, shape.First.Cases) = (i, cases);
            (shape.Second.Offset, shape.Second.Cases) = (i, cases);
        }

        shape.Kind = found == 0 ? SearchKind.Framework : SearchKind.ManyCases;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Frequency(char folded) => folded < s_frequencies.Length ? s_frequencies[folded] : NotAscii;

    private static byte[] Frequencies()
    {
        var frequencies = new byte[128];
        Array.Fill(frequencies, (byte)OtherAscii);
        for (int i = 0; i < ByFrequency.Length; i++)
            frequencies[ByFrequency[i]] = (byte)(2 + (i * i / 3));
        frequencies[' '] = byte.MaxValue;
        return frequencies;
    }
}
