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

/// <summary>A character of a pattern and where it stands in it: <c>(c | Bit) == Target</c>, or c is one of <c>Cases</c>.</summary>
/// <param name="Offset">Where it stands.</param>
/// <param name="Bit">The bit in which its cases differ; 0 for a character without cases.</param>
/// <param name="Target">The character with that bit set.</param>
/// <param name="Cases">The up to four characters that are equal, 16 bits each, any of them more than once.</param>
internal readonly record struct Anchor(int Offset, char Bit, char Target, ulong Cases);

/// <summary>Three neighbours of a pattern, as the first two and the last two: bytes in 16 bits.</summary>
internal readonly record struct NeighbourPairs(int Offset, ushort EvenBits, ushort Even, ushort OddBits, ushort Odd);

/// <summary>What is known of a pattern before a text is: which of its characters to look for, and how. Fields, to be passed by reference.</summary>
internal struct PatternShape
{
    public SearchKind Kind;

    /// <summary>Whether a match is a text that is equal to the folded pattern once the case bits are set.</summary>
    public bool IsFolded;

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
    /// <summary>Of a longer pattern only so many characters are looked at when anchors are chosen.</summary>
    private const int MostAnchors = 64;

    /// <summary>A text of so many characters is searched faster than a long pattern is looked at.</summary>
    private const int ShortText = 256;

    /// <summary>Of a pattern that is longer, only so many characters are looked at for a short text.</summary>
    private const int EnoughForShortText = 8;

