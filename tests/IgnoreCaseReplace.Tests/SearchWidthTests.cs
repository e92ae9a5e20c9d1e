using System.Runtime.Intrinsics;

namespace Bench.IgnoreCaseReplace.Tests;

/// <summary>
/// The vector searches find what the scalar search finds, at every length and alignment, and read nothing outside the text.
/// </summary>
public sealed class SearchWidthTests
{
    private const int Longest = 300;

    // At least one pattern for each kind of search, with matches that overlap themselves, and one longer than a vector.
    private static readonly string[] Patterns =
    [
        "a",
        "é",
        "\uFFFF",
        "ab",
        "aa",
        "abc",
        "aba",
        "aBcD",
        "aaaa",
        "a-b{",
        "abcabcabc",
        "seat",
        "ten",
        "in the end",
        "inner",
        "ни\u0434",
        "сон",
        "привет",
        "ρρρ",
        "ς",
        "σς",
        "яя",
        "éaé",
        "aéé",
        "Kелвин",
        "дом-дом-дом",
        "\uD801\uDC28",
        "x\uD801\uDC28",
        "abcdefghijklmnopqrstuvwxyzabcdef",
    ];

    [Fact]
    public void All_widths_find_the_same_at_every_length_and_alignment()
    {
        foreach (string pattern in Patterns)
        {
            var random = new Random(pattern[0]);
            for (int length = 0; length <= Longest; length++)
            {
                char[] buffer = new char[length + 64];
                int alignment = length % 32;
                Fill(buffer, pattern, random);
                Agree(buffer.AsSpan(alignment, length), pattern);
            }

            for (int alignment = 0; alignment < 64; alignment++)
            {
                char[] buffer = new char[Longest + 64];
                Fill(buffer, pattern, random);
                Agree(buffer.AsSpan(alignment, Longest), pattern);
            }
        }
    }

    [Fact]
    public void A_single_match_is_found_wherever_it_is()
    {
        foreach (string pattern in Patterns)
        {
            for (int position = 0; position + pattern.Length <= Longest; position++)
            {
                char[] text = new char[Longest];
                Array.Fill(text, '.');
                pattern.ToUpperInvariant().CopyTo(0, text, position, pattern.Length);
                Assert.Equal([position], Agree(text, pattern));
            }
        }
    }

    // Its pairs of characters are everywhere, so after some blocks the search looks for four characters instead.
    [Theory]
    [InlineData("core", "co.or.re.")]
    [InlineData("zebra", "eb.br.ra..ze.")]
    [InlineData("Cor", ".co..or.")]
    [InlineData("xcorez-core", "co.or.re.-ez-")]
    [InlineData("seat", "se.ea.at.sat.set.")]
    public void A_single_match_is_found_in_a_text_full_of_pairs(string pattern, string near)
    {
        string full = string.Concat(Enumerable.Repeat(near, 200))[..1500];
        for (int position = 0; position + pattern.Length <= full.Length; position++)
        {
            char[] text = full.ToCharArray();
            pattern.ToUpperInvariant().CopyTo(0, text, position, pattern.Length);
            Assert.Contains(position, Agree(text, pattern));
        }
    }

    [Fact]
    public void The_search_goes_on_behind_any_position()
    {
        string text = string.Concat(Enumerable.Repeat("xCoRe..", 60));
        int[] all = Scalar(text, "core", 0);
        for (int from = 0; from < text.Length; from++)
            Assert.Equal(all.Where(position => position >= from), Agree(text, "core", from));
    }

    [Fact]
    public void Each_kind_of_pattern_is_searched_for_in_short_texts_by_vectors()
    {
        string text = new('.', 59);
        Assert.All(Patterns.Where(pattern => !pattern.Any(char.IsSurrogate)), pattern =>
            Assert.Equal(Vector128.IsHardwareAccelerated, ShortText.IsFor(text, pattern))
        );
        Assert.All(Patterns.Where(pattern => char.IsSurrogate(pattern[^1])), pattern => Assert.False(ShortText.IsFor(text, pattern)));
        Assert.False(ShortText.IsFor(new string('.', 257), "core"));
        Assert.False(ShortText.IsFor("7 places", "of"));
    }

    [Fact]
    public void Nothing_is_read_beside_the_text()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Guarded pages are made by mmap here.");
        using var pages = new GuardedPages();

