using System.Globalization;

namespace Bench.Processes;

// Times of all processors so far, in the system's ticks. All includes idle time. Spent is the part that programs or other guests of the
// hypervisor used. Own is the part of this process and its children that have ended.
internal sealed record ProcessorTime(long All, long Spent, long Own)
{
    // user nice system idle iowait irq softirq steal. Guest time is part of user time.
    private const int Fields = 8;
    private const int Idle = 3;
    private const int WaitingForDisks = 4;

    // utime, stime, cutime and cstime, counted after the name of the process.
    private const int OwnField = 11;
    private const int OwnFields = 4;

    // Null on systems other than Linux.
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

    // From 0 to 1: the share of all processors that other programs used since an earlier reading.
    public double ShareOfOthersSince(ProcessorTime before) =>
        All <= before.All ? 0 : Math.Clamp((double)(Spent - before.Spent - (Own - before.Own)) / (All - before.All), 0, 1);

    // Until now, rounded to 0.01. Null if the system has no such data.
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
