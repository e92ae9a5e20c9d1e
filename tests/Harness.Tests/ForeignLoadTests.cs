using Bench.Harness.Interleaving;
using Bench.Harness.Running;
using Bench.Processes;

namespace Bench.Harness.Tests;

public sealed class ForeignLoadTests
{
    // Two cores and 200 ticks in total: user, nice, system, idle, iowait, irq, softirq, steal, and guests, which user includes.
    [Theory]
    [InlineData("1000 0 500 90000 100 0 0 0 0 0", "1100 10 520 90060 100 0 0 10 50 0", "1.4 of 2 cores")]
    [InlineData("1000 0 500 90000 100 0 0 0 0 0", "1000 0 530 90170 100 0 0 0 0 0", "0.3 of 2 cores")]
    public void A_busy_program_is_a_warning(string before, string after, string busy) =>
        Assert.StartsWith($"Other programs keep {busy} busy, so figures spread more ", Line(before, after));

    [Theory]
    [InlineData("1000 0 500 90000 100 0 0 0 0 0", "1010 0 510 90180 100 0 0 0 0 0")]
    // Waiting for a disk is not busy.
    [InlineData("1000 0 500 90000 100 0 0 0 0 0", "1000 0 500 90000 300 0 0 0 0 0")]
    [InlineData("1000 0 500 90000 100 0 0 0 0 0", "1000 0 500 90000 100 0 0 0 0 0")]
    [InlineData("1000 0 500", "1100 0 600")]
    [InlineData("", "")]
    public void A_quiet_machine_is_none(string before, string after) => Assert.Null(Line(before, after));

    [Theory]
    [InlineData(null, null)]
    [InlineData(0.5, null)]
    [InlineData(0.71, "other programs used 71% of the CPU time, which is too much for a quick run")]
    public void Too_much_for_a_quick_run_is_more_than_one_busy_core_of_two(double? shareOfOthers, string? reason) =>
        Assert.Equal(reason, LaunchMeasurement.BusyReason(shareOfOthers));

    private static string? Line(string before, string after) => ForeignLoad.Line(Time(before), Time(after), cores: 2);

    // This process itself sleeps.
    private static ProcessorTime? Time(string all) =>
        ProcessorTime.Parse($"cpu  {all}\ncpu0 1 2 3 4 5 6 7 8 9 10", "1 (dotnet) S 1 1 1 0 -1 0 0 0 0 0 5 5 0 0 20 0");
}
