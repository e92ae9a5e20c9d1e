using Bench.Cli.Doctor;
using Activity = Bench.Cli.Doctor.Activity;

namespace Bench.Tests;

public sealed class FindingTests : IDisposable
{
    private readonly FakeSystem system = new();

    public void Dispose() => system.Dispose();

    [Fact]
    public void A_system_without_these_files_is_unknown_and_nothing_fails()
    {
        Finding[] findings = [.. MachineFindings.From(system.Files, 2, Activity.Read(system.Files), Activity.Read(system.Files)).Skip(1)];
        Assert.Equal(12, findings.Length);
        Assert.All(findings, finding => Assert.Equal(Level.Unknown, finding.Level));
        Assert.Equal("Nothing visible here disturbs a check.", Lines(findings)[^1]);
    }

    [Theory]
    [InlineData(1, nameof(Level.Disturbs))]
    [InlineData(2, nameof(Level.Fine))]
    [InlineData(64, nameof(Level.Fine))]
    public void One_core_is_too_few(int cores, string level) => Assert.Equal(level, ProcessorFindings.Cores(cores).Level.ToString());

    [Theory]
    [InlineData("performance", "performance", nameof(Level.Fine), "performance")]
    [InlineData("performance", "powersave", nameof(Level.Disturbs), "powersave on 1 of 2 cores")]
    [InlineData("schedutil", "powersave", nameof(Level.Disturbs), "schedutil, powersave on 2 of 2 cores")]
    public void A_governor_that_saves_disturbs(string first, string second, string level, string text)
    {
        system.With("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", first);
        system.With("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", second);
        AssertFinding(ProcessorFindings.Governor(system.Files), level, text);
    }

    [Theory]
    [InlineData("intel_pstate/no_turbo", "1", nameof(Level.Fine))]
    [InlineData("intel_pstate/no_turbo", "0", nameof(Level.Note))]
    [InlineData("cpufreq/boost", "1", nameof(Level.Note))]
    [InlineData("cpufreq/boost", "0", nameof(Level.Fine))]
    public void Turbo_is_worth_a_note(string file, string value, string level) =>
        Assert.Equal(level, ProcessorFindings.Turbo(system.With($"sys/devices/system/cpu/{file}", value).Files).Level.ToString());

    [Theory]
    [InlineData("tsc", nameof(Level.Fine))]
    [InlineData("hpet", nameof(Level.Disturbs))]
    public void A_clock_that_is_slow_to_read_disturbs(string clock, string level) =>
        AssertFinding(
            ProcessorFindings.Clock(system.With("sys/devices/system/clocksource/clocksource0/current_clocksource", clock).Files),
            level,
            clock
        );

    [Theory]
    [InlineData("-1", nameof(Level.Fine))]
    [InlineData("1", nameof(Level.Fine))]
    [InlineData("4", nameof(Level.Note))]
    public void Counters_that_are_closed_are_worth_a_note(string level, string expected) =>
        Assert.Equal(
            expected,
            ProcessorFindings.Counters(system.With("proc/sys/kernel/perf_event_paranoid", level).Files).Level.ToString()
        );

    [Theory]
    [InlineData("0::/", "sys/fs/cgroup/cpu.max", "150000 100000", nameof(Level.Disturbs), "limited to 1.5 cores")]
    [InlineData("0::/", "sys/fs/cgroup/cpu.max", "max 100000", nameof(Level.Fine), "no limit")]
    [InlineData("0::/a/b", "sys/fs/cgroup/a/cpu.max", "50000 100000", nameof(Level.Disturbs), "limited to 0.5 cores")]
    [InlineData("0::/a/b", "sys/fs/cgroup/other/cpu.max", "50000 100000", nameof(Level.Fine), "no limit")]
    public void A_limit_of_time_disturbs_wherever_it_is_set(string group, string file, string limit, string level, string text) =>
        AssertFinding(
            ContainerFindings.CpuLimit(system.With("proc/self/cgroup", group).With("sys/fs/cgroup/any/x", "").With(file, limit).Files),
            level,
            text
        );

    [Theory]
    [InlineData("200000", nameof(Level.Disturbs))]
    [InlineData("-1", nameof(Level.Fine))]
    public void The_first_version_of_cgroups_is_read_as_well(string quota, string level) =>
        Assert.Equal(
            level,
            ContainerFindings
                .CpuLimit(
                    system
                        .With("proc/self/cgroup", "9:name=systemd:/\n1:cpu,cpuacct:/docker/1\n0::/")
                        .With("sys/fs/cgroup/cpu/docker/1/cpu.cfs_quota_us", quota)
                        .With("sys/fs/cgroup/cpu/docker/1/cpu.cfs_period_us", "100000")
                        .Files
                )
                .Level.ToString()
        );

