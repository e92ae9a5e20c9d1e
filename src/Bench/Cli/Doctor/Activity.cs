using System.Globalization;

namespace Bench.Cli.Doctor;

/// <summary>The processor's counters since it started. The difference of two readings is the activity between them.</summary>
/// <param name="Ticks">The time of all cores.</param>
/// <param name="Stolen">The part of it that a hypervisor gave to other guests.</param>
/// <param name="Processes">By process id.</param>
/// <param name="Cores">The number of cores that <paramref name="Ticks"/> covers; null if unknown.</param>
internal sealed record Activity(long Ticks, long Stolen, IReadOnlyDictionary<int, ProcessActivity> Processes, int? Cores)
{
    private const int StolenField = 8;

    // The user time of /proc/PID/stat, counted after the name, which may contain spaces and brackets. System time follows.
    private const int UserField = 11;

    public static Activity? Read(SystemFiles files)
    {
        if (files.Text("proc/stat")?.Split('\n')[0].Split(' ', StringSplitOptions.RemoveEmptyEntries) is not ["cpu", .. var fields])
            return null;
        var times = fields.Select(Number).ToArray();
        // User time already includes guests.
        return new(
            times.Take(StolenField).Sum(),
            times.Length >= StolenField ? times[StolenField - 1] : 0,
            files
                .Folders("proc")
                .Select(name => int.TryParse(name, CultureInfo.InvariantCulture, out var id) ? Process(files, id) : null)
                .OfType<ProcessActivity>()
                .ToDictionary(process => process.Id),
            CoresOf(files)
        );
    }

    /// <summary>The cores of the machine, including those that this process may not use; null if unknown.</summary>
    public static int? CoresOf(SystemFiles files) =>
        files
            .Text("proc/stat")
            ?.Split('\n')
            .Count(line => line.StartsWith("cpu", StringComparison.Ordinal) && char.IsAsciiDigit(line.ElementAtOrDefault(3)))
            is > 0
                and var cores
            ? cores
            : null;

    private static ProcessActivity? Process(SystemFiles files, int id)
    {
        if (files.Text($"proc/{id}/stat") is not { } text || text.IndexOf('(') is var start && start < 0)
            return null;
        var end = text.LastIndexOf(')');
        var fields = text[(end + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return fields.Length > UserField + 1
            ? new(id, text[(start + 1)..end], Number(fields[UserField]) + Number(fields[UserField + 1]))
            : null;
    }

    private static long Number(string text) => long.TryParse(text, CultureInfo.InvariantCulture, out var number) ? number : 0;
}
