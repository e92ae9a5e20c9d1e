using System.Globalization;
using System.Text;

namespace Bench.Reports;

/// <summary>What a program could have named, written into GitHub Markdown so that no name can become a link, a mention or HTML.</summary>
internal static class MarkdownText
{
    /// <summary>The most characters a comment on GitHub may have is 65,536; this stays below.</summary>
    public const int MaxCharacters = 65_000;

    private const int MaxNameCharacters = 160;
    private const int MaxSentenceCharacters = 400;
    private const int MaxBlockCharacters = 10_000;
    private const int MaxLineCharacters = 200;
    private const string Nothing = "<!-- -->";

    /// <summary>
    /// Text as text, also inside a table's cell: no tag, link, code span or entity, and none of what GitHub makes links of: mentions,
    /// numbers of issues, addresses.
    /// </summary>
    public static string Cell(string text)
    {
        var visible = Visible.Render(text);
        var cell = new StringBuilder(visible.Length);
        // Pairs of them are code, which is as dead as text. Of several in a row pairs are others.
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
                    // A backslash in front of a bar would itself be escaped, and the bar end the cell.
                    '\\' when isCode && next == '|' => "\\ ",
                    not ('|' or '`') and var letter when isCode => letter.ToString(),
                    '<' => "&lt;",
                    '&' => "&amp;",
                    '`' when isPaired => "`",
                    '[' when !isLink => "[",
                    '|' or '[' or '`' or '\\' => $"\\{visible[i]}",
                    // Nothing to see, and no link.
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

    /// <summary>A name from a file as a code span that also holds inside a table's cell.</summary>
    public static string Code(string name) => Code(name, MaxNameCharacters);

    /// <summary>The same of what is said of names: its end may be what it is about.</summary>
    public static string CodeOfSentence(string sentence) => Code(sentence, MaxSentenceCharacters);

    private static string Code(string value, int maxCharacters)
    {
        var text = Visible.Render(value, maxCharacters);
        var fence = new string('`', LongestRun(text, '`') + 1);
        var pad = text.StartsWith('`') || text.EndsWith('`') || text.Length == 0 ? " " : "";
        // A backslash in front of a bar would itself be escaped, and the bar end the cell.
        return fence
            + pad
            + text.Replace("\\|", "\\ |", StringComparison.Ordinal).Replace("|", "\\|", StringComparison.Ordinal)
            + pad
            + fence;
    }

    /// <summary>A sentence of ours: only environments in it come from files, and with those it stands in code.</summary>
    public static string Plain(string sentence) =>
        sentence.Any(c => c is '<' or '@' or '#' or '[' or '`' or '|' or '*' or '_' or '&' or '\\' || char.IsControl(c))
        || sentence.Contains("://", StringComparison.Ordinal)
        || sentence.Contains("GH-", StringComparison.OrdinalIgnoreCase)
        || sentence.Contains("www.", StringComparison.OrdinalIgnoreCase)
            ? CodeOfSentence(sentence)
            : sentence;

    /// <summary>Lines of a program's making as a block: fenced by more backticks than any of them has in a row.</summary>
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
            block.Append(CultureInfo.InvariantCulture, $"... {left} of {count} lines more\n");
        var text = block.ToString();
        var fence = "```";
        while (text.Contains(fence, StringComparison.Ordinal))
            fence += '`';
        return $"{fence}{language}\n{text}{fence}\n\n";
    }

    /// <summary>
    /// A line, with its figures as they are written everywhere. No overload takes a string: that would be preferred, and write them as the
    /// machine's language does.
    /// </summary>
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