    [Theory]
    [InlineData("MemAvailable:   16000000 kB", "max", nameof(Level.Fine), "15,625 MB")]
    [InlineData("MemAvailable:   1000000 kB", "max", nameof(Level.Disturbs), "976 MB")]
    [InlineData("MemAvailable:   16000000 kB", "1073741824", nameof(Level.Disturbs), "512 MB")]
    public void The_smaller_of_machine_and_container_counts(string machine, string limit, string level, string text) =>
        AssertFinding(
            ContainerFindings.Memory(
                system
                    .With("proc/meminfo", $"MemTotal:   32000000 kB\n{machine}")
                    .With("sys/fs/cgroup/memory.max", limit)
                    .With("sys/fs/cgroup/memory.current", "536870912")
                    .Files
            ),
            level,
            text
        );

    [Theory]
    [InlineData("flags\t\t: fpu hypervisor lahf_lm", nameof(Level.Note))]
    [InlineData("flags\t\t: fpu lahf_lm", nameof(Level.Fine))]
    public void A_virtual_machine_is_worth_a_note(string flags, string level) =>
        Assert.Equal(
            level,
            ContainerFindings.Virtualization(system.With("proc/cpuinfo", $"processor\t: 0\n{flags}").Files).Level.ToString()
        );

    [Theory]
    [InlineData("0.10 3.0 3.0 1/100 5", 2, nameof(Level.Fine))]
    [InlineData("1.90 0.0 0.0 1/100 5", 2, nameof(Level.Disturbs))]
    [InlineData("1.90 0.0 0.0 1/100 5", 16, nameof(Level.Fine))]
    public void Load_counts_by_core(string load, int cores, string level) =>
        Assert.Equal(level, LoadFindings.Load(system.With("proc/loadavg", load).Files, cores).Level.ToString());

    [Fact]
    public void Who_was_at_work_is_named_this_process_apart()
    {
        var before = Reading(ticks: 1000, stolen: 0, (1, "bench", 10), (2, "a (b) c", 10), (3, "idle", 500));
        var after = Reading(ticks: 1200, stolen: 1, (1, "bench", 90), (2, "a (b) c", 60), (3, "idle", 500), (4, "new", 50));
        AssertFinding(LoadFindings.Processes(before, after, cores: 2, self: 1), nameof(Level.Disturbs), "a (b) c 50% of a core");
        Assert.Equal("bench 80% of a core", LoadFindings.Processes(before, after, cores: 2, self: 2).Text);
        AssertFinding(LoadFindings.Steal(before, after), nameof(Level.Fine), "0.5% now");
    }

    [Fact]
    public void Stolen_time_disturbs()
    {
        var finding = LoadFindings.Steal(Reading(1000, 100), Reading(1200, 110));
        AssertFinding(finding, nameof(Level.Disturbs), "5.0% now, 9.2% since the machine started");
    }

    [Fact]
    public void Build_servers_are_counted()
    {
        system.With("proc/stat", "cpu  1 0 0 0 0 0 0 0");
        system.With("proc/7/cmdline", "dotnet\0/sdk/Roslyn/bincore/VBCSCompiler.dll\0-pipename:x");
        system.With("proc/8/cmdline", "dotnet\0/sdk/MSBuild.dll\0/nodemode:1");
        system.With("proc/9/cmdline", "dotnet\0/sdk/MSBuild.dll\0build");
        AssertFinding(LoadFindings.BuildServers(system.Files), nameof(Level.Note), "2 idle build servers");
    }

    [Theory]
    [InlineData("Battery", "Discharging", "System", nameof(Level.Disturbs))]
    [InlineData("Battery", "Charging", "System", nameof(Level.Fine))]
    [InlineData("Mains", "Discharging", "System", nameof(Level.Fine))]
    [InlineData("Battery", "Discharging", "Device", nameof(Level.Fine))]
    public void A_battery_that_is_used_disturbs(string type, string status, string scope, string level) =>
        Assert.Equal(
            level,
            LoadFindings
                .Power(
                    system
                        .With("sys/class/power_supply/0/type", type)
                        .With("sys/class/power_supply/0/status", status)
                        .With("sys/class/power_supply/0/scope", scope)
                        .Files
                )
                .Level.ToString()
        );

    /// <summary>A container with two of sixteen cores. Ticks are those of the whole machine.</summary>
    [Fact]
    public void A_share_of_a_core_is_one_of_the_machine_s_cores()
    {
        using var system = new FakeSystem();
        var cores = string.Concat(Enumerable.Range(0, 16).Select(i => $"\ncpu{i} 1 2 3"));
        system.With("proc/stat", $"cpu  0 0 0 0{cores}\nintr 1").With("proc/9/stat", "9 (other) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0");
        var before = Activity.Read(system.Files);
        system
            .With("proc/stat", $"cpu  1600 0 0 0{cores}\nintr 1")
            .With("proc/9/stat", "9 (other) S 1 1 1 0 -1 0 0 0 0 0 39 0 0 0 20 0 1 0");

        AssertFinding(LoadFindings.Processes(before, Activity.Read(system.Files), 2, 1), nameof(Level.Disturbs), "other 39% of a core");
        system.With("proc/loadavg", "1.0 1 1");
        AssertFinding(LoadFindings.Load(system.Files, 2), nameof(Level.Fine), "1.0 in the last minute on 16 cores");
    }

