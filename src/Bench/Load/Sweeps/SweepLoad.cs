using System.Diagnostics;
using Bench.Runner;

namespace Bench.Load;

/// <summary>Loads the server of a sweep: wrk counts throughput, then h2load logs response times.</summary>
/// <param name="folder">For published programs and the generators' files.</param>
internal sealed class SweepLoad(SweptServer swept, SweepSettings settings, ConnectionLimits limits, string folder) : ISweepLoad
{
    private readonly SweptServer swept = swept;
    private readonly SweepSettings settings = settings;

    // Time for the server to notice that the connections of the previous level are closed.
    public static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(500);

    private readonly CoreSplit? split = settings.Pin ? CoreSplit.ForThisMachine() : null;
    private string? program;

    public bool StartsServer => swept.Own is null;

    public int Addresses { get; } =
        swept.Own is not null
            ? 1
            : limits.AddressesFor(
                settings.Levels.Where(level => limits.UnsupportedReason(level, int.MaxValue) is null).DefaultIfEmpty(1).Max()
            );

    public int? CoresOfGenerators => split?.Generator.Count;

    public void Publish(CancellationToken cancellationToken)
    {
        if (swept.Project is { } project)
            program = ServerProject.Publish(
                project,
                Path.Combine(folder, "server"),
                new Dictionary<string, string>(),
                cancellationToken,
                temporary: TemporaryFiles.Of(folder)
            );
    }

    public ISweptProcess Start(CancellationToken cancellationToken)
    {
        var server = StartsServer ? StartServer(cancellationToken) : null;
        try
        {
            return new SweptProcess(this, server, cancellationToken);
        }
        catch
        {
            server?.Dispose();
            throw;
        }
    }

    public void While(int connections, TimeSpan time, Action<int> look, CancellationToken cancellationToken)
    {
        using var server = StartServer(cancellationToken);
        using (var counters = ServerCounters.Attach(server, cancellationToken))
            WarmUp(server, counters, span => Throughput(server.Addresses, connections, span, cancellationToken));
        // Longer than the observation, which takes a while to begin.
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var load = Task.Run(
            () => Throughput(server.Addresses, connections, time + TimeSpan.FromSeconds(2), ending.Token),
            CancellationToken.None
        );
        try
        {
            look(server.ProcessId);
        }
        catch
        {
            // No generator may outlive this method.
            ending.Cancel();
            ((IAsyncResult)load).AsyncWaitHandle.WaitOne();
            throw;
        }

        SampleServer.Load(server, () => load.GetAwaiter().GetResult());
    }

    private SampleServer StartServer(CancellationToken cancellationToken) =>
        SampleServer.Start(
            new ServerStart(
                program ?? throw new LoadException("a profile needs --sample: a server that is already running cannot be sampled."),
                swept.Switches,
                swept.Variables
            )
            {
                Addresses = Addresses,
                Temporary = TemporaryFiles.Of(folder),
                Cores = split?.Server,
            },
            cancellationToken
        );

    // The user's own server reports nothing about its compiler.
    private void WarmUp(SampleServer? server, ServerCounters? counters, Func<TimeSpan, Throughput> load)
    {
        var min = TimeSpan.FromSeconds(Math.Max(1, settings.WarmUpSeconds));
        if (counters is null)
            load(min);
        else
            ServerWarmUp.Run([(null, counters)], min, time => SampleServer.Load(server, () => load(time)).Requests);
    }

    private Throughput Throughput(IReadOnlyList<Uri> addresses, int connections, TimeSpan time, CancellationToken cancellationToken) =>
        Wrk.Run(
            Parts(addresses, connections),
            settings.Threads,
            time,
            folder,
            cancellationToken,
            split?.Generator,
            timeoutSeconds: settings.TimeoutSeconds
        );

