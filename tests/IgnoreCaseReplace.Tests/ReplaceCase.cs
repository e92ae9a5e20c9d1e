using System.Text;
using FsCheck;
using FsCheck.Fluent;

namespace Bench.IgnoreCaseReplace.Tests;

/// <summary>One call, generated so that matches, near misses and overlaps are common.</summary>
internal sealed record ReplaceCase(string Text, string OldValue, string? NewValue)
{
    public override string ToString() =>
        $"'{Escape(Text)}' / '{Escape(OldValue)}' -> {(NewValue is null ? "null" : $"'{Escape(NewValue)}'")}";

    /// <summary>Letters with two or three equal forms, with forms that only look equal, and with halves of surrogate pairs.</summary>
    private static readonly string[][] Alphabets =
    [
        ["a", "A"],
        ["a", "A", "b", "B"],
        ["a", "A", "á", "Á", "aa"],
        ["@", "`", "[", "{", "a", "A", "z", "Z", "!", "\u0001"],
        ["i", "I", "ı", "İ", "i\u0307"],
        ["k", "K", "\u212A"],
        ["å", "Å", "\u212B", "a\u030A"],
        ["s", "S", "ſ", "ß", "ẞ", "ss", "SS"],
        ["σ", "ς", "Σ", "µ", "μ", "Μ"],
        ["ǆ", "ǅ", "Ǆ", "ﬁ", "fi", "FI"],
        ["\uD801\uDC28", "\uD801\uDC00", "\uD801\uDC29", "\uD801", "\uDC28", "\uDC00", "a"],
        ["\u0000", "a", "A", "\uFFFF"],
    ];

    public static Arbitrary<ReplaceCase> FromAlphabets { get; } = Arbitrary(Gen.Elements(Alphabets));

    /// <summary>Over all simple case pairs of Unicode, a few of them at a time.</summary>
    public static Arbitrary<ReplaceCase> FromCasePairs { get; } =
        Arbitrary(
            from pairs in Gen.Choose(1, 3).SelectMany(count => Gen.Elements(CasePairs.All).ArrayOf(count))
            select pairs.SelectMany(pair => new[] { pair.Upper, pair.Lower }).ToArray()
        );

    private static Arbitrary<ReplaceCase> Arbitrary(Gen<string[]> alphabets)
    {
        Gen<ReplaceCase> cases =
            from alphabet in alphabets
            from text in Texts(alphabet)
            from oldValue in Gen.Frequency((2, Letters(alphabet, 1, 4)), (1, Letters(alphabet, 1, 40)), (2, PieceOf(text, alphabet)))
            from newValue in Gen.Frequency((1, Gen.Constant<string?>(null)), (5, Letters(alphabet, 0, 6).Select(value => (string?)value)))
            select new ReplaceCase(text, oldValue, newValue);
        return Arb.From(cases, Shrink);
    }

    // Short texts find mistakes at the ends; long ones exceed a vector and the buffer of positions.
    private static Gen<string> Texts(string[] alphabet) =>
        Gen.Frequency(
            (4, Letters(alphabet, 0, 12)),
            (4, Letters(alphabet, 0, 80)),
            (1, Letters(alphabet, 300, 1_000)),
            (3, from before in Filler() from middle in Letters(alphabet, 0, 8) from after in Filler() select before + middle + after)
        );

    private static Gen<string> Filler() => Gen.Choose(0, 70).Select(count => new string('.', count));

    private static Gen<string> Letters(string[] alphabet, int min, int max) =>
        from count in Gen.Choose(min, max)
        from letters in Gen.Elements(alphabet).ArrayOf(count)
        select string.Concat(letters);

    private static Gen<string> PieceOf(string text, string[] alphabet) =>
        text.Length == 0
            ? Letters(alphabet, 1, 3)
            : from start in Gen.Choose(0, text.Length - 1)
              from length in Gen.Choose(1, Math.Min(40, text.Length - start))
              from upper in Gen.Elements(true, false)
              let piece = text.Substring(start, length)
              select upper ? piece.ToUpperInvariant() : piece.ToLowerInvariant();

    private static IEnumerable<ReplaceCase> Shrink(ReplaceCase value)
    {
        foreach (string text in Shorter(value.Text))
            yield return value with
            {
                Text = text,
            };
        foreach (string oldValue in Shorter(value.OldValue).Where(shorter => shorter.Length > 0))
            yield return value with
            {
                OldValue = oldValue,
            };
        foreach (string newValue in Shorter(value.NewValue ?? ""))
            yield return value with
            {
                NewValue = newValue,
            };
    }

    private static IEnumerable<string> Shorter(string text)
    {
        for (int size = text.Length; size > 0; size /= 2)
        {
            for (int start = 0; start + size <= text.Length; start += size)
                yield return text.Remove(start, size);
        }
    }

    private static string Escape(string text)
    {
        var escaped = new StringBuilder();
        foreach (char c in text)
            escaped.Append(c is >= ' ' and <= '~' ? c.ToString() : $"\\u{(int)c:X4}");
        return escaped.ToString();
    }
}
