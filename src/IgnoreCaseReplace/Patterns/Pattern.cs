using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Bench.IgnoreCaseReplace;

/// <summary>Four neighbours of a pattern, one byte each; all bits of a byte are set in both where it may be any.</summary>
internal struct NeighbourQuad
{
    public uint Bits;
    public uint Characters;
}

/// <summary>The fours that begin at four places in a row, of which the first may be before the pattern.</summary>
internal struct NeighbourQuads
{
    public int Offset;
    public NeighbourQuad First;
    public NeighbourQuad Second;
    public NeighbourQuad Third;
    public NeighbourQuad Fourth;

    /// <summary>A character that is neither anchor.</summary>
    public Anchor Other;
}

/// <summary>A pattern ready to be searched for.</summary>
internal readonly ref struct Pattern
{
    /// <summary>Of a pattern only so many characters are looked at when anchors are chosen.</summary>
    private const int MaxCandidates = 64;

    /// <summary>And fewer for a text of less than so many times as many characters.</summary>
    private const int TextPerCandidate = 256;

    private const int MinCandidates = 8;

    /// <summary>All characters of a pattern are looked at one by one for a text of so many times as many.</summary>
    private const int TextPerCharacter = 64;

    /// <summary>Characters that four fours have together.</summary>
    private const int QuadsLength = 7;

    /// <summary>In the place of a frequency: this character can't be looked for as a byte. More than the product of any two.</summary>
    private const long NeverByte = 1 << 20;

    /// <summary>Two pairs of neighbours are common when the products of their letters' frequencies are more than this together.</summary>
    private const long CommonPairs = 1 << 15;

    /// <summary>In the place of a case bit: this character can't be compared by setting one.</summary>
    private const char NotFolded = '\uFFFF';

    /// <summary>How often a character stands in ordinary text, 0 to 255, by its class; what is not ASCII is rare beside what is.</summary>
    private const int OtherAscii = 20;

    private const int NotAscii = 10;

    /// <summary>The letters by how often they stand in English texts.</summary>
    private const string ByFrequency = "zqjxkvbpgwyfmculdhrsnioate";

    private static readonly byte[] FrequencyOf = Frequencies();

    private readonly ref readonly char folded;
    private readonly ref readonly char bits;
    private readonly ref readonly PatternShape shape;

    /// <summary>A pattern of which everything is known.</summary>
    /// <param name="value">The pattern.</param>
    /// <param name="buffer">What <see cref="Examine"/> wrote.</param>
    /// <param name="shape">What it found.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Pattern(ReadOnlySpan<char> value, ReadOnlySpan<char> buffer, ref readonly PatternShape shape)
    {
        Value = value;
        folded = ref MemoryMarshal.GetReference(buffer);
        bits = ref Unsafe.Add(ref MemoryMarshal.GetReference(buffer), value.Length);
        this.shape = ref shape;
    }

    public readonly ReadOnlySpan<char> Value;

    public ref readonly PatternShape Shape => ref shape;

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
        int candidates = Math.Min(value.Length, Math.Clamp(textLength / TextPerCandidate, MinCandidates, MaxCandidates));
        if (TryFoldAscii(value, folded, bits) || Fold(value, candidates, folded, bits))
            shape.Comparison = ComparisonKind.Folded;
        Choose(value, folded[..candidates], bits[..candidates], ref shape);
        if (!shape.IsFolded && textLength / TextPerCharacter >= value.Length)
            shape.Comparison = FindCases(value, folded, bits);
    }

    /// <summary>Whether a text is compared with it by <see cref="Words"/>.</summary>
    public bool AreWords => shape.IsFolded && Value.Length is >= PatternWords.Shortest and <= PatternWords.Longest;

    /// <summary>What is compared then.</summary>
    public PatternWords Words => new(in folded, in bits, Value.Length);

    /// <summary>Whether the text that begins here, and goes on for at least the length of the pattern, begins with a match.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsAt(ref readonly char text) => AreWords ? Words.AreAt(in text) : IsOtherAt(in text);

    /// <summary>The fours of neighbours around the pairs of the shape. For patterns that are folded and have pairs.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void FindQuads(out NeighbourQuads quads)
    {
        Unsafe.SkipInit(out quads);
        // The three characters of the pairs are in the middle of seven; a shorter pattern is, with any characters around it. The fourth of
        // them is inside the pattern, so that nothing is read behind the text.
        int from =
            Value.Length < QuadsLength
                ? (Value.Length - QuadsLength - 1) / 2
                : Math.Clamp(shape.Pairs.Offset - 2, 0, Value.Length - QuadsLength);
        ulong bits = ulong.MaxValue;
        ulong characters = ulong.MaxValue;
        for (int i = Math.Min(from + QuadsLength, Value.Length) - 1; i >= Math.Max(from, 0); i--)
        {
            char c = Unsafe.Add(ref Unsafe.AsRef(in folded), i);
            char bit = Unsafe.Add(ref Unsafe.AsRef(in this.bits), i);
            bits = (bits << 8) | (IsByte(c) ? (byte)bit : byte.MaxValue);
            characters = (characters << 8) | (IsByte(c) ? (byte)c : byte.MaxValue);
        }

        if (from < 0)
        {
            bits = ~(~bits << (-8 * from));
            characters = ~(~characters << (-8 * from));
        }

        int other = 0;
        while (other == shape.First.Offset || other == shape.Second.Offset)
            other++;
        quads.Other.Offset = other;
        quads.Other.Bit = Unsafe.Add(ref Unsafe.AsRef(in this.bits), other);
        quads.Other.Target = Unsafe.Add(ref Unsafe.AsRef(in folded), other);
        quads.Offset = from;
        quads.First = new() { Bits = (uint)bits, Characters = (uint)characters };
        quads.Second = new() { Bits = (uint)(bits >> 8), Characters = (uint)(characters >> 8) };
        quads.Third = new() { Bits = (uint)(bits >> 16), Characters = (uint)(characters >> 16) };
        quads.Fourth = new() { Bits = (uint)(bits >> 24), Characters = (uint)(characters >> 24) };
    }

    // In the place of what was found by folding.
    private static ComparisonKind FindCases(ReadOnlySpan<char> value, Span<char> one, Span<char> other)
    {
        var kind = ComparisonKind.TwoCases;
        for (int i = 0; i < value.Length; i++)
        {
            ref readonly Casing.Cases cases = ref Casing.Get(value[i]);
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
                ref readonly Casing.Cases cases = ref Casing.Get(c);
                bool isFoldable = cases.IsFoldable && !IsSecondHalf(value, i);
                bits[i] = isFoldable ? cases.Bit : NotFolded;
                folded[i] = cases.Folded;
                isFolded &= isFoldable;
            }
        }

        return isFolded;
    }

    private bool IsOtherAt(ref readonly char text) =>
        shape.Comparison switch
        {
            ComparisonKind.Folded => IsAt<FoldedCharacters>(in text),
            ComparisonKind.TwoCases => IsAt<TwoCases>(in text),
            ComparisonKind.TwoCasesOrMore => IsAt<TwoCases>(in text) || (MayBeAt(in text) && IsAtByFramework(in text)),
            _ => IsAtByFramework(in text),
        };

    // Whether the first character that has neither of two cases has another.
    private bool MayBeAt(ref readonly char text)
    {
        for (int i = 0; i < Value.Length; i++)
        {
            char c = Unsafe.Add(ref Unsafe.AsRef(in text), i);
            if (!TwoCases.IsEqual(c, Unsafe.Add(ref Unsafe.AsRef(in folded), i), Unsafe.Add(ref Unsafe.AsRef(in bits), i)))
                return Casing.Get(Value[i]).Has(c);
        }

        return true;
    }

    private bool IsAtByFramework(ref readonly char text) =>
        MemoryMarshal.CreateReadOnlySpan(in text, Value.Length).Equals(Value, StringComparison.OrdinalIgnoreCase);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsAt<TCharacters>(ref readonly char text)
        where TCharacters : struct, ICharacters
    {
        ref readonly char first = ref folded;
        ref readonly char second = ref bits;
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
            if (
                !TCharacters.IsEqual(
                    Unsafe.Add(ref Unsafe.AsRef(in text), i),
                    Unsafe.Add(ref Unsafe.AsRef(in first), i),
                    Unsafe.Add(ref Unsafe.AsRef(in second), i)
                )
            )
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
    private static bool IsSecondHalf(ReadOnlySpan<char> value, int at) =>
        char.IsLowSurrogate(value[at]) && at > 0 && char.IsHighSurrogate(value[at - 1]);

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

        // The two that are rarest; of two that are equally rare the first. And the three neighbours whose two pairs are the rarest
        // together, of those that are single bytes.
        const uint None = uint.MaxValue;
        uint min = None,
            secondMin = None;
        long minPairs = NeverByte;
        int at = -1;
        long before = NeverByte,
            middle = NeverByte;
        for (int i = 0; i < folded.Length; i++)
        {
            char c = folded[i];
            long often = Frequency(c);
            uint rank = (uint)((often << 8) | (long)i);
            if (bits[i] == NotFolded)
                (often, rank) = (NeverByte, None);
            secondMin = Math.Min(secondMin, Math.Max(min, rank));
            min = Math.Min(min, rank);

            if (!IsByte(c))
                often = NeverByte;
            long pairs = middle * (before + often);
            if (pairs < minPairs)
                (minPairs, at) = (pairs, i - 2);
            (before, middle) = (middle, often);
        }

        // One alone is met too often, where others can be compared with all of their cases.
        int compared = secondMin == None ? ChooseByCases(value[..folded.Length], ref shape) : 0;
        if (compared == 2 || min == None)
        {
            shape.Kind = compared == 0 ? SearchKind.Framework : SearchKind.ManyCases;
            return;
        }

        int first = (byte)min;
        int second = secondMin == None ? first : (byte)secondMin;
        shape.Kind = at < 0 ? SearchKind.TwoCharacters : SearchKind.Pairs;
        shape.First.SetFolded(first, folded, bits);
        shape.Second.SetFolded(second, folded, bits);
        shape.AreAnchorsAll = shape.IsFolded && value.Length == 2;
        shape.ArePairsCommon = minPairs > CommonPairs;
        if (at >= 0)
            shape.Pairs.Set(at, folded, bits);
    }

    // What is beyond a byte becomes 0 or 255 where the hardware saturates.
    private static bool IsByte(char c) => c is > '\0' and < '\u00FF';

    private static int ChooseByCases(ReadOnlySpan<char> value, ref PatternShape shape)
    {
        int found = 0;
        for (int i = 0; i < value.Length && found < 2; i++)
        {
            ulong cases = Casing.Get(value[i]).Packed;
            if (cases == 0 || IsSecondHalf(value, i))
                continue;
            if (found++ == 0)
                (shape.First.Offset, shape.First.Cases) = (i, cases);
            (shape.Second.Offset, shape.Second.Cases) = (i, cases);
        }

        return found;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Frequency(char folded) => folded < FrequencyOf.Length ? FrequencyOf[folded] : NotAscii;

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
