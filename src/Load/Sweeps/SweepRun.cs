using System.Diagnostics;
using System.Globalization;

namespace Bench.Load;

internal sealed record LoadProgress(string What, TimeSpan Left);

internal sealed record LoadedServer(
    Func<IReadOnlyList<int>?, CancellationToken, SampleServer>? Start,
    Uri? Own,
    int Addresses,
    string Path
);

/// <summary>
/// Loads a server at several levels of concurrency: rounds over all levels, each in an order drawn at random, so that no level is
/// always measured first. In each round wrk counts throughput, then h2load logs response times. A sample is a fresh process in each
/// round: what differs between processes does not average out inside one, so that only rounds of their own processes can show a difference.
/// </summary>
internal sealed class SweepRun(LoadedServer loaded, SweepSettings settings, Reach reach, string folder, Action<LoadProgress> report)
{
    /// <summary>Connections of the warm-up: enough to use every core, few enough for any server.</summary>
    private const int WarmUpConnections = 64;

    /// <summary>Time for the server to notice that the connections of the level before are closed.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(500);

    private readonly CoreSplit? split = settings.Pin ? CoreSplit.ForThisMachine() : null;
    private readonly Dictionary<int, List<LoadRound>> rounds = settings.Levels.ToDictionary(level => level, _ => new List<LoadRound>());
    private readonly Dictionary<int, string> failures = [];

    public IReadOnlyList<LoadLevel> Levels =>
        [.. settings.Levels.Select(level => new LoadLevel(level, Unreached(level), rounds[level], [.. Marks(level)]))];

    /// <summary>
    /// Takes over the rounds of a run that was interrupted; <see cref="Measure(Action, CancellationToken)"/> adds the levels that each
    /// lacks.
    /// </summary>
    /// <param name="interrupted">A run of the same target and settings.</param>
    public void GoOnWith(LoadRun interrupted)
    {
        foreach (var level in interrupted.Levels)
            rounds[level.Concurrency].AddRange(level.Rounds);
    }

    public void Measure(Action keep, CancellationToken cancellationToken)
    {
        var isWarm = false;
        for (var round = 1; round <= settings.Repeats; round++)
        {
            int[] levels =
            [
                .. settings.Levels.Where(level => Unreached(level) is null && !rounds[level].Exists(one => one.Round == round)),
            ];
            if (levels.Length == 0)
                continue;
            using var server = loaded.Start?.Invoke(split?.Server, cancellationToken);
            var addresses = server?.Addresses ?? [loaded.Own!];
            foreach (var address in addresses)
                Probe.Get(new Uri(address, loaded.Path), cancellationToken, server: server);
            using var counters = server is null ? null : ServerCounters.Attach(server, cancellationToken);
            if (settings.WarmUpSeconds > 0 && (!isWarm || server is not null))
            {
                Report(round, 0, levels.Length, "warming up");
                WarmUp(
                    server,
                    counters,
                    time =>
                        Wrk.Run(
                            Parts(addresses, Math.Min(WarmUpConnections, levels.Max())),
                            settings.Threads,
                            time,
                            folder,
                            cancellationToken,
                            split?.Generator
                        )
                );
                isWarm = true;
            }

            if (counters is not null)
            {
                SampleServer.Load(server, () => counters.Calm(cancellationToken));
                // A level may be as short as a second.
                cancellationToken.WaitHandle.WaitOne(ServerCounters.UntilNext);
            }

            Random.Shared.Shuffle(levels);
            for (var i = 0; i < levels.Length; i++)
            {
                Report(round, i, levels.Length, string.Create(CultureInfo.InvariantCulture, $"{levels[i]} connections"));
                if (!failures.ContainsKey(levels[i]))
                    Measure(server, counters, addresses, levels[i], round, cancellationToken);
                keep();
            }
        }
    }

    /// <summary>Loads a fresh, warm process while something looks at it.</summary>
    public void While(int connections, TimeSpan time, Action<int> look, CancellationToken cancellationToken)
    {
        using var server = (loaded.Start ?? throw new LoadException("a profile is taken of a sample that was started for it."))(
            split?.Server,
            cancellationToken
        );
        using (var counters = ServerCounters.Attach(server, cancellationToken))
            WarmUp(
                server,
                counters,
                span => Wrk.Run(Parts(server.Addresses, connections), settings.Threads, span, folder, cancellationToken, split?.Generator)
            );
        // Longer than it is looked at, for that takes a while to begin.
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var load = Task.Run(
            () =>
                Wrk.Run(
                    Parts(server.Addresses, connections),
                    settings.Threads,
                    time + TimeSpan.FromSeconds(2),
                    folder,
                    ending.Token,
                    split?.Generator
                ),
            CancellationToken.None
        );
        try
        {
            look(server.ProcessId);
        }
        catch
        {
            // No generator outlives this.
            ending.Cancel();
            ((IAsyncResult)load).AsyncWaitHandle.WaitOne();
            throw;
        }

        SampleServer.Load(server, () => load.GetAwaiter().GetResult());
    }

