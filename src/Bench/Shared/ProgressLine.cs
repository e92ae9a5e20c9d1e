using System.Globalization;
using Bench.Reports;
using Bench.Runner;

namespace Bench;

/// <summary>Progress on standard error: one line that changes on a terminal, a line a minute in a log.</summary>
/// <param name="width">How many columns the terminal has; null in a log.</param>
internal sealed class ProgressLine(TextWriter output, Func<int>? width, TimeProvider time)
{
    private static readonly TimeSpan BetweenLogLines = TimeSpan.FromMinutes(1);
    private const int NarrowestTerminal = 40;

    private long? last;

    /// <summary>A step that is worth a line of its own.</summary>
    public void Step(string text)
    {
        Clear();
        output.WriteLine(Visible.Render(text));
    }

    public void Show(GateProgress progress)
    {
        var line = $"{progress.Step}, at most {Text(progress.AtMost)} left: {Visible.Render(progress.Benchmark)}";
        if (width is not null)
        {
            var columns = Columns(width);
            output.Write("\r" + (line.Length > columns ? line[..(columns - 1)] + "…" : line.PadRight(columns)));
        }
        else if (last is not { } before || time.GetElapsedTime(before) >= BetweenLogLines)
        {
            last = time.GetTimestamp();
            output.WriteLine(line);
        }
    }

    /// <summary>Leaves the terminal's line free for what follows.</summary>
    public void Clear()
    {
        if (width is not null)
            output.Write("\r" + new string(' ', Columns(width)) + "\r");
    }

    // One column less than there are, for a terminal begins a new line after the last.
    private static int Columns(Func<int> width) => Math.Max(NarrowestTerminal, width()) - 1;

    private static string Text(TimeSpan left) =>
        left < TimeSpan.FromMinutes(2)
            ? string.Create(CultureInfo.InvariantCulture, $"{Math.Max(0, left.TotalSeconds):0} s")
            : string.Create(CultureInfo.InvariantCulture, $"{left.TotalMinutes:0} min");
}
