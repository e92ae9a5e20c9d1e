using System.Globalization;
using System.Text;

namespace Bench.Reports;

// Writes text from measured programs into GitHub Markdown, so that no name can become a link, a mention or HTML.
internal static class MarkdownText
{
    // A comment on GitHub has at most 65,536 characters.
    public const int MaxCharacters = 65_000;

    private const int MaxNameCharacters = 160;
    private const int MaxSentenceCharacters = 400;
    private const int MaxBlockCharacters = 10_000;
    private const int MaxLineCharacters = 200;
    private const string Nothing = "<!-- -->";

    // Plain text that is also safe inside a table's cell. It has no tag, link, code span or entity, and none of GitHub's automatic links
    // (mentions, issue numbers, addresses).
    public static string Cell(string text)
    {
        var visible = Visible.Render(text);
        var cell = new StringBuilder(visible.Length);
        // Paired backticks make code, which is as safe as text. Several in a row would pair differently.
        var isPaired = visible.Count(letter => letter == '`') % 2 == 0;
        var hasSpans = isPaired && !visible.Contains("``", StringComparison.Ordinal);
        var isCode = false;
        var isLink = new[] { "](", "][", "]:" }.Any(part => visible.Contains(part, StringComparison.Ordinal));
        for (var i = 0; i < visible.Length; i++)
        {
            var next = i + 1 < visible.Length ? visible[i + 1] : ' ';
            if (hasSpans && visible[i] == '`')
                isCode = !isCode;
            cell.Append(
                visible[i] switch
                {
                    // A backslash in front of the bar's escape would itself be escaped, and the bar would end the cell.
                    '\\' when isCode && next == '|' => "\\ ",
                    not ('|' or '`') and var letter when isCode => letter.ToString(),
                    '<' => "&lt;",
                    '&' => "&amp;",
                    '`' when isPaired => "`",
                    '[' when !isLink => "[",
                    '|' or '[' or '`' or '\\' => $"\\{visible[i]}",
                    // An empty comment is invisible and prevents the link.
                    '@' or '#' when char.IsLetterOrDigit(next) => $"{visible[i]}{Nothing}",
                    ':' when next == '/' => $":{Nothing}",
                    '.' when EndsWith(visible, i, "www") => $"{Nothing}.",
                    '-' when EndsWith(visible, i, "GH") => $"{Nothing}-",
                    var letter => letter.ToString(),
                }
            );
        }

        return cell.ToString();

        static bool EndsWith(string text, int end, string word) => text.AsSpan(0, end).EndsWith(word, StringComparison.OrdinalIgnoreCase);
    }

    // A name from a file as a code span. It is also safe inside a table's cell.
    public static string Code(string name) => Code(name, MaxNameCharacters);

    // Longer than for a name, because the important part may be at the end of the sentence.
    public static string CodeOfSentence(string sentence) => Code(sentence, MaxSentenceCharacters);

    private static string Code(string value, int maxCharacters)
    {
        var text = Visible.Render(value, maxCharacters);
        var fence = new string('`', LongestRun(text, '`') + 1);
        var pad = text.StartsWith('`') || text.EndsWith('`') || text.Length == 0 ? " " : "";
        // A backslash in front of the bar's escape would itself be escaped, and the bar would end the cell.
        return fence
            + pad
            + text.Replace("\\|", "\\ |", StringComparison.Ordinal).Replace("|", "\\|", StringComparison.Ordinal)
            + pad
            + fence;
    }

    // One of our own sentences. Only parts from files need a code span.
    public static string Plain(string sentence) =>
        sentence.Any(c => c is '<' or '@' or '#' or '[' or '`' or '|' or '*' or '_' or '&' or '\\' || char.IsControl(c))
        || sentence.Contains("://", StringComparison.Ordinal)
        || sentence.Contains("GH-", StringComparison.OrdinalIgnoreCase)
        || sentence.Contains("www.", StringComparison.OrdinalIgnoreCase)
            ? CodeOfSentence(sentence)
            : sentence;

    // Lines from a program as a block. The fence has more backticks than any sequence in it.
    public static string Block(string language, IEnumerable<string> lines)
    {
        var block = new StringBuilder();
        var (count, left) = (0, 0);
        foreach (var line in lines)
        {
            if (block.Length < MaxBlockCharacters)
                block.Append(Visible.Render(line, MaxLineCharacters)).Append('\n');
            else
                left++;
            count++;
        }

        if (left > 0)
            block.Append(CultureInfo.InvariantCulture, $"... {left} more of {count} lines\n");
        var text = block.ToString();
        var fence = "```";
        while (text.Contains(fence, StringComparison.Ordinal))
            fence += '`';
        return $"{fence}{language}\n{text}{fence}\n\n";
    }

    // Formats figures with the invariant culture. There must be no overload for string: the compiler would prefer it, and it would format
    // with the machine's culture.
    public static void Line(this StringBuilder page, FormattableString text) =>
        page.Append(text.ToString(CultureInfo.InvariantCulture)).Append('\n');

    private static int LongestRun(string text, char of)
    {
        int longest = 0,
            run = 0;
        foreach (var c in text)
            longest = Math.Max(longest, run = c == of ? run + 1 : 0);
        return longest;
    }
}
