using System.Buffers;

namespace Bench.IgnoreCaseReplace.Tests;

public sealed class IgnoreCaseReplaceTests
{
    [Theory]
    [InlineData("Hello hello HELLO", "hello", "bye", "bye bye bye")]
    [InlineData("hello", "HELLO", "", "")]
    [InlineData("a-b-c", "-", null, "abc")]
    [InlineData("abc", "abcd", "x", "abc")]
    [InlineData("", "a", "x", "")]
    [InlineData("aaaaa", "AA", "b", "bba")]
    [InlineData("ababa", "ABA", "x", "xba")]
    [InlineData("aab", "AB", "x", "ax")]
    [InlineData("aAaA", "a", "aa", "aaaaaaaa")]
    [InlineData("Replace", "replace", "REPLACE", "REPLACE")]
    [InlineData("xay", "A", "xay", "xxayy")]
    [InlineData("@A[", "`", "!", "@A[")]
    [InlineData("[\\]^_", "{", "!", "[\\]^_")]
    public void Replaces_from_left_to_right_without_overlap(string text, string oldValue, string? newValue, string expected) =>
        AssertReplaced(expected, text, oldValue, newValue);

    [Theory]
    [InlineData("iIıİ", "i", "xxıİ")]
    [InlineData("iIıİ", "I", "xxıİ")]
    [InlineData("iIıİ", "ı", "iIxİ")]
    [InlineData("iIıİ", "İ", "iIıx")]
    [InlineData("kK\u212A", "k", "xx\u212A")]
    [InlineData("kK\u212A", "\u212A", "kKx")]
    [InlineData("åÅ\u212B", "å", "xx\u212B")]
    [InlineData("åÅ\u212B", "\u212B", "åÅx")]
    [InlineData("sSſ", "s", "xxſ")]
    [InlineData("sSſ", "ſ", "sSx")]
    [InlineData("ßẞssSS", "ß", "xẞssSS")]
    [InlineData("ßẞssSS", "ss", "ßẞxx")]
    [InlineData("σςΣ", "σ", "xxx")]
    [InlineData("µμΜ", "µ", "xxx")]
    [InlineData("ǆǅǄ", "ǅ", "xxx")]
    [InlineData("éÉe\u0301", "é", "xxe\u0301")]
    public void Two_characters_are_equal_when_their_simple_upper_cases_are(string text, string oldValue, string expected) =>
        AssertReplaced(expected, text, oldValue, "x");

