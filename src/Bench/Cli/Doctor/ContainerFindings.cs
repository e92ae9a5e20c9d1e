using System.Globalization;

namespace Bench.Cli.Doctor;

internal static class ContainerFindings
{
    private const long EnoughMegabytes = 2048;

    // A CPU limit stops a process for the rest of a period, whatever it is doing.
    public static Finding CpuLimit(SystemFiles files)
    {
        double[] limits = [.. Groups(files).Select(group => Limit(files, group)).OfType<double>()];
        if (limits.Length > 0)
            return new(
                "container",
                Level.Disturbs,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"limited to {limits.Min():0.##} cores of CPU time: processes are paused when it is used up"
                ),
                "assign whole cores (--cpuset-cpus) instead of a share of CPU time"
            );
        return files.Folders("sys/fs/cgroup").Count > 0
            ? new("container", Level.Fine, "no limit on CPU time")
            : Finding.Unknown("container");
    }

    public static Finding Memory(SystemFiles files)
    {
        if (Available(files) is not { } megabytes)
            return Finding.Unknown("memory");
        var text = string.Create(CultureInfo.InvariantCulture, $"{megabytes:N0} MB available");
        return megabytes < EnoughMegabytes
            ? new(
                "memory",
                Level.Disturbs,
                $"{text}: two builds and two processes may need more and swap",
                "close other programs, or add memory"
            )
            : new("memory", Level.Fine, text);
    }

    public static Finding Virtualization(SystemFiles files) =>
        files.Text("proc/cpuinfo") switch
        {
            null => Finding.Unknown("machine"),
            var text
                when text.Split('\n')
                    .Any(line =>
                        line.StartsWith("flags", StringComparison.Ordinal) && line.Split(' ').Contains("hypervisor", StringComparer.Ordinal)
                    ) => new("machine", Level.Note, "virtual machine: its neighbours cannot be seen from here"),
            _ => new("machine", Level.Fine, "no sign of a virtual machine"),
        };

    /// <summary>The cgroup folders of this process and of the groups around it, for both versions of cgroups.</summary>
    private static IEnumerable<string> Groups(SystemFiles files)
    {
        foreach (var line in (files.Text("proc/self/cgroup") ?? "").Split('\n'))
        {
            if (line.Split(':', 3) is not [_, var controllers, var path])
                continue;
            var isUnified = controllers.Length == 0;
            if (!isUnified && !controllers.Split(',').Contains("cpu", StringComparer.Ordinal))
                continue;
            var top = isUnified ? "sys/fs/cgroup" : "sys/fs/cgroup/cpu";
            var names = path.Split('/', StringSplitOptions.RemoveEmptyEntries);
            for (var depth = names.Length; depth >= 0; depth--)
                yield return string.Join('/', names.Take(depth).Prepend(top));
        }
    }

    private static double? Limit(SystemFiles files, string group) =>
        files.Text($"{group}/cpu.max")?.Split(' ') is [var quota, var period] ? Share(quota, period)
        : files.Text($"{group}/cpu.cfs_quota_us") is { } quotaOfOne ? Share(quotaOfOne, files.Text($"{group}/cpu.cfs_period_us") ?? "")
        : null;

    // No limit is "max" in version 2 and -1 in version 1.
    private static double? Share(string quota, string period) =>
        long.TryParse(quota, CultureInfo.InvariantCulture, out var of)
        && long.TryParse(period, CultureInfo.InvariantCulture, out var all)
        && of > 0
        && all > 0
            ? (double)of / all
            : null;

    private static long? Available(SystemFiles files)
    {
        long?[] known =
        [
            FreeOfMachine(files),
            FreeOfGroup(files, "sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory.current", "sys/fs/cgroup/memory.stat", "inactive_file"),
            FreeOfGroup(
                files,
                "sys/fs/cgroup/memory/memory.limit_in_bytes",
                "sys/fs/cgroup/memory/memory.usage_in_bytes",
                "sys/fs/cgroup/memory/memory.stat",
                "total_inactive_file"
            ),
        ];
        return known.Min();
    }

    private static long? FreeOfMachine(SystemFiles files) => FieldOf(files, "proc/meminfo", "MemAvailable") >> 10;

    // The page cache counts as used, but the kernel frees it on demand.
    private static long? FreeOfGroup(SystemFiles files, string limit, string used, string details, string cache) =>
        (files.Number(limit), files.Number(used)) is (long most, long now)
            ? Math.Max(0, most - Math.Max(0, now - (FieldOf(files, details, cache) ?? 0))) >> 20
            : null;

    private static long? FieldOf(SystemFiles files, string file, string name) =>
        (files.Text(file) ?? "")
            .Split('\n')
            .Select(line => line.Split([' ', ':'], StringSplitOptions.RemoveEmptyEntries))
            .FirstOrDefault(fields => fields.FirstOrDefault() == name)
            is [_, var value, ..]
        && long.TryParse(value, CultureInfo.InvariantCulture, out var number)
            ? number
            : null;
}
