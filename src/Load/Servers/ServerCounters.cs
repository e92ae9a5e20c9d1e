using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.Net.Sockets;
using Bench.Host;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;

namespace Bench.Load;

/// <summary>What the runtime of a server said of itself while it was loaded.</summary>
/// <param name="QueueLength">The longest queue of the pool that was seen.</param>
/// <param name="PauseShare">The share of the time that collections stopped it, 0 to 1.</param>
/// <param name="CollectionsPerSecond">Of any generation; null where its totals were not read.</param>
/// <param name="FullCollectionsPerSecond">Of the oldest generation.</param>
internal sealed record CounterFigures(
    double? AllocatedBytesPerSecond,
    double? WorkingSetBytes,
    double? Threads,
    double? QueueLength,
    double? PauseShare,
    double? CollectionsPerSecond = null,
    double? FullCollectionsPerSecond = null
)
{
    /// <summary>With what the runtime counted exactly, where it did.</summary>
    /// <param name="totals">What it counted while it was loaded.</param>
    public CounterFigures With(RuntimeTotals? totals, TimeSpan loaded) =>
        totals is not { } exact
            ? this
            : this with
            {
                AllocatedBytesPerSecond = exact.AllocatedBytes / loaded.TotalSeconds,
                PauseShare = exact.Pause / loaded,
                CollectionsPerSecond = exact.Collections / loaded.TotalSeconds,
                FullCollectionsPerSecond = exact.FullCollections / loaded.TotalSeconds,
            };
}

/// <summary>
/// Listens to a .NET process over EventPipe: the meter System.Runtime of .NET 9 and later, and the event counters of the same name
/// before. Each says once a second what it has.
/// </summary>
internal sealed class ServerCounters : IDisposable
{
    private const string Meter = "System.Runtime";
    private const long TimeSeriesValues = 2;

    private static readonly TimeSpan TimeToStop = TimeSpan.FromSeconds(5);

    private readonly EventPipeSession session;
    private readonly EventPipeEventSource source;
    private readonly Task reading;
    private readonly Stopwatch clock = Stopwatch.StartNew();
    private readonly List<Reading> readings = [];

    private ServerCounters(EventPipeSession session)
    {
        this.session = session;
        source = new EventPipeEventSource(session.EventStream);
        source.Dynamic.All += Take;
        reading = Task.Run(() =>
        {
            try
            {
                source.Process();
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                // The process is gone: what it said stays.
            }
        });
    }

    private enum Counter
    {
        Allocated,
        AllocatedInInterval,
        WorkingSet,
        Threads,
        QueueLength,
        Pause,
        PauseInInterval,
        Compiling,
        CompilingInInterval,
    }

    public static ServerCounters Attach(int process)
    {
        try
        {
            return Attach(
                new DiagnosticsClient(process).StartEventPipeSession(
                    [
                        new EventPipeProvider(
                            "System.Diagnostics.Metrics",
                            EventLevel.Informational,
                            TimeSeriesValues,
                            new Dictionary<string, string>
                            {
                                ["SessionId"] = Guid.NewGuid().ToString(),
                                ["Metrics"] = Meter,
                                ["RefreshInterval"] = "1",
                                ["MaxTimeSeries"] = "1000",
                                ["MaxHistograms"] = "10",
                            }
                        ),
                        new EventPipeProvider(
                            Meter,
                            EventLevel.Informational,
                            0,
                            new Dictionary<string, string> { ["EventCounterIntervalSec"] = "1" }
                        ),
                    ],
                    requestRundown: false
                )
            );
        }
        catch (Exception e) when (e is DiagnosticsClientException or TimeoutException or IOException or FormatException)
        {
            throw new LoadException($"the server's counters can't be read: {e.Message}");
        }
    }

    private static ServerCounters Attach(EventPipeSession session)
    {
        try
        {
            return new ServerCounters(session);
        }
        catch
        {
            session.Dispose();
            throw;
        }
    }

    public TimeSpan Now => clock.Elapsed;

    /// <summary>What was said in a span of time.</summary>
    /// <returns>The figures; null for what it did not say.</returns>
    public CounterFigures Between(TimeSpan from, TimeSpan to)
    {
        var within = Within(from, to);
        return new CounterFigures(
            Rate(within, Counter.Allocated) ?? Mean(within, Counter.AllocatedInInterval),
            MaxCounters(within, Counter.WorkingSet),
            MaxCounters(within, Counter.Threads),
            MaxCounters(within, Counter.QueueLength),
            Rate(within, Counter.Pause) ?? Mean(within, Counter.PauseInInterval)
        );
    }

    /// <summary>What was said in a span of time in which it was loaded now and then.</summary>
    /// <param name="loaded">How long it was loaded: what grows is that much a second of it.</param>
    public CounterFigures OfLoad(TimeSpan from, TimeSpan to, TimeSpan loaded)
    {
        var within = Within(from, to);
        return new CounterFigures(
            (Growth(within, Counter.Allocated) ?? Sum(within, Counter.AllocatedInInterval)) / loaded.TotalSeconds,
            MaxCounters(within, Counter.WorkingSet),
            MaxCounters(within, Counter.Threads),
            MaxCounters(within, Counter.QueueLength),
            (Growth(within, Counter.Pause) ?? Sum(within, Counter.PauseInInterval)) / loaded.TotalSeconds
        );
    }

    /// <summary>How much the compiler worked in a span of time.</summary>
    /// <returns>Seconds a second, of all threads together; null where the runtime did not say.</returns>
    public double? CompilingShare(TimeSpan from, TimeSpan to)
    {
        var within = Within(from, to);
        return Rate(within, Counter.Compiling) ?? Mean(within, Counter.CompilingInInterval);
    }