    private const int FewestNeighbours = 3;

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
        // What is not known of it is left to the framework's comparison, where the known characters are.
        int known = textLength <= ShortText ? Math.Min(value.Length, EnoughForShortText) : value.Length;
        Span<char> folded = buffer[..known];
        Span<char> bits = buffer.Slice(value.Length, known);
        bool isFolded = known == value.Length;
        for (int i = 0; i < known; i++)
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
                Casing.Folding folding = Casing.Fold(c);
                bool isPossible = folding.IsPossible && !IsSecondHalf(value, i);
                bits[i] = isPossible ? folding.Bit : NotFolded;
                folded[i] = folding.Folded;
                isFolded &= isPossible;
            }
        }

        shape = default;
        shape.IsFolded = isFolded;
        Choose(value[..known], folded, bits, ref shape);
    }

    /// <summary>Whether the text that begins here, and goes on for at least the length of the pattern, begins with a match.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsAt(ref readonly char text)
    {
        if (_shape.IsFolded && Value.Length is >= 4 and <= 8)
            return IsWordAt(in text);
        return IsOtherAt(in text);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsWordAt(ref readonly char text)
    {
        int last = Value.Length - 4;
        return (((Word(in text, 0) | Word(in _bits, 0)) ^ Word(in _folded, 0)) | ((Word(in text, last) | Word(in _bits, last)) ^ Word(in _folded, last))) == 0;
    }

    private bool IsOtherAt(ref readonly char text)
    {
        if (!_shape.IsFolded)
            return MemoryMarshal.CreateReadOnlySpan(in text, Value.Length).Equals(Value, StringComparison.OrdinalIgnoreCase);

        ref readonly char folded = ref _folded;
        ref readonly char bits = ref _bits;
        int i = 0;
        if (Vector128.IsHardwareAccelerated && Value.Length >= Vector128<ushort>.Count)
        {
            // The last vector overlaps the one before, so that nothing is read beyond the match.
            int last = Value.Length - Vector128<ushort>.Count;
            for (; i < last; i += Vector128<ushort>.Count)
            {
                if (!IsVectorAt(in text, in bits, in folded, i))
                    return false;
            }

            return IsVectorAt(in text, in bits, in folded, last);
        }

        for (; i < Value.Length; i++)
        {
            if ((Unsafe.Add(ref Unsafe.AsRef(in text), i) | Unsafe.Add(ref Unsafe.AsRef(in bits), i)) != Unsafe.Add(ref Unsafe.AsRef(in folded), i))
                return false;
        }

        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsVectorAt(ref readonly char text, ref readonly char bits, ref readonly char folded, int offset) =>
        (Simd128.Load(in text, offset) | Simd128.Load(in bits, offset)) == Simd128.Load(in folded, offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Word(ref readonly char text, int offset) =>
        Unsafe.ReadUnaligned<ulong>(in Unsafe.As<char, byte>(ref Unsafe.Add(ref Unsafe.AsRef(in text), offset)));

    // Its case depends on the half before it.
    private static bool IsSecondHalf(ReadOnlySpan<char> value, int at) => char.IsLowSurrogate(value[at]) && at > 0 && char.IsHighSurrogate(value[at - 1]);

    private static void Choose(ReadOnlySpan<char> value, ReadOnlySpan<char> folded, ReadOnlySpan<char> bits, ref PatternShape shape)
    {
        if (value.Length == 1 && shape.IsFolded)
        {
            shape.Kind = IsByte(folded[0]) ? SearchKind.OneCharacter : SearchKind.TwoCharacters;
            shape.First = shape.Second = new Anchor(0, bits[0], folded[0], 0);
            return;
        }

        int length = Math.Min(value.Length, MostAnchors);
        int first = -1, second = -1, least = int.MaxValue, secondLeast = int.MaxValue;
        for (int i = 0; i < length; i++)
        {
            if (bits[i] == NotFolded)
                continue;
            int often = Frequency(folded[i]);
            if (often < least)
            {
                (second, secondLeast) = (first, least);
                (first, least) = (i, often);
            }
            else if (often < secondLeast)
            {
                (second, secondLeast) = (i, often);
            }
        }

        if (first < 0)
        {
            ChooseByCases(value, length, ref shape);
            return;
        }

        if (second < 0)
            second = first;
        shape.Kind = SearchKind.TwoCharacters;
        shape.First = new Anchor(first, bits[first], folded[first], 0);
        shape.Second = new Anchor(second, bits[second], folded[second], 0);
        if (!shape.IsFolded)
            return;
        int at = FindNeighbours(folded[..length]);
        if (at < 0)
            return;
        shape.Kind = SearchKind.Pairs;
        shape.Pairs = new NeighbourPairs(at, Pair(bits, at), Pair(folded, at), Pair(bits, at + 1), Pair(folded, at + 1));

        static ushort Pair(ReadOnlySpan<char> text, int at) => (ushort)(text[at] | (text[at + 1] << 8));
    }

    // The three neighbours whose two pairs are the rarest together; -1 where none of them are all single bytes.
    private static int FindNeighbours(ReadOnlySpan<char> folded)
    {
        var (best, least) = (-1, int.MaxValue);
        for (int i = 0; i + FewestNeighbours <= folded.Length; i++)
        {
            if (!IsByte(folded[i]) || !IsByte(folded[i + 1]) || !IsByte(folded[i + 2]))
                continue;
            int often = Frequency(folded[i + 1]) * (Frequency(folded[i]) + Frequency(folded[i + 2]));
            if (often < least)
                (best, least) = (i, often);
        }

        return best;
    }

    // What is beyond a byte becomes 0 or 255 where the hardware saturates.
    private static bool IsByte(char c) => c is > '\0' and < '\u00FF';

    private static void ChooseByCases(ReadOnlySpan<char> value, int length, ref PatternShape shape)
    {
        Anchor? first = null, second = null;
        Span<char> buffer = stackalloc char[Casing.MostCases];
        for (int i = 0; i < length && second is null; i++)
        {
            if (IsSecondHalf(value, i) || Casing.CasesOf(value[i], buffer) is not { Length: <= 4 } cases)
                continue;
            ulong packed = 0;
            for (int j = 0; j < 4; j++)
                packed |= (ulong)cases[Math.Min(j, cases.Length - 1)] << (16 * j);
            var anchor = new Anchor(i, '\0', '\0', packed);
            if (first is null)
                first = anchor;
            else
                second = anchor;
        }

        shape.Kind = first is null ? SearchKind.Framework : SearchKind.ManyCases;
        shape.First = first ?? default;
        shape.Second = second ?? shape.First;
    }

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
