using System.Globalization;
using Bench.Reports;

namespace Bench.Cli.Doctor;

internal static class LoadFindings
{
    private const double BusyShareOfMachine = 0.25;
    private const double BusyShareOfCore = 0.05;
    private const double DisturbingSteal = 0.01;
    private const int NamedProcesses = 3;

    public static Finding Load(SystemFiles files, int cores)
    {
        if (!double.TryParse(files.Text("proc/loadavg")?.Split(' ')[0], CultureInfo.InvariantCulture, out var load))
            return Finding.Unknown("load");
        // The load average covers all cores of the machine; a container may see only some of them.
        cores = Activity.CoresOf(files) ?? cores;
        var text = string.Create(CultureInfo.InvariantCulture, $"{load:0.0} in the last minute on {cores} cores");
        return load > BusyShareOfMachine * cores
            ? new("load", Level.Disturbs, $"{text}: other programs are busy", "wait until they are done, or close them")
            : new("load", Level.Fine, text);
    }

    public static Finding Processes(Activity? before, Activity? after, int cores, int self)
    {
        if (before is null || after is null || after.Ticks <= before.Ticks)
            return Finding.Unknown("processes");
        // Ticks cover all cores of the machine; a container may see only some of them.
        var ticksOfCore = (double)(after.Ticks - before.Ticks) / (after.Cores ?? cores);
        (string Name, double Share)[] busy =
        [
            .. after
                .Processes.Values.Where(process => process.Id != self && before.Processes.ContainsKey(process.Id))
                .Select(process => (process.Name, Share: (process.Ticks - before.Processes[process.Id].Ticks) / ticksOfCore))
                .Where(process => process.Share > BusyShareOfCore)
                .OrderByDescending(process => process.Share),
        ];
        return busy.Length == 0
            ? new("processes", Level.Fine, "no other process takes more than 5% of a core")
            : new(
                "processes",
                Level.Disturbs,
                string.Join(
                    ", ",
                    busy.Take(NamedProcesses)
                        .Select(process =>
                            string.Create(CultureInfo.InvariantCulture, $"{process.Name} {100 * process.Share:0}% of a core")
                        )
                ) + (busy.Length > NamedProcesses ? $" and {busy.Length - NamedProcesses} more" : ""),
                "wait until they are done, or close them"
            );
    }

    // Steal is the time that a hypervisor gave to other guests.
    public static Finding Steal(Activity? before, Activity? after)
    {
        if (before is null || after is null || after.Ticks <= before.Ticks)
            return Finding.Unknown("steal");
        var now = (double)(after.Stolen - before.Stolen) / (after.Ticks - before.Ticks);
        var ever = after.Ticks == 0 ? 0 : (double)after.Stolen / after.Ticks;
        var text = string.Create(CultureInfo.InvariantCulture, $"{100 * now:0.0}% now, {100 * ever:0.0}% since the machine started");
        return now > DisturbingSteal
            ? new("steal", Level.Disturbs, $"{text}: other virtual machines take the cores", "use a larger or a dedicated machine")
            : new("steal", Level.Fine, text);
    }

    // Idle compiler servers wait for the next build, and collect garbage meanwhile.
    public static Finding BuildServers(SystemFiles files)
    {
        var servers = files
            .Folders("proc")
            .Where(name => int.TryParse(name, CultureInfo.InvariantCulture, out _))
            .Select(name => files.Text($"proc/{name}/cmdline") ?? "")
            .Count(IsBuildServer);
        return files.Text("proc/stat") is null ? Finding.Unknown("compilers")
            : servers == 0 ? new("compilers", Level.Fine, "no idle build servers")
            : new("compilers", Level.Note, $"{CountText.Of(servers, "idle build server")}", "run dotnet build-server shutdown");
    }

    public static Finding Power(SystemFiles files)
    {
        const string supplies = "sys/class/power_supply";
        if (files.Folders("sys/class").Count == 0)
            return Finding.Unknown("power");
        var states = files
            .Folders(supplies)
            // The battery of a mouse does not power the machine.
            .Where(name => files.Text($"{supplies}/{name}/type") == "Battery" && files.Text($"{supplies}/{name}/scope") != "Device")
            .Select(name => files.Text($"{supplies}/{name}/status"));
        return states.Contains("Discharging")
            ? new("power", Level.Disturbs, "on battery: the processor saves power", "plug in the power supply")
            : new("power", Level.Fine, "not on battery");
    }

    private static bool IsBuildServer(string command) =>
        command.Contains("VBCSCompiler", StringComparison.Ordinal)
        || (command.Contains("MSBuild.dll", StringComparison.Ordinal) && command.Contains("nodemode", StringComparison.OrdinalIgnoreCase));
}
