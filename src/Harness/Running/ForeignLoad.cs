using System.Globalization;

namespace Bench.Harness.Running;

/// <summary>What other programs take of the processor before a run.</summary>
internal static class ForeignLoad
{
    private const string Statistics = "/proc/stat";

    /// <summary>Beside less than this, in cores, figures are what they are alone.</summary>
    private const double WorthALine = 0.3;

    // user, nice, system, idle, iowait, irq, softirq, steal: guests are in user time already.
    private const int Fields = 8;
    private const int Idle = 3;
    private const int WaitingForDisks = 4;

    // What is busy all the time disturbs: the servers that built this program, and its own compiler, are done in a moment.
    private const int Looks = 6;
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(500);

    /// <summary>A warning; null where the machine is quiet, or its system does not tell.</summary>
    public static string? Line()
    {
        if (!File.Exists(Statistics))
            return null;
        string? line = null;
        for (var i = 0; i < Looks; i++)
        {
            var before = File.ReadAllLines(Statistics);
            Thread.Sleep(Look);
            line = Line(before, File.ReadAllLines(Statistics));
            if (line is null)
                return null;
        }

        return line;
    }

    /// <param name="before">What the system counted, as /proc/stat has it.</param>
    /// <param name="after">The same a while later.</param>
    internal static string? Line(IReadOnlyList<string> before, IReadOnlyList<string> after)
    {
        var cores = after.Count(line => line.StartsWith("cpu", StringComparison.Ordinal)) - 1;
        if (Ticks(before) is not { } start || Ticks(after) is not { } end || end.All <= start.All)
            return null;
        var busy = cores * (double)(end.Busy - start.Busy) / (end.All - start.All);
        return busy < WorthALine
            ? null
            : string.Create(
                CultureInfo.InvariantCulture,
                $"Other programs keep {busy:0.0} of {cores} cores busy: figures spread more beside them, and intervals get wider. They count all the same; close the programs for narrower ones."
            );
    }

    private static (long Busy, long All)? Ticks(IReadOnlyList<string> statistics)
    {
        if (statistics.FirstOrDefault()?.Split(' ', StringSplitOptions.RemoveEmptyEntries) is not ["cpu", .. var fields])
            return null;
        long[] ticks =
        [
            .. fields.Take(Fields).Select(field => long.TryParse(field, CultureInfo.InvariantCulture, out var number) ? number : 0),
        ];
        return ticks.Length < Fields ? null : (ticks.Sum() - ticks[Idle] - ticks[WaitingForDisks], ticks.Sum());
    }
}
