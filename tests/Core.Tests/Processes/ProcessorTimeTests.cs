using Bench.Processes;

namespace Bench.Core.Tests;

public sealed class ProcessorTimeTests
{
    private const string Machine = "cpu  100 10 40 800 30 5 5 10 7 3\ncpu0 50 5 20 400 15 2 3 5 3 1\n";
    private const string Self = "42 (a b) c) S 1 42 42 0 -1 4194304 100 0 0 0 20 5 40 15 20 0 8 0 12345 0 0";

    [Fact]
    public void Idle_time_and_guests_counted_twice_are_nobodys() =>
        Assert.Equal(new ProcessorTime(1000, 170, 80), ProcessorTime.Parse(Machine, Self));

    /// <summary>The time of builds and measured processes belongs to the check itself.</summary>
    [Theory]
    [InlineData(200, 50, 50, 0)]
    [InlineData(200, 150, 50, 0.5)]
    [InlineData(200, 40, 50, 0)]
    [InlineData(0, 0, 0, 0)]
    public void Others_took_what_was_spent_and_not_by_this_process(long all, long spent, long own, double share)
    {
        var before = new ProcessorTime(1000, 170, 80);
        Assert.Equal(share, new ProcessorTime(1000 + all, 170 + spent, 80 + own).ShareOfOthersSince(before));
    }

    [Theory]
    [InlineData("", Self)]
    [InlineData("cpu 1 2 3", Self)]
    [InlineData(Machine, "")]
    public void What_can_not_be_read_is_not_known(string machine, string self) => Assert.Null(ProcessorTime.Parse(machine, self));

    [Fact]
    public void Linux_says_it()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "only Linux has /proc");
        var before = ProcessorTime.Read()!;
        Assert.InRange(ProcessorTime.Read()!.ShareOfOthersSince(before), 0, 1);
        Assert.True(before.Own > 0 && before.Spent >= before.Own && before.All > before.Spent);
    }
}
