using System.Globalization;

namespace Bench.Doctor;

/// <summary>What the processor has done since it started: of two such readings, what happened between them.</summary>
/// <param name="Ticks">All time of all cores.</param>
/// <param name="Stolen">Of it, what a hypervisor gave to others.</param>
/// <param name="Processes">The time of each process, by its number.</param>
/// <param name="Cores">How many cores that is the time of; null where the system does not say.</param>
internal sealed record Activity(long Ticks, long Stolen, IReadOnlyDictionary<int, ProcessActivity> Processes, int? Cores)
{
    private const int StolenField = 8;

    /// <summary>User and system time, counted after the name, which may hold spaces and brackets.</summary>
    private const int UserField = 11;

    /// <returns>Null where the system does not say.</returns>
    public static Activity? Read(SystemFiles files)
    {
        if (files.Text("proc/stat")?.Split('\n')[0].Split(' ', StringSplitOptions.RemoveEmptyEntries) is not ["cpu", .. var fields])
            return null;
        var times = fields.Select(Number).ToArray();
        // Guests are counted in user time already.
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

    /// <summary>How many cores the machine has, whoever may use them; null where it does not say.</summary>
    public static int? CoresOf(SystemFiles files) =>
        files
            .Text("proc/stat")
            ?.Split('\n')
            .Count(line => line.StartsWith("cpu", StringComparison.Ordinal) && char.IsAsciiDigit(line.ElementAtOrDefault(3)))
            is > 0 and var cores
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