    public void Dispose()
    {
        using var limit = new CancellationTokenSource(TimeToStop);
        try
        {
            session.StopAsync(limit.Token).GetAwaiter().GetResult();
        }
        catch (Exception e)
            when (e
                    is DiagnosticsClientException
                        or IOException
                        or SocketException
                        or TimeoutException
                        or ObjectDisposedException
                        or OperationCanceledException
            )
        {
            // The process is gone, or is stopped and answers nobody.
        }

        reading.Wait(TimeToStop);
        session.Dispose();
        reading.Wait(TimeToStop);
        source.Dispose();
    }

    private Reading[] Within(TimeSpan from, TimeSpan to)
    {
        lock (readings)
            return [.. readings.Where(reading => reading.Time >= from && reading.Time <= to)];
    }

    // What only grows: its growth a second, from the first reading to the last.
    private static double? Rate(Reading[] readings, Counter counter) =>
        Total(readings, counter, (first, last) => (last.Value - first.Value) / (last.Said - first.Said).TotalSeconds);

    // The same, its whole growth.
    private static double? Growth(Reading[] readings, Counter counter) =>
        Total(readings, counter, (first, last) => last.Value - first.Value);

    // Generations, for instance, are added up.
    private static double? Total(Reading[] readings, Counter counter, Func<Reading, Reading, double> growth)
    {
        var series = readings
            .Where(reading => reading.Counter == counter)
            .GroupBy(reading => reading.Tags)
            .Select(same => same.ToArray())
            .Where(same => same.Length > 1 && same[^1].Said > same[0].Said)
            .ToArray();
        return series.Length == 0 ? null : series.Sum(same => growth(same[0], same[^1]));
    }

    // Of an interval of a second each, as a rate; the first began before.
    private static double? Sum(Reading[] readings, Counter counter)
    {
        double[] known = [.. readings.Where(reading => reading.Counter == counter).Skip(1).Select(reading => reading.Value)];
        return known.Length == 0 ? null : known.Sum();
    }

    // Of an interval each; the first began before.
    private static double? Mean(Reading[] readings, Counter counter) =>
        readings.Where(reading => reading.Counter == counter).Skip(1).Select(reading => (double?)reading.Value).Average();

    private static double? MaxCounters(Reading[] readings, Counter counter) =>
        readings.Where(reading => reading.Counter == counter).Select(reading => (double?)reading.Value).Max();

    private void Take(TraceEvent data)
    {
        if (data.ProviderName == "System.Diagnostics.Metrics" && data.EventName.EndsWith("ValuePublished", StringComparison.Ordinal))
            TakeMetric(data);
        else if (
            data.ProviderName == Meter
            && data.EventName == "EventCounters"
            && data.PayloadNames.Length > 0
            && data.PayloadValue(0) is IDictionary<string, object> outer
            && outer["Payload"] is IDictionary<string, object> counter
        )
            TakeCounter(data, counter);
    }

    private void TakeMetric(TraceEvent data)
    {
        Counter? counter = (data.PayloadByName("instrumentName") as string) switch
        {
            "dotnet.gc.heap.total_allocated" => Counter.Allocated,
            "dotnet.process.memory.working_set" => Counter.WorkingSet,
            "dotnet.thread_pool.thread.count" => Counter.Threads,
            "dotnet.thread_pool.queue.length" => Counter.QueueLength,
            "dotnet.gc.pause.time" => Counter.Pause,
            "dotnet.jit.compilation.time" => Counter.Compiling,
            _ => null,
        };
        // The value of a counter, never its rate: the pool's numbers arrive as counters, and their rate is that of their change.
        var text = data.PayloadByName("value") as string ?? data.PayloadByName("lastValue") as string;
        if (counter is { } known && double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var value))
            Add(data, known, data.PayloadByName("tags") as string ?? "", value);
    }

    private void TakeCounter(TraceEvent data, IDictionary<string, object> counter)
    {
        var (name, value) = (
            counter["Name"] as string,
            Convert.ToDouble(counter.TryGetValue("Mean", out var mean) ? mean : counter["Increment"], CultureInfo.InvariantCulture)
        );
        var interval = Math.Max(
            0.001,
            Convert.ToDouble(counter.TryGetValue("IntervalSec", out var seconds) ? seconds : 1, CultureInfo.InvariantCulture)
        );
        switch (name)
        {
            case "alloc-rate":
                Add(data, Counter.AllocatedInInterval, "", value / interval);
                break;
            case "working-set":
                Add(data, Counter.WorkingSet, "", value * 1e6);
                break;
            case "threadpool-thread-count":
                Add(data, Counter.Threads, "", value);
                break;
            case "threadpool-queue-length":
                Add(data, Counter.QueueLength, "", value);
                break;
            case "time-in-jit":
                Add(data, Counter.CompilingInInterval, "", value / 1000 / interval);
                break;
            case "total-pause-time-by-gc":
                Add(data, Counter.PauseInInterval, "", value / 1000 / interval);
                break;
            default:
                break;
        }
    }

    private void Add(TraceEvent data, Counter counter, string tags, double value)
    {
        lock (readings)
            readings.Add(new Reading(clock.Elapsed, data.TimeStamp, counter, tags, value));
    }

    // Time is when it arrived, Said when the process said it: two may arrive together.
    private readonly record struct Reading(TimeSpan Time, DateTime Said, Counter Counter, string Tags, double Value);
}
