using System.Globalization;
using Bench.Reports;
using Bench.Runner;

namespace Bench.Cli;

/// <summary>Progress on standard error: one changing line on a terminal, one line per minute in a log.</summary>
/// <param name="width">The number of columns; null in a log.</param>
internal sealed class ProgressLine(TextWriter output, Func<int>? width, TimeProvider time)
{
    private static readonly TimeSpan BetweenLogLines = TimeSpan.FromMinutes(1);
    private const int NarrowestTerminal = 40;

    private long? last;

    /// <summary>Writes a line that stays.</summary>
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

    /// <summary>Clears the terminal's line for other output.</summary>
    public void Clear()
    {
        if (width is not null)
            output.Write("\r" + new string(' ', Columns(width)) + "\r");
    }

    // Leaves the last column free: writing there makes a terminal begin a new line.
    private static int Columns(Func<int> width) => Math.Max(NarrowestTerminal, width()) - 1;

    private static string Text(TimeSpan left) =>
        left < TimeSpan.FromMinutes(2)
            ? string.Create(CultureInfo.InvariantCulture, $"{Math.Max(0, left.TotalSeconds):0} s")
            : string.Create(CultureInfo.InvariantCulture, $"{left.TotalMinutes:0} min");
}
