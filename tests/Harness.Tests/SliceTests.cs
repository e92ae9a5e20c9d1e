using System.Text;
using Bench.Harness.Interleaving;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Jobs;

namespace Bench.Harness.Tests;

public sealed class SliceTests
{
    private readonly List<string> events = [];
    private readonly EngineParameters parameters;
    private TimeSpan work;

    public SliceTests() =>
        parameters = new()
        {
            Host = new SilentHost(),
            TargetJob = Job.Default.WithUnrollFactor(16),
            OperationsPerInvoke = 1,
            IterationSetupAction = () => events.Add("set-up"),
            IterationCleanupAction = () => events.Add("clean-up"),
            WorkloadActionNoUnroll = count => events.Add($"work {count}"),
            WorkloadActionUnroll = count => events.Add($"work {count} x 16"),
        };

    [Fact]
    public void Before_its_main_run_and_after_it_a_process_waits_for_no_slice()
    {
        Interleave(slices: 2, isWhole: false);
        Iterate(8);
        parameters.Host.SendSignal(HostSignal.BeforeActualRun);
        parameters.Host.SendSignal(HostSignal.AfterActualRun);
        Iterate(8);
        string[] alone = ["set-up", "work 8", "clean-up"];
        Assert.Equal([.. alone, "done", .. alone], events);
    }

    [Fact]
    public void An_iteration_has_so_many_slices_and_each_its_share_of_the_invocations()
    {
        Interleave(slices: 3, isWhole: false);
        parameters.Host.SendSignal(HostSignal.BeforeActualRun);
        Iterate(12);
        Assert.Equal(["set-up", "ready", "work 4", "over", "ready", "work 4", "over", "ready", "work 4", "clean-up", "over"], events);
    }

    [Fact]
    public void Where_each_iteration_has_a_set_up_the_slice_holds_it()
    {
        Interleave(slices: 1, isWhole: true);
        parameters.Host.SendSignal(HostSignal.BeforeActualRun);
        Iterate(1);
        Assert.Equal(["ready", "set-up", "work 1", "clean-up", "over"], events);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Only_the_work_is_measured(bool isWhole)
    {
        parameters.IterationSetupAction = () => Thread.Sleep(30);
        parameters.IterationCleanupAction = () => Thread.Sleep(30);
        parameters.WorkloadActionNoUnroll = _ => Thread.Sleep(1);
        var client = Interleave(slices: 1, isWhole);
        parameters.Host.SendSignal(HostSignal.BeforeActualRun);

        Iterate(1);

        // The surrounding clock never shows less time.
        Assert.InRange(client.Slice(), 1, work.TotalNanoseconds);
    }

    [Fact]
    public void A_slice_is_the_time_of_an_operation()
    {
        parameters.OperationsPerInvoke = 1000;
        parameters.WorkloadActionUnroll = _ => Thread.Sleep(16);
        var client = Interleave(slices: 1, isWhole: false);
        parameters.Host.SendSignal(HostSignal.BeforeActualRun);

        parameters.IterationSetupAction();
        var start = Stopwatch.GetTimestamp();
        parameters.WorkloadActionUnroll(2);
        work = Stopwatch.GetElapsedTime(start);
        parameters.IterationCleanupAction();

        // Twice a loop of 16 invocations of 1,000 operations each.
        Assert.InRange(client.Slice(), 8_000_000 / 32_000.0, work.TotalNanoseconds / 32_000);
    }

    private FakeCoordinator Interleave(int slices, bool isWhole)
    {
        var coordinator = new FakeCoordinator(events);
        InterleavedCalls.Install(parameters, new SliceClient(coordinator), () => slices, isWhole);
        return coordinator;
    }

    private void Iterate(long invocations)
    {
        parameters.IterationSetupAction();
        var start = Stopwatch.GetTimestamp();
        parameters.WorkloadActionNoUnroll(invocations);
        work = Stopwatch.GetElapsedTime(start);
        parameters.IterationCleanupAction();
    }

    /// <summary>The other end of the pipe: grants a slice whenever the process waits for one.</summary>
    private sealed class FakeCoordinator(List<string> events) : Stream
    {
        private string lastLine = "";

        public override bool CanRead => true;

        public override bool CanWrite => true;

        public override bool CanSeek => false;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        /// <summary>The last slice, ns per operation.</summary>
        public double Slice() => SliceProtocol.SliceOf(lastLine.Split(' ')[1..]).PerOperation(isByProcessor: false);

        public override int Read(byte[] buffer, int offset, int count) => Encoding.UTF8.GetBytes("go\n", buffer.AsSpan(offset, count));

        public override void Write(byte[] buffer, int offset, int count)
        {
            foreach (var line in Encoding.UTF8.GetString(buffer, offset, count).Split('\n', StringSplitOptions.RemoveEmptyEntries))
            {
                lastLine = line;
                events.Add(line.Split(' ')[0]);
            }
        }

        public override void Flush() { }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();
    }

    private sealed class SilentHost : IHost
    {
        public void SendSignal(HostSignal hostSignal) { }

        public void Write(string message) { }

        public void WriteLine() { }

        public void WriteLine(string message) { }

        public void SendError(string message) { }

        public void ReportResults(RunResults runResults) { }

        public void Dispose() { }
    }
}
