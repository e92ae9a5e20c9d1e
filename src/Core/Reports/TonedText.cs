using System.Runtime.InteropServices;
using System.Text;
using System.Text.RegularExpressions;

namespace Bench.Reports;

// Text from files becomes visible and harmless when it is added.
internal sealed class TonedText
{
    // A name without spaces may break after these characters.
    private const string EndsOfPart = ".,(:/";

    private readonly StringBuilder text = new();
    private readonly List<Tone> tones = [];

    public TonedText(string part = "", Tone tone = Tone.Plain) => Add(part, tone);

    public int Length => text.Length;

    public override string ToString() => text.ToString();

    public TonedText Add(string part, Tone tone = Tone.Plain)
    {
        var visible = Visible.Render(part);
        text.Append(visible);
        tones.AddRange(Enumerable.Repeat(tone, visible.Length));
        return this;
    }

    // The rest is on a new line.
    public void Break()
    {
        text.Append('\n');
        tones.Add(Tone.Plain);
    }

    public void Paint(Regex words, Tone tone)
    {
        foreach (Match match in words.Matches(text.ToString()))
            CollectionsMarshal.AsSpan(tones).Slice(match.Index, match.Length).Fill(tone);
    }

    // The length of the longest part that stays on one line. Words of at most `whole` characters stay whole.
    public int LongestPart(int whole) => text.ToString().Split(' ').Max(word => word.Length <= whole ? word.Length : Parts(word));

    // Lines of at most `width` characters. They break between words, and within a word only if it is longer than a line.
    public IReadOnlyList<Range> Lines(int width, int widthOfOthers)
    {
        var (lines, start) = (new List<Range>(), 0);
        foreach (var part in text.ToString().TrimEnd().Split('\n'))
        {
            AddLines(lines, part.TrimEnd(), start, lines.Count == 0 ? width : widthOfOthers, widthOfOthers);
            start += part.Length + 1;
        }

        return lines;
    }

    private static void AddLines(List<Range> lines, string part, int offset, int width, int widthOfOthers)
    {
        var start = 0;
        while (part.Length - start > width)
        {
            var end = EndOfLine(part, start, width, widthOfOthers);
            if (end >= part.Length)
                break;
            lines.Add((offset + start)..(offset + start + part[start..end].TrimEnd().Length));
            start = end;
            while (start < part.Length && part[start] == ' ')
                start++;
            width = widthOfOthers;
        }

        lines.Add((offset + start)..(offset + part.Length));
    }

    public void Write(StringBuilder output, Range range, bool hasColours)
    {
        var (start, length) = range.GetOffsetAndLength(text.Length);
        for (var i = start; i < start + length;)
        {
            var (from, tone) = (i, tones[i]);
            while (i < start + length && tones[i] == tone)
                i++;
            var code = hasColours ? Code(tone) : "";
            if (code.Length > 0)
                output.Append("\u001b[").Append(code).Append('m');
            output.Append(text, from, i - from);
            if (code.Length > 0)
                output.Append("\u001b[0m");
        }
    }

    private static int Parts(string word)
    {
        var (longest, start) = (0, 0);
        for (var end = 1; end <= word.Length; end++)
        {
            if (end < word.Length && !EndsOfPart.Contains(word[end - 1]))
                continue;
            longest = Math.Max(longest, end - start);
            start = end;
        }

        return longest;
    }

    private static int EndOfLine(string all, int start, int width, int widthOfOthers)
    {
        var limit = start + width;
        var space = all.LastIndexOf(' ', limit, width + 1);
        var word = space + 1 > start ? space + 1 : start;
        var next = all.IndexOf(' ', limit);
        var end = next < 0 ? all.Length : next;
        if (space > start && (space == limit || end - word <= widthOfOthers))
            return space;
        if (all.AsSpan(word, limit - word).LastIndexOfAny(EndsOfPart) is >= 0 and var part && word + part + 1 > start)
            return word + part + 1;
        if (space > start)
            return space;
        return all.AsSpan(limit, end - limit).IndexOfAny(EndsOfPart) is >= 0 and var later ? limit + later + 1 : end;
    }

    private static string Code(Tone tone) =>
        tone switch
        {
            Tone.Strong => "1",
            Tone.Faint => "2",
            Tone.Good => "32",
            Tone.Bad => "31",
            Tone.Doubtful => "33",
            Tone.Passed => "1;32",
            Tone.Failed => "1;31",
            Tone.Undecided => "1;33",
            _ => "",
        };
}
