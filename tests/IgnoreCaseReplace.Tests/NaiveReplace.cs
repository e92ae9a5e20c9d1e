using System.Text;

namespace Bench.IgnoreCaseReplace.Tests;

/// <summary>The definition of replacing without regard to case: no search, no spans, a comparison at every position.</summary>
internal static class NaiveReplace
{
    public static string Replace(string text, string oldValue, string? newValue)
    {
        string pattern = Fold(oldValue);
        var result = new StringBuilder();
        for (int i = 0; i < text.Length;)
        {
            if (i + oldValue.Length <= text.Length && Fold(text.Substring(i, oldValue.Length)) == pattern)
            {
                result.Append(newValue);
                i += oldValue.Length;
            }
            else
            {
                result.Append(text[i++]);
            }
        }

        return result.ToString();
    }

    /// <summary>The number of replacements, counted with a mark.</summary>
    public static int Count(string text, string oldValue) =>
        Replace(text, oldValue, "\uE000").Count(c => c == '\uE000') - text.Count(c => c == '\uE000');

    private static string Fold(string text)
    {
        var folded = new StringBuilder(text.Length);
        for (int i = 0; i < text.Length; i++)
        {
            if (Rune.TryGetRuneAt(text, i, out Rune rune) && rune.Utf16SequenceLength == 2)
            {
                folded.Append(Rune.ToUpperInvariant(rune).ToString());
                i++;
            }
            else
            {
                folded.Append(Fold(text[i]));
            }
        }

        return folded.ToString();
    }

    // Unicode's upper case of the long s is an ASCII letter; an ordinal comparison never maps between ASCII and other characters.
    private static char Fold(char c) => c == 'ſ' ? c : char.ToUpperInvariant(c);
}