    // A server of the user's own says nothing of its compiler.
    private void WarmUp(SampleServer? server, ServerCounters? counters, Func<TimeSpan, Throughput> load)
    {
        var min = TimeSpan.FromSeconds(Math.Max(1, settings.WarmUpSeconds));
        if (counters is null)
            load(min);
        else
            ServerWarmUp.Run([(null, counters)], min, time => SampleServer.Load(server, () => load(time)).Requests);
    }

    private void Report(int round, int done, int levels, string what)
    {
        var rounds = settings.Repeats - round;
        var left =
            (((2 * settings.DurationSeconds) + Pause.TotalSeconds) * ((rounds * levels) + levels - done))
            + (settings.WarmUpSeconds * (rounds + (done == 0 ? 1 : 0)));
        report(
            new LoadProgress(
                string.Create(CultureInfo.InvariantCulture, $"round {round} of {settings.Repeats}: {what}"),
                TimeSpan.FromSeconds(left)
            )
        );
    }

    private void Measure(
        SampleServer? server,
        ServerCounters? counters,
        IReadOnlyList<Uri> addresses,
        int level,
        int round,
        CancellationToken cancellationToken
    )
    {
        var parts = Parts(addresses, level);
        var duration = TimeSpan.FromSeconds(settings.DurationSeconds);
        try
        {
            var (clock, began, before) = (Stopwatch.StartNew(), counters?.Now, server?.ProcessorTime);
            var throughput = SampleServer.Load(
                server,
                () => Wrk.Run(parts, settings.Threads, duration, folder, cancellationToken, split?.Generator)
            );
            throughput = throughput with { ServerCores = server is null ? null : (server.ProcessorTime - before!.Value) / clock.Elapsed };
            var figures = counters?.Readings.Between(began!.Value, counters.Now);
            cancellationToken.WaitHandle.WaitOne(Pause);
            var times =
                throughput.Requests == 0
                    ? null
                    : ArmLoad.OnceMore(
                        () =>
                            SampleServer.Load(
                                server,
                                () => H2Load.Times(parts, settings.Threads, duration, folder, cancellationToken, cores: split?.Generator)
                            ),
                        () => Probe.Get(parts[0].Url, cancellationToken, server: server)
                    );
            rounds[level].Add(new LoadRound(round, throughput, HasPercentiles(times, level) ? times!.Percentiles() : null, figures));
        }
        catch (LoadException e) when (server is not { HasEnded: true })
        {
            // A server of the user's own that answers no more has ended.
            if (server is null)
                Probe.Get(parts[0].Url, cancellationToken);
            // One level that a generator can't do is no reason to lose the others.
            failures.Add(level, e.Message);
        }
    }

    // Of few, those that were cut off at the end are many, and the slowest.
    private static bool HasPercentiles(RequestTimes? times, int level) => times?.Requests >= (long)ArmLoad.MinRequestsOfConnection * level;

    private (Uri Url, int Connections)[] Parts(IReadOnlyList<Uri> addresses, int connections)
    {
        var count = Processes(connections);
        return
        [
            .. Enumerable
                .Range(0, count)
                .Select(i => (new Uri(addresses[i], loaded.Path), (connections / count) + (i < connections % count ? 1 : 0))),
        ];
    }

    // A generator asks one address: each has its own.
    private int Processes(int connections) => Math.Min(loaded.Addresses, reach.AddressesFor(connections));

    private string? Unreached(int level) => reach.UnsupportedReason(level, loaded.Addresses) ?? failures.GetValueOrDefault(level);

    private IEnumerable<string> Marks(int level)
    {
        var measured = rounds[level];
        if (measured.Count == 0)
            yield break;
        var cores = Environment.ProcessorCount;
        // A thread is at most one core: a level that few threads divide has few of them.
        var processes = Processes(level);
        var own = split?.Generator.Count ?? cores;
        if (
            GeneratorLimit.Of(
                measured.Average(round => round.Throughput.GeneratorCores),
                measured.Average(round => round.Throughput.ServerCores),
                Math.Min(own, processes * Wrk.ThreadsFor(Math.Max(1, level / processes), settings.Threads)),
                split is null ? cores : null
            )
                is { } limit
        )
            yield return limit;
        if (
            measured.Average(round => round.ResponseTimes?.GeneratorCores)
            > GeneratorLimit.BusyGenerator * Math.Min(own, processes * Math.Min(settings.Threads, level))
        )
            yield return "h2load was saturated: response times are in part its own";
        var without = measured.Count(round => round.Throughput.Requests > 0 && round.ResponseTimes is null);
        if (without > 0)
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"no percentiles in {without} of {measured.Count} rounds: fewer than {ArmLoad.MinRequestsOfConnection} answers on each connection in {settings.DurationSeconds:0.#} s, so that most of the slow ones would be missing: take fewer connections or a longer --duration"
            );
        if (measured.Sum(round => round.ResponseTimes?.Failed) is > 0 and var failed)
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"{failed} of the {measured.Sum(round => round.ResponseTimes?.Requests)} response times are of answers other than 2xx"
            );
        if (measured.All(round => round.Throughput.Requests == 0))
            yield return "nothing was answered";
    }
}
