using System.Diagnostics;
using Bench.Statistics;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Jobs;
using CoreSpan = Bench.Host.CoreSpan;

namespace Bench.Harness.Interleaving;

// Divides the calls of BenchmarkDotNet's engine into slices, each of which waits for its turn. If an iteration has a set-up, its slice
// includes the set-up, which would otherwise disturb another slice.
internal sealed class InterleavedCalls
{
    // Iterations between forced collections. BenchmarkDotNet forces one between iterations of half a second. Without them, a benchmark that
    // allocates much gets slower the longer its process runs. A client that allocates 34 KB per call took 11 µs after a warm-up of two
    // seconds, and 16 µs after ten. With collections it took 8.5 µs.
    private const int IterationsBetweenCollections = 5;

    private readonly EngineParameters parameters;
    private readonly SliceClient client;
    private readonly Func<int> slicesOfIteration;
    private readonly bool isWhole;
    private readonly bool forces = string.IsNullOrEmpty(
        Environment.GetEnvironmentVariable(InterleavedEngineFactory.NoForcedCollectionsVariable)
    );
    private bool isMainRun;
    private int iteration;
    private TimedSlice last;

    private InterleavedCalls(EngineParameters parameters, SliceClient client, Func<int> slicesOfIteration, bool isWhole)
    {
        this.parameters = parameters;
        this.client = client;
        this.slicesOfIteration = slicesOfIteration;
        this.isWhole = isWhole;
    }

    public static void Install(EngineParameters parameters, SliceClient client, Func<int> slicesOfIteration, bool isWhole)
    {
        var calls = new InterleavedCalls(parameters, client, slicesOfIteration, isWhole);
        var (setup, cleanup) = (parameters.IterationSetupAction, parameters.IterationCleanupAction);
        parameters.IterationSetupAction = () => calls.SetUp(setup);
        parameters.IterationCleanupAction = () => calls.CleanUp(cleanup);
        // Read at each call, because the loop may have changed by then.
        parameters.WorkloadActionUnroll = calls.Sliced(parameters.WorkloadActionUnroll, () =>
            parameters.TargetJob.ResolveValue(RunMode.UnrollFactorCharacteristic, EngineParameters.DefaultResolver)
        );
        parameters.WorkloadActionNoUnroll = calls.Sliced(parameters.WorkloadActionNoUnroll, () => 1);
        if (!isWhole)
            parameters.TargetJob = parameters.TargetJob.WithClock(client.Clock);
        parameters.Host = new SignallingHost(parameters.Host, calls.Hear);
    }

    public static TimedSlice Timed(Action<long> workload, long count, long operations)
    {
        var span = CoreSpan.Start();
        var paused = GC.GetTotalPauseDuration();
        var start = Stopwatch.GetTimestamp();
        workload(count);
        // Stopwatch ticks instead of TimeSpan, whose 100 ns are too coarse: an iteration with a set-up may be one invocation of a few ns.
        var nanoseconds = Math.Max(1, (Stopwatch.GetTimestamp() - start) * 1e9 / Stopwatch.Frequency);
        var pause = (GC.GetTotalPauseDuration() - paused).TotalNanoseconds;
        return new(operations, nanoseconds, Math.Min(pause, nanoseconds), span?.End());
    }

    private void Hear(HostSignal signal)
    {
        if (signal == HostSignal.BeforeActualRun)
        {
            isMainRun = true;
        }
        else if (signal == HostSignal.AfterActualRun)
        {
            isMainRun = false;
            client.WaitForTheOthers();
        }
    }

    private void SetUp(Action? setup)
    {
        if (isMainRun && isWhole)
        {
            client.Take();
            Collect();
        }

        setup?.Invoke();
    }

    private void CleanUp(Action? cleanup)
    {
        cleanup?.Invoke();
        if (!isMainRun)
            return;
        client.End(last);
        client.Go();
    }

    // Within the process's own slice, while no clock runs.
    private void Collect()
    {
        if (!forces || iteration++ % IterationsBetweenCollections != 0)
            return;
        client.Stop();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        client.Go();
    }

    private Action<long> Sliced(Action<long> workload, Func<int> unroll) =>
        count =>
        {
            if (!isMainRun)
            {
                workload(count);
                return;
            }

            if (isWhole)
            {
                last = Timed(workload, count, count * unroll() * parameters.OperationsPerInvoke);
                return;
            }

            var slices = slicesOfIteration();
            for (var i = 0; i < slices; i++)
            {
                var share = count / slices;
                client.Take();
                if (i == 0)
                    Collect();
                last = Timed(workload, share, share * unroll() * parameters.OperationsPerInvoke);
                client.Stop();
                // The last slice ends after the clean-up of the iteration.
                if (i < slices - 1)
                    client.End(last);
            }
        };

    // Forwards signals to BenchmarkDotNet's host first, and then to a second listener.
    private sealed class SignallingHost(IHost inner, Action<HostSignal> hear) : IHost
    {
        public void SendSignal(HostSignal hostSignal)
        {
            inner.SendSignal(hostSignal);
            hear(hostSignal);
        }

        public void Write(string message) => inner.Write(message);

        public void WriteLine() => inner.WriteLine();

        public void WriteLine(string message) => inner.WriteLine(message);

        public void SendError(string message) => inner.SendError(message);

        public void ReportResults(RunResults runResults) => inner.ReportResults(runResults);

        public void Dispose() => inner.Dispose();
    }
}
