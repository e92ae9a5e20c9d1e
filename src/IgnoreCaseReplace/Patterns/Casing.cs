using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Bench.IgnoreCaseReplace;

/// <summary>The characters that are equal to a character in an ordinal comparison without regard to case.</summary>
internal static class Casing
{
    /// <summary>The bit in which the cases of an ASCII letter differ.</summary>
    private const int AsciiCaseBit = 0x20;

    private const int MaxPacked = 4;

    /// <summary>
    /// By upper case: the characters that a round trip through upper and lower case does not find, as ς of Σ and σ. About thirty, found by
    /// asking the framework once.
    /// </summary>
    private static readonly Lazy<Dictionary<char, char[]>> Irregular = new(FindIrregular);

    private const int PageSize = 256;

    /// <summary>What <see cref="Get"/> found, by 256 characters, as they are asked for.</summary>
    private static readonly Cases[]?[] Pages = new Cases[]?[(char.MaxValue + 1) / PageSize];

    /// <summary>The characters that are equal to one, itself included, and whether setting a bit makes all of them the same.</summary>
    /// <param name="Count">How many.</param>
    /// <param name="Packed">Up to four, 16 bits each, the last of fewer more than once; 0 where there are more.</param>
    /// <param name="Folded">The character with the bit set.</param>
    /// <param name="Bit">The bit; 0 for a character without cases.</param>
    /// <param name="IsFoldable">Whether there is such a bit: not with more cases than two, or two that differ in more than a bit.</param>
    public readonly record struct Cases(byte Count, ulong Packed, char Folded, char Bit, bool IsFoldable)
    {
        /// <summary>Whether a character is one of those packed. Not for characters of which none are, because there are more.</summary>
        public bool Has(char value) =>
            value == (char)Packed || value == (char)(Packed >> 16) || value == (char)(Packed >> 32) || value == (char)(Packed >> 48);
    }

    /// <summary>How a character is compared.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref readonly Cases Get(char value) => ref (Pages[value / PageSize] ?? MakePage(value / PageSize))[value % PageSize];

    // Two threads may make the same page: the same twice.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Cases[] MakePage(int page) =>
        Pages[page] = [.. Enumerable.Range(page * PageSize, PageSize).Select(one => Find((char)one))];

    /// <summary>The bit whose setting makes both cases of an ASCII letter the same character; 0 for other ASCII characters.</summary>
    public static int AsciiBit(char ascii) => char.IsAsciiLetter(ascii) ? AsciiCaseBit : 0;

    /// <summary>The same of eight characters; false where they are not all ASCII.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryFindAsciiBits(Vector128<ushort> characters, out Vector128<ushort> bits)
    {
        Vector128<ushort> caseBit = Vector128.Create((ushort)AsciiCaseBit);
        Vector128<ushort> fromA = (characters | caseBit) - Vector128.Create((ushort)'a');
        bits = Vector128.LessThan(fromA, Vector128.Create((ushort)('z' - 'a' + 1))) & caseBit;
        return (characters & Vector128.Create(unchecked((ushort)~0x7F))) == Vector128<ushort>.Zero;
    }

    private static Cases Find(char value)
    {
        char upper = ToUpper(value);
        char lower = char.ToLowerInvariant(upper);
        var equal = new List<char> { upper };
        if (lower != upper && ToUpper(lower) == upper)
            equal.Add(lower);
        if (!char.IsAscii(upper) && Irregular.Value.TryGetValue(upper, out char[]? others))
            equal.AddRange(others);

        ulong packed = 0;
        for (int i = 0; i < MaxPacked && equal.Count <= MaxPacked; i++)
            packed |= (ulong)equal[Math.Min(i, equal.Count - 1)] << (16 * i);
        int difference = equal[0] ^ equal[^1];
        bool isFoldable = equal.Count == 1 || (equal.Count == 2 && int.IsPow2(difference));
        return new Cases(
            (byte)equal.Count,
            packed,
            isFoldable ? (char)(equal[0] | difference) : value,
            isFoldable ? (char)difference : '\0',
            isFoldable
        );
    }

    // An ordinal comparison never takes a character out of ASCII or into it, whatever its mapping is (ſ, the Kelvin sign).
    private static char ToUpper(char value)
    {
        if (char.IsAscii(value))
            return char.ToUpperInvariant(value);
        char upper = char.ToUpperInvariant(value);
        return char.IsAscii(upper) ? value : upper;
    }

    private static Dictionary<char, char[]> FindIrregular()
    {
        var found = new Dictionary<char, char[]>();
        for (int value = 128; value <= char.MaxValue; value++)
        {
            char c = (char)value;
            char upper = ToUpper(c);
            if (upper != c && char.ToLowerInvariant(upper) != c)
                found[upper] = found.TryGetValue(upper, out char[]? others) ? [.. others, c] : [c];
        }

        return found;
    }
}
