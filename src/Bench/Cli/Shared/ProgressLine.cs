using Bench.Reports;
using Bench.Runner;

namespace Bench.Cli;

/// <summary>Progress on standard error: one changing line with a bar on a terminal, one line per minute in a log.</summary>
/// <param name="width">The number of columns; null in a log.</param>
internal sealed class ProgressLine(TextWriter output, Func<int>? width, TimeProvider time)
{
    private static readonly TimeSpan BetweenLogLines = TimeSpan.FromMinutes(1);
    private const int NarrowestTerminal = 40;
    private const int WidthOfBar = 12;

    private readonly long start = time.GetTimestamp();
    private long? first;
    private long? last;
    private bool hasSteps;

    /// <summary>Writes a line that stays.</summary>
    public void Step(string text)
    {
        Erase();
        hasSteps = true;
        if (width is null)
        {
            output.WriteLine(Visible.Render(text));
            return;
        }

        var page = new TextPage(hasColours: false, Columns(width));
        page.Write(text);
        output.Write(page.ToString());
    }

    public void Show(string step, TimeSpan? left) => Show(new GateProgress(step, "", left));

    public void Show(GateProgress progress)
    {
        if (progress.News is { } news)
        {
            Step(news);
            return;
        }

        first ??= time.GetTimestamp();
        var line = Visible.Render(
            $"{Times(progress.Left)}, {progress.Step}{(progress.Benchmark.Length == 0 ? "" : $": {progress.Benchmark}")}"
        );
        if (width is not null)
        {
            var columns = Columns(width);
            line = $"{Bar(progress.Left)}  {line}";
            output.Write("\r" + (line.Length > columns ? line[..(columns - 1)] + "…" : line.PadRight(columns)));
        }
        else if (last is not { } before || time.GetElapsedTime(before) >= BetweenLogLines)
        {
            last = time.GetTimestamp();
            output.WriteLine(line);
        }
    }

    /// <summary>Clears the terminal's line for other output. An empty line separates it from the lines that stay.</summary>
    public void Clear()
    {
        Erase();
        if (width is not null && hasSteps)
            output.WriteLine();
        hasSteps = false;
    }

    private void Erase()
    {
        if (width is not null)
            output.Write("\r" + new string(' ', Columns(width)) + "\r");
    }

    // Leaves the last column free: writing there makes a terminal begin a new line.
    private static int Columns(Func<int> width) => Math.Max(NarrowestTerminal, width()) - 1;

    private string Times(TimeSpan? left) =>
        $"{ClockText.Of(time.GetElapsedTime(start))}, {(left is { } known ? $"{ClockText.Of(known > TimeSpan.Zero ? known : TimeSpan.Zero)} left" : "estimating")}";

    private string Bar(TimeSpan? left)
    {
        var elapsed = time.GetElapsedTime(first!.Value);
        var share = left is { } known && known + elapsed > TimeSpan.Zero ? Math.Clamp(elapsed / (elapsed + known), 0, 1) : 0;
        var done = (int)(share * WidthOfBar);
        return new string('█', done) + new string('░', WidthOfBar - done);
    }
}