    [Theory]
    [InlineData("tr-TR")]
    [InlineData("lt-LT")]
    [InlineData("de-DE")]
    public void The_culture_does_not_matter(string name)
    {
        Assert.SkipWhen(
            AppContext.TryGetSwitch("System.Globalization.Invariant", out bool invariant) && invariant
                || Environment.GetEnvironmentVariable("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT") is "1" or "true",
            "There are no cultures in the invariant mode."
        );

        CultureInfo before = CultureInfo.CurrentCulture;
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(name);
        try
        {
            AssertReplaced("TxTLE", "TiTLE", "I", "x");
            AssertReplaced("xxıİ", "iIıİ", "i", "x");
            AssertReplaced("straße", "straße", "SS", "x");
            AssertReplaced("e\u0301\u00AD", "e\u0301\u00AD", "é", "x");
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    // Theory data with lone surrogates would not reach the test runner unchanged.
    [Fact]
    public void Surrogate_pairs_have_case_and_lone_surrogates_have_none()
    {
        AssertReplaced("xx", "\uD801\uDC28\uD801\uDC00", "\uD801\uDC28", "x");
        AssertReplaced("xx", "\uD801\uDC28\uD801\uDC00", "\uD801\uDC00", "x");
        AssertReplaced("\uDC28\uD801", "\uDC28\uD801", "\uDC00", "x");
        AssertReplaced("ax\uDC28", "a\uD801\uDC28", "\uD801", "x");
    }

    [Fact]
    public void Arguments_are_checked()
    {
        Assert.Throws<ArgumentNullException>("text", () => IgnoreCaseReplaceExtensions.ReplaceIgnoreCase(null!, "a", "b"));
        Assert.Throws<ArgumentNullException>("oldValue", () => "".ReplaceIgnoreCase(null!, "b"));
        Assert.Throws<ArgumentException>("oldValue", () => "".ReplaceIgnoreCase("", "b"));
        Assert.Throws<ArgumentNullException>("text", () => IgnoreCaseReplaceExtensions.TryReplaceIgnoreCase(null!, "a", "b", out _));
        Assert.Throws<ArgumentNullException>("oldValue", () => "".TryReplaceIgnoreCase(null!, "b", out _));
        Assert.Throws<ArgumentException>("oldValue", () => "".TryReplaceIgnoreCase("", "b", out _));
    }

    [Fact]
    public void Arguments_of_the_forms_for_spans_are_checked()
    {
        char[] text = ['a', 'b', 'c'];
        Assert.Throws<ArgumentNullException>("oldValue", () => new IgnoreCaseReplacer(null!));
        Assert.Throws<ArgumentException>("oldValue", () => new IgnoreCaseReplacer(""));
        Assert.Throws<ArgumentNullException>("text", () => new IgnoreCaseReplacer("a").Replace(null!, "b"));
        Assert.Throws<ArgumentNullException>("text", () => new IgnoreCaseReplacer("a").TryReplace(null!, "b", out _));
        Assert.Throws<ArgumentNullException>("destination", () => new IgnoreCaseReplacer("a").Replace("a", "b", null!));
        Assert.Throws<ArgumentNullException>("destination", () => "a".AsSpan().ReplaceIgnoreCase("a", "b", null!));
        Assert.Throws<ArgumentException>("oldValue", () => "a".AsSpan().ReplaceIgnoreCase("", "b", new ArrayBufferWriter<char>()));
        Assert.Throws<ArgumentException>("oldValue", () => "a".AsSpan().TryReplaceIgnoreCase("", "b", new char[1], out _));
        Assert.Throws<ArgumentException>("destination", () =>
            ((ReadOnlySpan<char>)text).TryReplaceIgnoreCase("a", "b", text.AsSpan(2), out _)
        );
        Assert.Throws<ArgumentException>("destination", () => new IgnoreCaseReplacer("a").TryReplace("a", text, text.AsSpan(1), out _));
        // With a short text the pattern is used as it is; with a longer one it is examined first.
        foreach (int length in new[] { 100, 1000 })
            Assert.Throws<ArgumentException>("destination", () =>
                new string('x', length).AsSpan().TryReplaceIgnoreCase(text, "b", text.AsSpan(2), out _)
            );
        Assert.Throws<InvalidOperationException>(() => "a".AsSpan().ReplaceIgnoreCase("a", "b", new WriterOfPieces(0)));
    }

    [Fact]
    public void A_match_that_is_replaced_by_itself_counts_as_replaced()
    {
        Assert.True("abc".TryReplaceIgnoreCase("b", "b", out string result));
        Assert.Equal("abc", result);
    }

    [Fact]
    public void Every_cased_character_finds_its_equals_in_a_text_of_all_characters()
    {
        string all = string.Create(char.MaxValue + 1, 0, static (text, _) =>
        {
            for (int i = 0; i < text.Length; i++)
                text[i] = (char)i;
        });

        foreach (string letter in CasePairs.All.SelectMany(pair => new[] { pair.Upper, pair.Lower }).Distinct())
        {
            string expected = all.Replace(letter, "<>", StringComparison.OrdinalIgnoreCase);
            if (expected != all.ReplaceIgnoreCase(letter, "<>"))
                Assert.Fail($"U+{char.ConvertToUtf32(letter, 0):X4} is replaced differently.");
        }
    }

    [Fact]
    public void All_small_cases_agree_with_the_naive_replace()
    {
        string[] patterns = [.. Words("aAb", 3).Where(word => word.Length > 0)];
        foreach (string text in Words("aAb", 6))
        {
            foreach (string pattern in patterns)
            {
                Assert.Equal(NaiveReplace.Replace(text, pattern, "ab"), text.ReplaceIgnoreCase(pattern, "ab"));
                Assert.Equal(NaiveReplace.Replace(text, pattern, null), text.ReplaceIgnoreCase(pattern, null));
            }
        }
    }

    [Fact]
    public void Agrees_with_both_references_on_alphabets_with_many_matches() =>
        Properties.Hold(ReplaceCase.FromAlphabets, AgreesWithBothReferences, cases: 20_000);

    [Fact]
    public void Agrees_with_both_references_on_all_case_pairs() =>
        Properties.Hold(ReplaceCase.FromCasePairs, AgreesWithBothReferences, cases: 20_000);

    [Theory]
    [InlineData(127)]
    [InlineData(128)]
    [InlineData(129)]
    [InlineData(255)]
    [InlineData(257)]
    [InlineData(100_000)]
    [InlineData(1_000_000)]
    public void Replaces_any_number_of_matches(int count)
    {
        string text = string.Concat(Enumerable.Repeat("aB.", count));
        AssertReplaced(string.Concat(Enumerable.Repeat("ccc.", count)), text, "Ab", "ccc");
        AssertReplaced(new string('.', count), text, "aB", "");
        AssertReplaced("", new string('a', count), "A", null);
    }

    // An array that is returned to the pool twice goes to two callers at once, which then get wrong text.
    [Theory]
    [InlineData(129)]
    [InlineData(1_000)]
    public void Buffers_are_returned_once(int matches)
    {
        Assert.Equal("", new string('a', matches).ReplaceIgnoreCase("A", null));
        foreach (int size in new[] { 256, 512, 1_024 })
        {
            int[][] rented = [.. Enumerable.Range(0, 100).Select(_ => ArrayPool<int>.Shared.Rent(size))];
            Assert.Equal(rented.Length, rented.Distinct().Count());
        }
    }

    [Fact]
    public void Many_threads_each_get_their_own_text() => Parallel.For(0, 64, i =>
        {
            string text = string.Concat(Enumerable.Repeat("aB.", 200 + i));
            string expected = string.Concat(Enumerable.Repeat($"{i}.", 200 + i));
            for (int round = 0; round < 50; round++)
                Assert.Equal(expected, text.ReplaceIgnoreCase("ab", $"{i}"));
        });

    // The second length is 2^32, which is 0 in 32 bits.
    [Theory]
    [InlineData(40_000)]
    [InlineData(65_536)]
    public void A_result_longer_than_a_string_can_be_is_out_of_memory(int length)
    {
        string text = new('a', length);
        Assert.Throws<OutOfMemoryException>(() => text.ReplaceIgnoreCase("A", text));
    }

    private static void AgreesWithBothReferences(ReplaceCase value) =>
        AssertReplaced(NaiveReplace.Replace(value.Text, value.OldValue, value.NewValue), value.Text, value.OldValue, value.NewValue);

    private static void AssertReplaced(string expected, string text, string oldValue, string? newValue)
    {
        string framework = text.Replace(oldValue, newValue, StringComparison.OrdinalIgnoreCase);
        Assert.Equal(expected, framework);

        string result = text.ReplaceIgnoreCase(oldValue, newValue);
        bool replaced = text.TryReplaceIgnoreCase(oldValue, newValue, out string tried);

        Assert.Equal(expected, result);
        Assert.Equal(expected, tried);
        Assert.Equal(text.Contains(oldValue, StringComparison.OrdinalIgnoreCase), replaced);
        if (!replaced)
        {
            Assert.Same(text, result);
            Assert.Same(text, tried);
        }

        var replacer = new IgnoreCaseReplacer(oldValue);
        Assert.Equal(oldValue, replacer.OldValue);
        Assert.Equal(expected, replacer.Replace(text, newValue));
        Assert.Equal(replaced, replacer.TryReplace(text, newValue, out tried));
        Assert.Equal(expected, tried);
        if (!replaced)
            Assert.Same(text, tried);

        AssertWritten(expected, text, oldValue, newValue, replacer);
    }

    private static void AssertWritten(string expected, string text, string oldValue, string? newValue, IgnoreCaseReplacer replacer)
    {
        char[] room = new char[expected.Length];
        Assert.True(text.AsSpan().TryReplaceIgnoreCase(oldValue, newValue, room, out int written));
        Assert.Equal((expected, expected.Length), (new string(room), written));
        room.AsSpan().Clear();
        Assert.True(replacer.TryReplace(text, newValue, room, out written));
        Assert.Equal((expected, expected.Length), (new string(room), written));
        if (expected.Length > 0)
        {
            Assert.False(text.AsSpan().TryReplaceIgnoreCase(oldValue, newValue, room.AsSpan(1), out written));
            Assert.Equal(0, written);
            Assert.False(replacer.TryReplace(text, newValue, default, out written));
            Assert.Equal(0, written);
        }

        int matches = NaiveReplace.Count(text, oldValue);
        var writer = new ArrayBufferWriter<char>();
        Assert.Equal(matches, text.AsSpan().ReplaceIgnoreCase(oldValue, newValue, writer));
        Assert.Equal(expected, writer.WrittenSpan.ToString());
        var small = new WriterOfPieces(1 + (text.Length % 7));
        Assert.Equal(matches, replacer.Replace(text, newValue, small));
        Assert.Equal(expected, small.ToString());
    }

    private static IEnumerable<string> Words(string letters, int longest) =>
        longest == 0
            ? [""]
            : Words(letters, longest - 1)
                .SelectMany(word => word.Length == longest - 1 ? [word, .. letters.Select(letter => word + letter)] : new[] { word });
}