    [Theory]
    [InlineData("inactive_file 7000000000\nother 1", nameof(Level.Fine))]
    [InlineData("inactive_file 0", nameof(Level.Disturbs))]
    public void Files_that_are_kept_in_memory_are_free(string details, string level) =>
        Assert.Equal(
            level,
            ContainerFindings
                .Memory(
                    system
                        .With("proc/meminfo", "MemTotal: 64000000 kB\nMemAvailable: 60000000 kB")
                        .With("sys/fs/cgroup/memory.max", "8000000000")
                        .With("sys/fs/cgroup/memory.current", "7990000000")
                        .With("sys/fs/cgroup/memory.stat", details)
                        .Files
                )
                .Level.ToString()
        );

    [Theory]
    [InlineData(2, nameof(Level.Fine))]
    [InlineData(10, nameof(Level.Disturbs))]
    public void A_loop_that_is_often_interrupted_disturbs(int interrupted, string level)
    {
        double[] times = [.. Enumerable.Range(0, 100).Select(i => i < interrupted ? 7.0 : 5.0)];
        AssertFinding(Steadiness.Judge(times), level, $"{interrupted}% of slices");
    }

    [Fact]
    public void What_is_assumed_is_what_the_study_found()
    {
        var found = File.ReadLines(Path.Combine(Checkout.Root, "docs", "internals", "study.md"))
            .Single(line => line.StartsWith("| interleaved, idle |", StringComparison.Ordinal));

        Assert.Equal(
            FormattableString.Invariant(
                $"| interleaved, idle | {100 * DoctorVerb.StudiedSpread:0.0}% | {100 * DoctorVerb.StudiedWideSpread:0.0}% |"
            ),
            found
        );
    }

    [Fact]
    public void The_build_cache_is_named_with_its_size()
    {
        using var folder = new Folder();
        var cache = Path.Combine(folder.Root, "builds");
        var variables = new Dictionary<string, string> { [BuildCache.FolderVariable] = cache };

        AssertFinding(ToolFindings.Builds(variables), "Fine", $"empty, in {cache}");
        BuildCache.Open(cache);
        AssertFinding(ToolFindings.Builds(variables), "Fine", $"0 builds, 0 MB, in {cache}");
        variables[BuildCache.FolderVariable] = Path.Combine(AppContext.BaseDirectory, "bench.dll");
        Assert.Contains("bench.dll is not a folder", ToolFindings.Builds(variables).Text);
        variables[BuildCache.FolderVariable] = "builds";
        AssertFinding(ToolFindings.Builds(variables), "Note", "Use a full path, or off");
        variables[BuildCache.FolderVariable] = "off";
        AssertFinding(ToolFindings.Builds(variables), "Note", "each check makes both builds");
    }

    [Fact]
    public void No_line_is_wider_than_a_screen()
    {
        Finding[] findings =
        [
            new(
                "subject",
                Level.Disturbs,
                string.Join(' ', Enumerable.Repeat("word", 60)),
                string.Join(' ', Enumerable.Repeat("help", 40))
            ),
        ];

        var lines = Lines(findings);

        Assert.All(lines, line => Assert.True(line.Length <= 80, line));
        Assert.Equal(60, string.Concat(lines).Split("word").Length - 1);
        Assert.Equal("A check is disturbed by: subject. It takes longer and decides less.", lines[^1]);
    }

    [Trait("Category", "Process")]
    [Fact]
    public void The_command_says_what_it_sees_and_what_it_assumes()
    {
        using var folder = new Folder();
        var unused = BenchProgram.Run(folder.Root, "doctor --filter *Nope* --env A=1");
        Assert.Equal(2, unused.ExitCode);
        Assert.Contains("--env, --filter cannot be used without --measure, because nothing is measured.", unused.Error);

        var run = BenchProgram.RunProcess(folder.Root, "doctor --margin 10%");

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Matches(@"(?m)^cores       (fine|disturbs)  +\d+", run.Output);
        Assert.Matches(@"(?m)^steadiness  (fine|disturbs)  +\d+% of slices", run.Output);
        Assert.Contains("This is an estimate", run.Output);
        Assert.Contains("With a margin of 10%", run.Output);
        Assert.All(run.Output.Split('\n'), line => Assert.True(line.Length <= 80, line));
    }

    private static string[] Lines(Finding[] findings)
    {
        var page = new TextPage(hasColours: false, 80);
        FindingsPage.Write(page, findings);
        return page.ToString().TrimEnd().Split('\n');
    }

    private static void AssertFinding(Finding finding, string level, string text)
    {
        Assert.Equal(level, finding.Level.ToString());
        Assert.Contains(text, finding.Text);
    }

    private static Activity Reading(long ticks, long stolen, params (int Id, string Name, long Ticks)[] processes)
    {
        using var system = new FakeSystem();
        system.With("proc/stat", $"cpu  {ticks - stolen} 0 0 0 0 0 0 {stolen} 0 0\ncpu0 1 2 3\ncpu1 1 2 3");
        foreach (var (id, name, own) in processes)
            system.With($"proc/{id}/stat", $"{id} ({name}) S 1 1 1 0 -1 0 0 0 0 0 {own} 0 0 0 20 0 1 0");
        return Activity.Read(system.Files)!;
    }
}
