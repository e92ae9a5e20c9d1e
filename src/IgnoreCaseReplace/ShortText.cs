using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Bench.IgnoreCaseReplace;

/// <summary>
/// Replaces in a text of a few vectors, where what is known of a pattern before the search would take longer than the search: both ends of
/// the pattern are compared at all positions, and the framework compares what lies between them.
/// </summary>
internal static class ShortText
{
    /// <summary>Longer texts are worth a look at the pattern.</summary>
    private const int MaxCharacters = 256;

    private const int PositionsPerWord = 64;

    /// <summary>Whether a text is short, but not shorter than a vector, and the ends of the pattern can be compared alone.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsFor(ReadOnlySpan<char> text, ReadOnlySpan<char> oldValue) =>
        Simd128.IsSupported
        && text.Length <= MaxCharacters
        && text.Length - oldValue.Length + 1 >= Simd128.Count
        && IsEnd(oldValue[0])
        && IsEnd(oldValue[^1]);

    /// <summary>The new text; null where nothing matched.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static string? Replace(ReadOnlySpan<char> text, ReadOnlySpan<char> oldValue, ReadOnlySpan<char> newValue) =>
        Find(text, oldValue, out Candidates candidates) ? Replace(text, oldValue, newValue, in candidates) : null;

    /// <summary>Hands on the matches.</summary>
    [SkipLocalsInit]
    public static void Run<TMatches>(ReadOnlySpan<char> text, ReadOnlySpan<char> oldValue, scoped ref TMatches matches)
        where TMatches : struct, IMatches, allows ref struct
    {
        if (!Find(text, oldValue, out Candidates candidates))
            return;
        Span<int> positions = stackalloc int[MaxCharacters];
        int count = Check(text, oldValue, in candidates, positions);
        for (int i = 0; i < count && matches.Add(positions[i]); i++) { }
    }

    /// <summary>
    /// Finds the positions where both ends are, with vectors of one width; there must be as many positions as a vector has characters.
    /// </summary>
    /// <returns>Whether there are any.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Find<TVector, TSimd>(ReadOnlySpan<char> text, ReadOnlySpan<char> pattern, out Candidates candidates)
        where TVector : struct
        where TSimd : struct, ISimd<TVector> =>
        char.IsAscii(pattern[0]) && char.IsAscii(pattern[^1])
            ? Find<TVector, TSimd, Folded<TVector, TSimd>>(text, pattern, out candidates)
            : Find<TVector, TSimd, AnyOfFour<TVector, TSimd>>(text, pattern, out candidates);

    /// <summary>Those of the candidates that are matches, and overlap none before.</summary>
    /// <param name="text">The text.</param>
    /// <param name="pattern">The pattern.</param>
    /// <param name="candidates">Where its ends are.</param>
    /// <param name="positions">Where the matches go; as long as there are characters in a short text.</param>
    /// <returns>How many there are.</returns>
    public static int Check(ReadOnlySpan<char> text, ReadOnlySpan<char> pattern, in Candidates candidates, Span<int> positions)
    {
        // Of a few ASCII letters the case bits are quickly found; another pattern is compared as it stands first, because it mostly does
        // so, and the framework takes a while, above all for letters beyond ASCII.
        bool areWords = PatternWords.TryCreate(pattern, out PatternWords words);
        int next = 0;
        int found = 0;
        for (int begin = 0; begin < text.Length; begin += PositionsPerWord)
        {
            for (ulong word = candidates[begin / PositionsPerWord]; word != 0; word &= word - 1)
            {
                int position = begin + BitOperations.TrailingZeroCount(word);
                if (position < next)
                    continue;
                ReadOnlySpan<char> there = text.Slice(position, pattern.Length);
                bool isMatch = areWords
                    ? words.AreAt(in MemoryMarshal.GetReference(there))
                    : pattern.Length <= 2 || there.SequenceEqual(pattern) || there.Equals(pattern, StringComparison.OrdinalIgnoreCase);
                if (!isMatch)
                    continue;
                positions[found++] = position;
                next = position + pattern.Length;
            }
        }

        return found;
    }

    // The case of half a surrogate pair depends on the other half.
    private static bool IsEnd(char character) =>
        char.IsAscii(character) || (!char.IsSurrogate(character) && Casing.Get(character).Packed != 0);

    [SkipLocalsInit]
    private static string? Replace(
        ReadOnlySpan<char> text,
        ReadOnlySpan<char> oldValue,
        ReadOnlySpan<char> newValue,
        in Candidates candidates
    )
    {
        Span<int> positions = stackalloc int[MaxCharacters];
        int count = Check(text, oldValue, in candidates, positions);
        return count == 0 ? null : Replacing.ToString(text, positions[..count], oldValue.Length, newValue);
    }

    // A method of its own, for the reason that Replacing gives.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool Find(ReadOnlySpan<char> text, ReadOnlySpan<char> pattern, out Candidates candidates)
    {
        int count = text.Length - pattern.Length + 1;
        return Simd512.IsSupported && count >= Simd512.Count ? Find<Vector512<ushort>, Simd512>(text, pattern, out candidates)
            : Simd256.IsSupported && count >= Simd256.Count ? Find<Vector256<ushort>, Simd256>(text, pattern, out candidates)
            : Find<Vector128<ushort>, Simd128>(text, pattern, out candidates);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Find<TVector, TSimd, TComparison>(ReadOnlySpan<char> span, ReadOnlySpan<char> pattern, out Candidates candidates)
        where TVector : struct
        where TSimd : struct, ISimd<TVector>
        where TComparison : struct, IComparison<TVector, TComparison>
    {
        ref readonly char text = ref MemoryMarshal.GetReference(span);
        TComparison first = TComparison.Create(pattern[0]);
        TComparison second = TComparison.Create(pattern[^1]);
        nint secondOffset = pattern.Length - 1;
        nint last = span.Length - pattern.Length + 1 - TSimd.Count;
        candidates = default;
        bool any = false;
        for (nint i = 0; ; i = Math.Min(i + TSimd.Count, last))
        {
            // The last vector overlaps the one before, so that nothing is read beyond the text.
            ulong mask = TSimd.Zeros(
                TSimd.Or(first.Distance(TSimd.Load(in text, i)), second.Distance(TSimd.Load(in text, i + secondOffset)))
            );
            if (mask != 0)
            {
                any = true;
                candidates.Add(mask, (int)i);
            }

            if (i == last)
                return any;
        }
    }

    /// <summary>Positions of a short text, one bit each.</summary>
    [InlineArray(MaxCharacters / PositionsPerWord)]
    internal struct Candidates
    {
        private ulong word;

        /// <summary>Adds positions.</summary>
        /// <param name="mask">One bit each; none stands for a position beyond the text.</param>
        /// <param name="from">The position of the lowest bit.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Add(ulong mask, int from)
        {
            int word = from / PositionsPerWord;
            int shift = from % PositionsPerWord;
            this[word] |= mask << shift;
            if (shift > 0 && mask >> (PositionsPerWord - shift) is not 0 and ulong beyond)
                this[word + 1] |= beyond;
        }
    }
}
