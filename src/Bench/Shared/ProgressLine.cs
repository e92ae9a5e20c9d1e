using System.Diagnostics;
using System.Globalization;
using Bench.Reports;
using Bench.Runner;

namespace Bench;

/// <summary>Progress on standard error: one line that changes on a terminal, a line now and then in a log.</summary>
internal sealed class ProgressLine
{
    private static readonly TimeSpan BetweenLogLines = TimeSpan.FromSeconds(15);
    private const int NarrowestTerminal = 40;

    private readonly bool isTerminal = !Console.IsErrorRedirected;
    private readonly Stopwatch sinceLine = new();

    /// <summary>A step that is worth a line of its own.</summary>
    public void Step(string text)
    {
        Clear();
        Console.Error.WriteLine(Visible.Render(text));
    }

    public void Show(GateProgress progress)
    {
        var line = string.Create(
            CultureInfo.InvariantCulture,
            $"{progress.Stage}: {progress.Done} of {progress.Total} process pairs, about {Text(progress.Left)} left: {Visible.Render(progress.Benchmark)}"
        );
        if (isTerminal)
        {
            var width = Math.Max(NarrowestTerminal, Console.WindowWidth) - 1;
            Console.Error.Write("\r" + (line.Length > width ? line[..(width - 1)] + "…" : line.PadRight(width)));
        }
        else if (!sinceLine.IsRunning || sinceLine.Elapsed > BetweenLogLines)
        {
            sinceLine.Restart();
            Console.Error.WriteLine(line);
        }
    }

    /// <summary>Leaves the terminal's line free for what follows.</summary>
    public void Clear()
    {
        if (isTerminal)
            Console.Error.Write("\r" + new string(' ', Math.Max(NarrowestTerminal, Console.WindowWidth) - 1) + "\r");
    }

    private static string Text(TimeSpan time) =>
        time < TimeSpan.FromMinutes(2)
            ? string.Create(CultureInfo.InvariantCulture, $"{Math.Max(0, time.TotalSeconds):0} s")
            : string.Create(CultureInfo.InvariantCulture, $"{time.TotalMinutes:0} min");
}
