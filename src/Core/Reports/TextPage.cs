using System.Text;

namespace Bench.Reports;

// Lines for a terminal or a log.
internal sealed class TextPage(bool hasColours, int width)
{
    private const int Hanging = 2;
    private const int Gap = 2;

    // A narrower column of sentences is hard to read.
    private const int LeastOfSentences = 14;

    private readonly StringBuilder text = new();

    public int Width => width;

    // For a terminal. https://no-color.org. An old console of Windows would show the codes as text, and sets none of these variables.
    public static bool AllowsColours(Func<string, string?> variable) =>
        string.IsNullOrEmpty(variable("NO_COLOR"))
        && variable("TERM") != "dumb"
        && (!OperatingSystem.IsWindows() || (variable("WT_SESSION") ?? variable("TERM") ?? variable("ANSICON")) is not null);

    public override string ToString() => text.ToString();

    public void Empty()
    {
        if (text.Length > 0 && !(text.Length > 1 && text[^1] == '\n' && text[^2] == '\n'))
            text.Append('\n');
    }

    public void Write(string line, int indent = 0, Tone tone = Tone.Plain) => Write(new TonedText(line, tone), indent);

    // If the text needs several lines, those after the first are indented further.
    public void Write(TonedText line, int indent = 0, int hanging = Hanging) => Write(new string(' ', indent), line, hanging);

    public void Write(string first, TonedText line, int hanging)
    {
        var indent = first.Length;
        var room = Math.Max(LeastOfSentences, width - indent);
        foreach (var (i, range) in line.Lines(room, Math.Max(LeastOfSentences, room - hanging)).Index())
        {
            text.Append(i == 0 ? first : new string(' ', indent + hanging));
            line.Write(text, range, hasColours);
            text.Append('\n');
        }
    }

    // Stays on one line, so that it can be copied.
    public void WriteWhole(string line, int indent, Tone tone = Tone.Plain)
    {
        var whole = new TonedText(line, tone);
        text.Append(' ', indent);
        whole.Write(text, 0..whole.Length, hasColours);
        text.Append('\n');
    }

    // If the columns do not fit, rows become columns, or each row becomes a list of its cells.
    public void Table(TonedText[]? head, IReadOnlyList<TonedText[]> rows, bool[] isRight, int indent = 0)
    {
        TonedText[][] all = head is null ? [.. rows] : [head, .. rows];
        if (Columns(all, width - indent) is { } columns)
        {
            Rows(all, columns, isRight, indent, head is not null);
            return;
        }

        TonedText[][] turned = [.. isRight.Select((_, i) => all.Select(row => row[i]).ToArray())];
        if (head is not null && Columns(turned, width - indent) is { } others)
            Rows(turned, others, [false, .. rows.Select(_ => isRight.Skip(1).All(right => right))], indent, hasHead: true);
        else
            List(head, rows, indent);
    }

    private void Rows(TonedText[][] rows, int[] columns, bool[] isRight, int indent, bool hasHead)
    {
        foreach (var (i, row) in rows.Index())
        {
            Row(row, columns, isRight, indent);
            if (i == 0 && hasHead)
                Row([.. columns.Select(column => new TonedText(new string('─', column), Tone.Faint))], columns, isRight, indent);
        }
    }

    // Null if the columns do not fit.
    private static int[]? Columns(TonedText[][] rows, int room)
    {
        room -= Gap * (rows[0].Length - 1);
        int[] columns = [.. rows[0].Select((_, i) => rows.Max(row => row[i].Length))];
        int[] least =
        [
            .. columns.Select(
                (column, i) => Math.Max(rows.Max(row => row[i].LongestPart(LeastOfSentences)), Math.Min(column, LeastOfSentences))
            ),
        ];
        if (least.Sum() > room)
            return null;
        while (columns.Sum() > room)
        {
            var widest = Enumerable.Range(0, columns.Length).Where(i => columns[i] > least[i]).MaxBy(i => columns[i]);
            columns[widest]--;
        }

        return columns;
    }

    private void Row(TonedText[] cells, int[] columns, bool[] isRight, int indent)
    {
        IReadOnlyList<Range>[] lines = [.. cells.Zip(columns, (cell, column) => cell.Lines(column, column))];
        for (var line = 0; line < lines.Max(cell => cell.Count); line++)
        {
            text.Append(' ', indent);
            var blanks = 0;
            for (var i = 0; i < cells.Length; i++)
            {
                var range = line < lines[i].Count ? lines[i][line] : 0..0;
                var length = range.End.Value - range.Start.Value;
                var before = isRight[i] ? columns[i] - length : 0;
                if (length > 0)
                {
                    text.Append(' ', blanks + before);
                    cells[i].Write(text, range, hasColours);
                    blanks = columns[i] - length - before + Gap;
                }
                else
                {
                    blanks += columns[i] + Gap;
                }
            }

            text.Append('\n');
        }
    }

    private void List(TonedText[]? head, IReadOnlyList<TonedText[]> rows, int indent)
    {
        foreach (var row in rows)
        {
            Write(new TonedText(row[0].ToString(), Tone.Strong), indent);
            for (var i = 1; i < row.Length; i++)
            {
                if (row[i].Length > 0)
                    Write(
                        $"{new string(' ', indent + Hanging)}{(head is { } names && names[i].Length > 0 ? $"{names[i]}: " : "")}",
                        row[i],
                        0
                    );
            }
        }
    }
}