        foreach (string pattern in Patterns)
        {
            var random = new Random(pattern[0]);
            for (int length = 0; length <= Longest; length++)
            {
                Fill(pages.AtEnd(length), pattern, random);
                Agree(pages.AtEnd(length), pattern);
                Fill(pages.AtStart(length), pattern, random);
                Agree(pages.AtStart(length), pattern);
            }
        }
    }

    // Letters of the pattern in both cases, near misses, and sometimes the whole pattern.
    private static void Fill(Span<char> text, string pattern, Random random)
    {
        for (int i = 0; i < text.Length; i++)
        {
            char letter = pattern[random.Next(pattern.Length)];
            text[i] = random.Next(4) switch
            {
                0 => '.',
                1 => (char)(letter ^ 0x20),
                2 => char.ToUpperInvariant(letter),
                _ => letter,
            };
        }

        for (int i = random.Next(20); i + pattern.Length <= text.Length; i += pattern.Length + random.Next(80))
            pattern.CopyTo(text[i..]);
    }

    private static int[] Agree(ReadOnlySpan<char> text, string pattern, int from = 0)
    {
        int[] expected = Scalar(text, pattern, from);
        Assert.Equal(expected, By(Scan.Run, text, pattern, from));
        int positions = text.Length - pattern.Length + 1;
        if (Simd512.IsSupported && positions >= Simd512.Count)
            Assert.Equal(expected, By(Scan.Run<Vector512<ushort>, Simd512, MatchPositions>, text, pattern, from));
        if (Simd256.IsSupported && positions >= Simd256.Count)
            Assert.Equal(expected, By(Scan.Run<Vector256<ushort>, Simd256, MatchPositions>, text, pattern, from));
        if (Simd128.IsSupported && positions >= Simd128.Count)
            Assert.Equal(expected, By(Scan.Run<Vector128<ushort>, Simd128, MatchPositions>, text, pattern, from));
        if (from == 0 && ShortText.IsFor(text, pattern))
            AgreeInShortText(text, pattern, expected);
        return expected;
    }

    private static void AgreeInShortText(ReadOnlySpan<char> text, string pattern, int[] expected)
    {
        int positions = text.Length - pattern.Length + 1;
        if (Simd512.IsSupported && positions >= Simd512.Count)
            Assert.Equal(expected, By(ShortText.Find<Vector512<ushort>, Simd512>, text, pattern));
        if (Simd256.IsSupported && positions >= Simd256.Count)
            Assert.Equal(expected, By(ShortText.Find<Vector256<ushort>, Simd256>, text, pattern));
        Assert.Equal(expected, By(ShortText.Find<Vector128<ushort>, Simd128>, text, pattern));
    }

    private delegate bool ShortSearch(ReadOnlySpan<char> text, ReadOnlySpan<char> pattern, out ShortText.Candidates candidates);

    private static int[] By(ShortSearch search, ReadOnlySpan<char> text, string wanted)
    {
        int[] positions = new int[text.Length];
        return search(text, wanted, out ShortText.Candidates candidates)
            ? positions[..ShortText.Check(text, wanted, in candidates, positions)]
            : [];
    }

    // Uses the framework's comparison at each position.
    private static int[] Scalar(ReadOnlySpan<char> text, string pattern, int from)
    {
        var found = new List<int>();
        for (int i = from; i + pattern.Length <= text.Length; i++)
        {
            if (!text.Slice(i, pattern.Length).Equals(pattern, StringComparison.OrdinalIgnoreCase))
                continue;
            found.Add(i);
            i += pattern.Length - 1;
        }

        Assert.Equal(found, By(Scan.RunScalar, text, pattern, from));
        return [.. found];
    }

    private delegate void Search(ReadOnlySpan<char> text, scoped in Pattern pattern, int from, scoped ref MatchPositions matches);

    // Covers searches that examined the whole pattern before, only as much as a short text is worth, or something in between.
    private static int[] By(Search search, ReadOnlySpan<char> text, string wanted, int from)
    {
        int[] found = By(search, text, wanted, from, int.MaxValue);
        Assert.Equal(found, By(search, text, wanted, from, 0));
        Assert.Equal(found, By(search, text, wanted, from, 2048));
        return found;
    }

    private static int[] By(Search search, ReadOnlySpan<char> text, string wanted, int from, int textLength)
    {
        char[] buffer = new char[Pattern.BufferLength(wanted.Length)];
        Pattern.Examine(wanted, buffer, textLength, out PatternShape shape);
        var pattern = new Pattern(wanted, buffer, in shape);
        // A pattern for the framework's search is never searched for with vectors.
        if (pattern.Shape.Kind == SearchKind.Framework)
            search = Scan.Run;
        scoped var matches = new MatchPositions(new int[2]);
        search(text, pattern, from, ref matches);
        int[] positions = matches.Positions.ToArray();
        matches.Return();
        return positions;
    }
}
