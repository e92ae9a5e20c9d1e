using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Tracing;

namespace Bench.Allocations;

// The share is of the bytes that the runtime sampled, 0 to 1.
internal readonly record struct SampledType(string Name, double Share);

/// <summary>
/// Samples which types a thread allocates: the runtime reports one allocation in some 100 KB. It does not report where; that is for a
/// profiler, or for `bench explain`.
/// </summary>
internal sealed class AllocatedTypes : EventListener
{
    private const EventKeywords Collector = (EventKeywords)1;
    private const int AllocationTick = 10;
    private const int MaxTypes = 4;
    private const int EnoughSamples = 100;

    private static readonly TimeSpan Longest = TimeSpan.FromMilliseconds(400);
    private static readonly TimeSpan LongestHandOver = TimeSpan.FromSeconds(2);

    private readonly ConcurrentQueue<(long Thread, string Type)> samples = new();
    private long thread;

    public static IReadOnlyList<SampledType> Sample(Action call)
    {
        try
        {
            using var listener = new AllocatedTypes();
            ThreadMarker.Log.Mark();
            for (var clock = Stopwatch.StartNew(); clock.Elapsed < Longest && listener.samples.Count < EnoughSamples;)
                call();
            // The runtime hands its events over in batches, later on a busy machine.
            Thread.Sleep(100);
            SpinWait.SpinUntil(() => listener.samples.Any(sample => sample.Thread == listener.thread), LongestHandOver);
            return listener.Most();
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // Types are a courtesy: the failure that is reported is the budget's.
            return [];
        }
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "Microsoft-Windows-DotNETRuntime")
            EnableEvents(eventSource, EventLevel.Verbose, Collector);
        else if (eventSource is ThreadMarker)
            EnableEvents(eventSource, EventLevel.LogAlways);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventSource is ThreadMarker)
            thread = eventData.OSThreadId;
        else if (
            eventData.EventId == AllocationTick
            && eventData.PayloadNames?.IndexOf("TypeName") is >= 0 and var index
            && eventData.Payload![index] is string { Length: > 0 } type
        )
            samples.Enqueue((eventData.OSThreadId, type));
    }

    private SampledType[] Most()
    {
        string[] own = [.. samples.Where(sample => sample.Thread == thread).Select(sample => sample.Type)];
        return
        [
            .. own.GroupBy(type => type)
                .OrderByDescending(type => type.Count())
                .Take(MaxTypes)
                .Select(type => new SampledType(type.Key, (double)type.Count() / own.Length)),
        ];
    }

    /// <summary>An event says which thread of the system it comes from, which no API of the framework does.</summary>
    [EventSource(Name = "Bench-Allocations")]
    private sealed class ThreadMarker : EventSource
    {
        public static readonly ThreadMarker Log = new();

        [Event(1)]
        public void Mark() => WriteEvent(1);
    }
}
