using System.Globalization;

namespace Bench.Cli.Doctor;

internal static class ProcessorFindings
{
    private const string Cpu = "sys/devices/system/cpu";

    public static Finding Cores(int cores) =>
        cores switch
        {
            1 => new(
                "cores",
                Level.Disturbs,
                "1: both builds, the JIT compiler and the garbage collector share it",
                "use a machine with at least two cores"
            ),
            _ => new("cores", Level.Fine, $"{cores}"),
        };

    public static Finding Governor(SystemFiles files)
    {
        string[] governors =
        [
            .. files
                .Folders(Cpu)
                .Where(core => core.StartsWith("cpu", StringComparison.Ordinal))
                .Select(core => files.Text($"{Cpu}/{core}/cpufreq/scaling_governor"))
                .OfType<string>(),
        ];
        var slow = governors.Where(governor => governor != "performance").ToArray();
        return (governors, slow) switch
        {
            ([], _) => Finding.Unknown("governor"),
            (_, []) => new("governor", Level.Fine, "performance"),
            _ => new(
                "governor",
                Level.Disturbs,
                $"{string.Join(", ", slow.Distinct())} on {slow.Length} of {governors.Length} cores: the clock speed follows the load",
                "run sudo cpupower frequency-set --governor performance"
            ),
        };
    }

    public static Finding Turbo(SystemFiles files) =>
        (files.Number($"{Cpu}/intel_pstate/no_turbo"), files.Number($"{Cpu}/cpufreq/boost")) switch
        {
            (1, _) or (null, 0) => new("turbo", Level.Fine, "off"),
            (0, _) or (null, 1) => new("turbo", Level.Note, "on: the clock speed depends on temperature and on the other cores"),
            _ => Finding.Unknown("turbo"),
        };

    public static Finding Clock(SystemFiles files) =>
        files.Text("sys/devices/system/clocksource/clocksource0/current_clocksource") switch
        {
            null or "" => Finding.Unknown("clock"),
            var slow when slow is "hpet" or "acpi_pm" or "jiffies" => new(
                "clock",
                Level.Disturbs,
                $"{slow}: reading it takes about 1 µs",
                "boot with a stable tsc, or use another machine"
            ),
            var fast => new("clock", Level.Fine, fast),
        };

    public static Finding Counters(SystemFiles files) =>
        files.Number("proc/sys/kernel/perf_event_paranoid") switch
        {
            null => Finding.Unknown("counters"),
            <= 1 => new("counters", Level.Fine, "hardware counters can be read"),
            var level => new(
                "counters",
                Level.Note,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"perf_event_paranoid is {level}: BenchmarkDotNet's diagnosers cannot read them; a check does not need them"
                )
            ),
        };
}
