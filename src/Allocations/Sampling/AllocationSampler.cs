using System.Diagnostics;
using Bench.Host;

namespace Bench.Allocations.Sampling;

/// <param name="Type">The full name.</param>
/// <param name="Place">The method that allocates, or that calls the framework's code that does; null if it is not known.</param>
/// <param name="Share">The share of the bytes that the runtime sampled, 0 to 1.</param>
internal readonly record struct AllocationSource(string Type, string? Place, double Share);

/// <summary>Samples what an operation allocates, and where: the runtime reports one allocation in some 100 KB, with its stack.</summary>
internal static class AllocationSampler
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const long Collector = 1;
    private const long Sampling = 0x80000000000;
    private const int Verbose = 5;

    /// <summary>Before .NET 9: the allocation with which a thread asks for more memory, which can be the same one in each cycle.</summary>
    private const int AllocationTick = 10;

    /// <summary>Since .NET 9: each byte has the same chance.</summary>
    private const int AllocationSampled = 303;

    private const int MaxSources = 4;
    private const int MaxCalls = 1024;

    /// <summary>For some 100 samples.</summary>
    private const long EnoughBytes = 10_000_000;

    private static readonly TimeSpan Longest = TimeSpan.FromMilliseconds(400);

    private static readonly TimeSpan LongestReading = TimeSpan.FromSeconds(20);

    // One at a time, so that a trace has the marks of one operation.
    private static readonly SemaphoreSlim Free = new(1);

    /// <returns>The largest sources, largest first; empty if the runtime cannot be traced.</returns>
    public static async Task<IReadOnlyList<AllocationSource>> Sample(IRunner runner)
    {
        await Free.WaitAsync().ConfigureAwait(false);
        try
        {
            return Largest(await Trace(runner).ConfigureAwait(false));
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // Sources are a courtesy: the failure that is reported is the budget's.
            return [];
        }
        finally
        {
            Free.Release();
        }
    }

    private static async Task<IReadOnlyList<TraceEvent>> Trace(IRunner runner)
    {
        // An event source can be enabled once it exists.
        var marks = FlowEvents.Log;
        var (trace, session) = DiagnosticPort.Start((Runtime, Collector | Sampling, Verbose), (FlowEvents.ProviderName, -1, Verbose));
        using (trace)
        {
            // On its own thread: the thread pool may be busy, and the runtime waits for its reader.
            var reading = Task.Factory.StartNew(
                () => TraceReader.Read(trace),
                CancellationToken.None,
                TaskCreationOptions.LongRunning,
                TaskScheduler.Default
            );
            try
            {
                // The runtime enables it on another thread.
                SpinWait.SpinUntil(marks.IsEnabled, Longest);
                var (bytes, calls) = (0L, 1);
                var clock = Stopwatch.StartNew();
                for (; clock.Elapsed < Longest && bytes < EnoughBytes; calls = Math.Min(2 * calls, MaxCalls))
                    bytes += await FlowMeter.Count(runner, calls, marks).ConfigureAwait(false);
            }
            finally
            {
                DiagnosticPort.Stop(session);
            }

            return await reading.WaitAsync(LongestReading).ConfigureAwait(false);
        }
    }

    private static AllocationSource[] Largest(IReadOnlyList<TraceEvent> trace)
    {
        var methods = new MethodMap(trace);
        var inFlow = new HashSet<long>();
        var kind = trace.Any(one => one is { Provider: Runtime, Id: AllocationSampled }) ? AllocationSampled : AllocationTick;
        var found = new List<(string Type, string? Place)>();
        foreach (var one in trace.OrderBy(one => one.Time))
        {
            switch (one)
            {
                case { Provider: FlowEvents.ProviderName, Id: FlowEvents.EnterEvent }:
                    inFlow.Add(one.Thread);
                    break;
                case { Provider: FlowEvents.ProviderName, Id: FlowEvents.LeaveEvent }:
                    inFlow.Remove(one.Thread);
                    break;
                case { Provider: Runtime } when one.Id == kind && inFlow.Contains(one.Thread):
                    found.Add((TypeName(one), methods.Place(one.Stack)));
                    break;
            }
        }

        return
        [
            .. found
                .GroupBy(source => source)
                .OrderByDescending(source => source.Count())
                .Take(MaxSources)
                .Select(source => new AllocationSource(source.Key.Type, source.Key.Place, (double)source.Count() / found.Count)),
        ];
    }

    private static string TypeName(TraceEvent sample)
    {
        var cursor = new Cursor(sample.Payload);
        // The kind of memory and the runtime's number, for a tick also the amount in two sizes, and the type's address.
        cursor.Bytes((sample.Id == AllocationTick ? 4 + 8 : 0) + 4 + 2 + IntPtr.Size);
        return cursor.Text();
    }
}
