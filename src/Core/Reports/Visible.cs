using System.Globalization;
using System.Text;

namespace Bench.Reports;

// Makes text from files safe to display. Control and direction characters could hide or reorder text. CI services run the commands
// `##vso[…]` and `##[…]` in a log.
internal static class Visible
{
    // Replaces line ends and tabs with a space, and other control and direction characters with U+FFFD. A space breaks log commands.
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

    // Azure Pipelines and GitHub find them anywhere in a line.
    private static bool IsCommand(StringBuilder before, Rune next) =>
        next.Value is '[' or 'v' or 'V' && before.Length >= 2 && before[^1] == '#' && before[^2] == '#';
}