    private RequestTimes Times((Uri Url, int Connections)[] parts, TimeSpan time, CancellationToken cancellationToken) =>
        H2Load.Times(parts, settings.Threads, time, folder, cancellationToken, cores: split?.Generator);

    // Each generator process loads one address of its own.
    private (Uri Url, int Connections)[] Parts(IReadOnlyList<Uri> addresses, int connections)
    {
        var count = limits.ProcessesFor(connections, Addresses);
        return
        [
            .. Enumerable
                .Range(0, count)
                .Select(i => (new Uri(addresses[i], swept.Path), (connections / count) + (i < connections % count ? 1 : 0))),
        ];
    }

    // With few requests, those that are cut off at the end are a large part, and the slowest.
    private static bool HasPercentiles(RequestTimes? times, int level) =>
        times?.Requests >= (long)VariantLoad.MinRequestsOfConnection * level;

    private sealed class SweptProcess : ISweptProcess
    {
        private readonly SweepLoad sweep;
        private readonly SampleServer? server;
        private readonly IReadOnlyList<Uri> addresses;
        private readonly ServerCounters? counters;

        /// <param name="server">Null for the user's own.</param>
        public SweptProcess(SweepLoad sweep, SampleServer? server, CancellationToken cancellationToken)
        {
            (this.sweep, this.server) = (sweep, server);
            addresses = server?.Addresses ?? [sweep.swept.Own!];
            foreach (var address in addresses)
                Probe.Get(new Uri(address, sweep.swept.Path), cancellationToken, server: server);
            counters = server is null ? null : ServerCounters.Attach(server, cancellationToken);
        }

        public bool HasEnded => server is { HasEnded: true };

        public void WarmUp(int connections, CancellationToken cancellationToken) =>
            sweep.WarmUp(server, counters, time => sweep.Throughput(addresses, connections, time, cancellationToken));

        public void Calm(CancellationToken cancellationToken)
        {
            if (counters is null)
                return;
            SampleServer.Load(server, () => counters.Calm(cancellationToken));
            // A level may be as short as a second.
            cancellationToken.WaitHandle.WaitOne(ServerCounters.UntilNext);
        }

        public LoadRound Measure(int connections, int round, CancellationToken cancellationToken)
        {
            var parts = sweep.Parts(addresses, connections);
            var duration = TimeSpan.FromSeconds(sweep.settings.DurationSeconds);
            var (clock, began, before) = (Stopwatch.StartNew(), counters?.Now, server?.ProcessorTime);
            var throughput = SampleServer.Load(server, () => sweep.Throughput(addresses, connections, duration, cancellationToken));
            throughput = throughput with { ServerCores = server is null ? null : (server.ProcessorTime - before!.Value) / clock.Elapsed };
            var figures = counters?.Readings.Between(began!.Value, counters.Now);
            cancellationToken.WaitHandle.WaitOne(Pause);
            var times = throughput.Requests == 0 ? null : Times(parts, duration, cancellationToken);
            return new LoadRound(round, throughput, HasPercentiles(times, connections) ? times!.Percentiles() : null, figures);
        }

        // With thousands of connections h2load often waits for one that it has lost. The figures of wrk remain valid.
        private RequestTimes? Times((Uri Url, int Connections)[] parts, TimeSpan duration, CancellationToken cancellationToken)
        {
            try
            {
                return SampleServer.Load(server, () => sweep.Times(parts, duration, cancellationToken));
            }
            catch (LoadException e)
            {
                // If the generator fails or does not end, the server may hang or not listen at all.
                Probe.Get(parts[0].Url, cancellationToken, server: server);
                if (e is not StuckGeneratorException)
                    throw;
                return null;
            }
        }

        public void EnsureAnswers(CancellationToken cancellationToken)
        {
            if (server is null)
                Probe.Get(new Uri(addresses[0], sweep.swept.Path), cancellationToken);
        }

        public void Dispose()
        {
            counters?.Dispose();
            server?.Dispose();
        }
    }
}
