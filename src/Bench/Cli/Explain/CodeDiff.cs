using System.Text.RegularExpressions;

namespace Bench.Cli.Explain;

/// <summary>
/// Two listings as a unified diff. A block added above a label changes the label's number, so labels are compared by position.
/// A line that only jumps to the same place is unchanged.
/// </summary>
internal static partial class CodeDiff
{
    private const int Context = 4;

    // The table of the comparison grows with the square of the number of lines.
    public const int MaxLines = 2500;

    public static bool AreSame(IReadOnlyList<string> before, IReadOnlyList<string> after) =>
        before.SequenceEqual(after, StringComparer.Ordinal);

    /// <summary>Lines prefixed with a space, a minus or a plus, and a line of @@ between parts.</summary>
    /// <param name="context">The number of unchanged lines around a change.</param>
    public static IReadOnlyList<string> Create(IReadOnlyList<string> before, IReadOnlyList<string> after, int context = Context) =>
        Folded(Aligned([.. before.Take(MaxLines)], [.. after.Take(MaxLines)]), context);

    private static List<(char Sign, string Text)> Aligned(string[] before, string[] after)
    {
        string[] maskedBefore = [.. before.Select(Masked)],
            maskedAfter = [.. after.Select(Masked)];
        var pairs = Pairs(maskedBefore, maskedAfter);
        var labels = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var (i, j) in pairs.Where(pair => before[pair.Before].EndsWith(':')))
            labels[before[i]] = after[j];

        var lines = new List<(char, string)>();
        var (left, right) = (0, 0);
        foreach (var (i, j) in pairs.Append((before.Length, after.Length)))
        {
            for (; left < i; left++)
                lines.Add(('-', before[left]));
            for (; right < j; right++)
                lines.Add(('+', after[right]));
            if (i == before.Length)
                break;
            if (Leads(before[i], after[j], labels))
            {
                lines.Add((' ', after[j]));
            }
            else
            {
                lines.Add(('-', before[i]));
                lines.Add(('+', after[j]));
            }

            (left, right) = (i + 1, j + 1);
        }

        return lines;
    }

    // The lines are equal except for labels, so compare the places that these label.
    private static bool Leads(string before, string after, Dictionary<string, string> labels)
    {
        var (from, to) = (Label().Match(before), Label().Match(after));
        return !from.Success || before.EndsWith(':') || (labels.TryGetValue(from.Value + ":", out var target) && target == to.Value + ":");
    }

    private static List<string> Folded(List<(char Sign, string Text)> lines, int context)
    {
        var isShown = new bool[lines.Count];
        for (var i = 0; i < lines.Count; i++)
        {
            if (lines[i].Sign == ' ')
                continue;
            for (var j = Math.Max(0, i - context); j <= Math.Min(lines.Count - 1, i + context); j++)
                isShown[j] = true;
        }

        var shown = new List<string>();
        for (var i = 0; i < lines.Count; i++)
        {
            if (isShown[i])
                shown.Add(lines[i].Sign + lines[i].Text);
            else if (i == 0 || isShown[i - 1])
                shown.Add("@@ … @@");
        }

        return shown;
    }

    // The longest common subsequence, as pairs of indices. Matching starts at the end, because a label belongs to the code after it.
    private static List<(int Before, int After)> Pairs(string[] before, string[] after)
    {
        var end = 0;
        while (end < before.Length && end < after.Length && before[^(end + 1)] == after[^(end + 1)])
            end++;
        var start = 0;
        while (start < before.Length - end && start < after.Length - end && before[start] == after[start])
            start++;

        var (rows, columns) = (before.Length - start - end, after.Length - start - end);
        var longest = new ushort[rows + 1, columns + 1];
        for (var i = 1; i <= rows; i++)
        {
            for (var j = 1; j <= columns; j++)
                longest[i, j] =
                    before[start + i - 1] == after[start + j - 1]
                        ? (ushort)(longest[i - 1, j - 1] + 1)
                        : Math.Max(longest[i - 1, j], longest[i, j - 1]);
        }

        var pairs = Enumerable.Range(1, end).Select(i => (before.Length - i, after.Length - i)).ToList();
        for (int i = rows, j = columns; i > 0 && j > 0;)
        {
            if (before[start + i - 1] == after[start + j - 1])
                pairs.Add((start + --i, start + --j));
            else if (longest[i - 1, j] >= longest[i, j - 1])
                i--;
            else
                j--;
        }

        for (var i = start - 1; i >= 0; i--)
            pairs.Add((i, i));
        pairs.Reverse();
        return pairs;
    }

    private static string Masked(string line) => Label().Replace(line, "IG");

    [GeneratedRegex(@"\bIG\d+", RegexOptions.CultureInvariant)]
    private static partial Regex Label();
}
