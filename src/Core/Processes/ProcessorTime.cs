using System.Globalization;

namespace Bench.Processes;

/// <summary>The time of all processors that was spent so far, and how much of it by this process and those that it started.</summary>
/// <param name="All">All time of all cores, idle time too, in the system's ticks.</param>
/// <param name="Spent">Of it, what programs or a hypervisor's other guests took.</param>
/// <param name="Own">Of it, what this process took and those it started that have ended.</param>
internal sealed record ProcessorTime(long All, long Spent, long Own)
{
    // user nice system idle iowait irq softirq steal; guests are counted in user time already.
    private const int Fields = 8;
    private const int Idle = 3;
    private const int WaitingForDisks = 4;

    // utime, stime, cutime and cstime, counted after the name of the process.
    private const int OwnField = 11;
    private const int OwnFields = 4;

    /// <returns>Null where the system does not say: other than Linux.</returns>
    public static ProcessorTime? Read() =>
        Text("/proc/stat") is { } machine && Text("/proc/self/stat") is { } self ? Parse(machine, self) : null;

    internal static ProcessorTime? Parse(string machine, string self)
    {
        var times = Numbers(machine.Split('\n')[0].Split(' ', StringSplitOptions.RemoveEmptyEntries).Skip(1)).Take(Fields).ToArray();
        var own = Numbers(self[(self.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries).Skip(OwnField))
            .Take(OwnFields)
            .ToArray();
        return times.Length == Fields && own.Length == OwnFields
            ? new ProcessorTime(times.Sum(), times.Sum() - times[Idle] - times[WaitingForDisks], own.Sum())
            : null;
    }

    /// <summary>The share of all processors that others took since an earlier reading, 0 to 1.</summary>
    public double ShareOfOthersSince(ProcessorTime before) =>
        All <= before.All ? 0 : Math.Clamp((double)(Spent - before.Spent - (Own - before.Own)) / (All - before.All), 0, 1);

    /// <summary>The same until now, to the hundredth; null where the system does not say.</summary>
    public static double? ShareOfOthersFrom(ProcessorTime? start) =>
        start is not null && Read()?.ShareOfOthersSince(start) is { } share ? Math.Round(share, 2) : null;

    private static IEnumerable<long> Numbers(IEnumerable<string> fields) =>
        fields.Select(field => long.TryParse(field, CultureInfo.InvariantCulture, out var number) ? number : 0);

    private static string? Text(string path)
    {
        try
        {
            return File.ReadAllText(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
