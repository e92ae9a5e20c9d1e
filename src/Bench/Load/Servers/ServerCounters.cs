using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.Net.Sockets;
using Bench.Host;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;

namespace Bench.Load;

/// <param name="QueueLength">Longest queue of the thread pool.</param>
/// <param name="PauseShare">Share of the time in which collections paused the server, 0 to 1.</param>
/// <param name="CollectionsPerSecond">Any generation; null without totals of the runtime.</param>
/// <param name="FullCollectionsPerSecond">Oldest generation; null without totals of the runtime.</param>
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
    // Replaces figures by exact totals of the runtime, if there are any.
    public CounterFigures With(RuntimeTotals? totals, TimeSpan loaded) =>
        totals is not { } exact
            ? this
            : this with
            {
                // Negative if the counter jumped.
                AllocatedBytesPerSecond = exact.AllocatedBytes < 0 ? null : exact.AllocatedBytes / loaded.TotalSeconds,
                PauseShare = exact.Pause / loaded,
                CollectionsPerSecond = exact.Collections / loaded.TotalSeconds,
                FullCollectionsPerSecond = exact.FullCollections / loaded.TotalSeconds,
            };
}

// Listens to a .NET process over EventPipe, to the meter System.Runtime of .NET 9 and later, and to the event counters of the same name
// before. The process reports several times per second, and once per second after Calm. The code that reports is compiled
// after 30 calls and again after 60. At one report per second that would take a minute, during the measurement.
internal sealed class ServerCounters : IDisposable
{
    private const string Meter = "System.Runtime";
    private const long TimeSeriesValues = 2;

    // Seconds. The server parses them in its own culture, in which a decimal point may separate thousands.
    private const string WhileWarmingUp = "2E-1";
    private const string WhileMeasuring = "1";

    // Within this time a warm server has reported.
    public static TimeSpan UntilNext { get; } = TimeSpan.FromSeconds(1.5);

    private readonly SampleServer server;
    private readonly Stopwatch clock = Stopwatch.StartNew();
    private Session? session;

    private ServerCounters(SampleServer server) => this.server = server;

    public static ServerCounters Attach(SampleServer server, CancellationToken cancellationToken)
    {
        var counters = new ServerCounters(server);
        counters.Listen(WhileWarmingUp, cancellationToken);
        return counters;
    }

    // Makes a warm server report once per second.
    public ServerCounters Calm(CancellationToken cancellationToken)
    {
        Dispose();
        Listen(WhileMeasuring, cancellationToken);
        return this;
    }

    private void Listen(string interval, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(server.TimeToStart);
        try
        {
            session = new Session(
                new DiagnosticsClient(server.ProcessId)
                    .StartEventPipeSessionAsync(Providers(interval), requestRundown: false, token: limit.Token)
                    .GetAwaiter()
                    .GetResult(),
                Take
            );
        }
        catch (OperationCanceledException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw new LoadException(
                FormattableString.Invariant(
                    $"{server.Name} was not ready within {server.TimeToStart.TotalSeconds:0} s: its runtime does not respond, so its counters cannot be read."
                )
            );
        }
        catch (Exception e) when (e is DiagnosticsClientException or TimeoutException or IOException or SocketException or FormatException)
        {
            throw new LoadException(
                $"the server's counters cannot be read: {e.Message}{(server.IsOfOwnCommand ? " (the start command must become the .NET process itself: a script does by exec)" : "")}"
            );
        }
    }

    private static EventPipeProvider[] Providers(string interval) =>
        [
            new(
                "System.Diagnostics.Metrics",
                EventLevel.Informational,
                TimeSeriesValues,
                new Dictionary<string, string>
                {
                    ["SessionId"] = Guid.NewGuid().ToString(),
                    ["Metrics"] = Meter,
                    ["RefreshInterval"] = interval,
                    ["MaxTimeSeries"] = "1000",
                    ["MaxHistograms"] = "10",
                }
            ),
            new(Meter, EventLevel.Informational, 0, new Dictionary<string, string> { ["EventCounterIntervalSec"] = interval }),
        ];

    public TimeSpan Now => clock.Elapsed;

    public CounterReadings Readings { get; } = new();

    public void Dispose()
    {
        session?.Dispose();
        session = null;
    }

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
        RuntimeCounter? counter = (data.PayloadByName("instrumentName") as string) switch
        {
            "dotnet.gc.heap.total_allocated" => RuntimeCounter.Allocated,
            "dotnet.process.memory.working_set" => RuntimeCounter.WorkingSet,
            "dotnet.thread_pool.thread.count" => RuntimeCounter.Threads,
            "dotnet.thread_pool.queue.length" => RuntimeCounter.QueueLength,
            "dotnet.gc.pause.time" => RuntimeCounter.Pause,
            "dotnet.jit.compilation.time" => RuntimeCounter.Compiling,
            _ => null,
        };
        // The value and never the rate: the thread pool's numbers arrive as counters, whose rate is that of their change.
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
                Add(data, RuntimeCounter.AllocatedInInterval, "", value / interval);
                break;
            case "working-set":
                Add(data, RuntimeCounter.WorkingSet, "", value * 1e6);
                break;
            case "threadpool-thread-count":
                Add(data, RuntimeCounter.Threads, "", value);
                break;
            case "threadpool-queue-length":
                Add(data, RuntimeCounter.QueueLength, "", value);
                break;
            case "time-in-jit":
                Add(data, RuntimeCounter.CompilingInInterval, "", value / 1000 / interval);
                break;
            case "total-pause-time-by-gc":
                Add(data, RuntimeCounter.PauseInInterval, "", value / 1000 / interval);
                break;
            default:
                break;
        }
    }

    private void Add(TraceEvent data, RuntimeCounter counter, string tags, double value) =>
        Readings.Add(new CounterReading(clock.Elapsed, data.TimeStamp, counter, tags, value));

    private sealed class Session : IDisposable
    {
        private static readonly TimeSpan TimeToStop = TimeSpan.FromSeconds(5);

        private readonly EventPipeSession session;
        private readonly EventPipeEventSource source;
        private readonly Task reading;

        public Session(EventPipeSession session, Action<TraceEvent> take)
        {
            this.session = session;
            try
            {
                source = new EventPipeEventSource(session.EventStream);
            }
            catch
            {
                session.Dispose();
                throw;
            }

            source.Dynamic.All += take;
            reading = Task.Run(() =>
            {
                try
                {
                    source.Process();
                }
                catch (Exception e) when (e is not OutOfMemoryException)
                {
                    // The process has ended. Its readings so far remain.
                }
            });
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
                // The process has ended, or is stopped and does not answer.
            }

            reading.Wait(TimeToStop);
            session.Dispose();
            reading.Wait(TimeToStop);
            source.Dispose();
        }
    }
}
