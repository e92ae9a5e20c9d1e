namespace Bench.IgnoreCaseReplace;

/// <summary>The characters that are equal to a character in an ordinal comparison without regard to case.</summary>
internal static class Casing
{
    /// <summary>The bit in which the cases of an ASCII letter differ.</summary>
    private const int AsciiCaseBit = 0x20;

    /// <summary>
    /// By upper case: the characters that a round trip through upper and lower case does not find, as ς of Σ and σ. About thirty, found by
    /// asking the framework once.
    /// </summary>
    private static readonly Lazy<Dictionary<char, char[]>> s_irregular = new(FindIrregular);

    private const int PageSize = 256;

    /// <summary>What <see cref="Fold"/> found, by 256 characters, as they are asked for.</summary>
    private static readonly Folding[]?[] s_pages = new Folding[]?[(char.MaxValue + 1) / PageSize];

    /// <summary>How a character is compared: by setting a bit, unless it has more cases than two, or two that differ in more than a bit.</summary>
    /// <param name="Folded">The character with the bit set.</param>
    /// <param name="Bit">The bit; 0 for a character without cases.</param>
    /// <param name="IsPossible">Whether that is enough.</param>
    public readonly record struct Folding(char Folded, char Bit, bool IsPossible);

    /// <summary>How a character that is not ASCII is compared.</summary>
    public static Folding Fold(char value)
    {
        ref Folding[]? page = ref s_pages[value / PageSize];
        // Two threads may make the same page: the same twice.
        page ??= [.. Enumerable.Range(value / PageSize * PageSize, PageSize).Select(one => FindFolding((char)one))];
        return page[value % PageSize];
    }

    /// <summary>The bit whose setting makes both cases of an ASCII letter the same character; 0 for other ASCII characters.</summary>
    public static int AsciiBit(char ascii) => char.IsAsciiLetter(ascii) ? AsciiCaseBit : 0;

    /// <summary>All characters that are equal to this one, itself included.</summary>
    public static ReadOnlySpan<char> CasesOf(char value, Span<char> buffer)
    {
        char upper = ToUpper(value);
        int count = 0;
        buffer[count++] = upper;
        char lower = char.ToLowerInvariant(upper);
        if (lower != upper && ToUpper(lower) == upper)
            buffer[count++] = lower;
        if (!char.IsAscii(upper) && s_irregular.Value.TryGetValue(upper, out char[]? others))
        {
            others.CopyTo(buffer[count..]);
            count += others.Length;
        }

        return buffer[..count];
    }

    /// <summary>The most characters that are equal to each other.</summary>
    public const int MostCases = 8;

    private static Folding FindFolding(char value)
    {
        Span<char> buffer = stackalloc char[MostCases];
        ReadOnlySpan<char> cases = CasesOf(value, buffer);
        int difference = cases[0] ^ cases[^1];
        return cases.Length == 1 ? new Folding(value, '\0', true)
            : cases.Length == 2 && int.IsPow2(difference) ? new Folding((char)(cases[0] | cases[1]), (char)difference, true)
            : new Folding(value, '\0', false);
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
