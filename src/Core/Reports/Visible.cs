using System.Globalization;
using System.Text;

namespace Bench.Reports;

/// <summary>
/// Text from files, made harmless for a screen: a control or direction character could hide or reorder what a reader sees, and a
/// service of builds runs the commands <c>##vso[…]</c> and <c>##[…]</c> of a log.
/// </summary>
internal static class Visible
{
    /// <summary>
    /// Replaces what can't be seen: line ends and tabs by a space, other control and direction characters by U+FFFD. Breaks commands of a
    /// log by a space.
    /// </summary>
    /// <param name="maxCharacters">Where to cut it, with an ellipsis.</param>
    public static string Render(string value, int maxCharacters = int.MaxValue)
    {
        var text = new StringBuilder(Math.Min(value.Length, 256));
        foreach (var rune in value.EnumerateRunes())
        {
            if (IsCommand(text, rune))
                text.Append(' ');
            if (text.Length >= maxCharacters)
                return text.Append('…').ToString();

            var category = Rune.GetUnicodeCategory(rune);
            if (rune.Value is '\n' or '\r' or '\t')
                text.Append(' ');
            else if (
                category
                is UnicodeCategory.Control
                    or UnicodeCategory.Format
                    or UnicodeCategory.LineSeparator
                    or UnicodeCategory.ParagraphSeparator
            )
                text.Append('\uFFFD');
            else
                text.Append(rune.ToString());
        }

        return text.ToString();
    }

    // Azure Pipelines and GitHub look for them anywhere in a line.
    private static bool IsCommand(StringBuilder before, Rune next) =>
        next.Value is '[' or 'v' or 'V' && before.Length >= 2 && before[^1] == '#' && before[^2] == '#';
}
