using System.Diagnostics;
using System.Globalization;

namespace Bench.LoadTesting;

/// <summary>How far a load test is.</summary>
/// <param name="What">What is done now.</param>
/// <param name="Left">The time left.</param>
public sealed record LoadProgress(string What, TimeSpan Left);

/// <summary>
/// Loads a server at several levels of concurrency: rounds over all levels, each in an order drawn at random, so that no level is
/// always measured first. In each round wrk counts throughput, then h2load logs response times.
/// </summary>
/// <param name="addresses">Where the server listens.</param>
/// <param name="path">What is asked for, with the slash.</param>
/// <param name="server">The server, where it was started for the test; null for a user's own.</param>
/// <param name="settings">How.</param>
/// <param name="reach">What the machine allows.</param>
/// <param name="folder">A temporary folder.</param>
/// <param name="report">Told before each step.</param>
public sealed class SweepRun(IReadOnlyList<Uri> addresses, string path, SampleServer? server, SweepSettings settings, Reach reach, string folder, Action<LoadProgress> report)
{
    /// <summary>A generator that keeps its threads this busy measures itself.</summary>
    private const double BusyGenerator = 0.9;

    private const double BusyMachine = 0.95;

    /// <summary>Connections of the warm-up: enough to use every core, few enough for any server.</summary>
    private const int WarmUpConnections = 64;

    /// <summary>Time for the server to notice that the connections of the level before are closed.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(500);

    private readonly Dictionary<int, List<LoadRound>> rounds = settings.Levels.ToDictionary(level => level, _ => new List<LoadRound>());
    private readonly Dictionary<int, string> failures = [];

    /// <summary>What was measured so far.</summary>
    public IReadOnlyList<LoadLevel> Levels => [.. settings.Levels.Select(level => new LoadLevel(level, Unreached(level), rounds[level], [.. Marks(rounds[level])]))];

    /// <summary>Measures.</summary>
    /// <param name="cancellation">Ends it: what was measured is in <see cref="Levels"/>.</param>
    /// <exception cref="LoadException">The server does not answer as it should, or ends; a generator fails.</exception>
    public void Measure(CancellationToken cancellation)
    {
        MustAnswer(cancellation);
        int[] levels = [.. settings.Levels.Where(level => Unreached(level) is null)];
        if (levels.Length == 0)
            return;
        var duration = TimeSpan.FromSeconds(settings.DurationSeconds);
        var steps = levels.Length * settings.Repeats;
        var eachStep = (2 * duration) + Pause;
        report(new LoadProgress("warming up", (eachStep * steps) + TimeSpan.FromSeconds(settings.WarmUpSeconds)));
        if (settings.WarmUpSeconds > 0)
            Wrk.Run(Parts(Math.Min(WarmUpConnections, levels[^1])), settings.Threads, TimeSpan.FromSeconds(settings.WarmUpSeconds), folder, cancellation);
        var done = 0;
        for (var round = 1; round <= settings.Repeats; round++)
        {
            Random.Shared.Shuffle(levels);
            foreach (var level in levels)
            {
                report(new LoadProgress(string.Create(CultureInfo.InvariantCulture, $"round {round}: {level} connections"), eachStep * (steps - done)));
                done++;
                if (!failures.ContainsKey(level))
                    Measure(level, round, duration, cancellation);
            }
        }
    }

    private void Measure(int level, int round, TimeSpan duration, CancellationToken cancellation)
    {
        var parts = Parts(level);
        try
        {
            var clock = Stopwatch.StartNew();
            var before = server?.ProcessorTime;
            var throughput = Wrk.Run(parts, settings.Threads, duration, folder, cancellation);
            throughput = throughput with { ServerCores = server is null ? null : (server.ProcessorTime - before!.Value) / clock.Elapsed };
            server?.MustBeAlive();
            cancellation.WaitHandle.WaitOne(Pause);
            var times = throughput.Requests == 0 ? null : H2Load.Run(parts, settings.Threads, duration, folder, cancellation);
            server?.MustBeAlive();
            rounds[level].Add(new LoadRound(round, throughput, times));
        }
        catch (LoadException e) when (server is not { HasEnded: true })
        {
            // One level that a generator can't do is no reason to lose the others.
            failures.Add(level, e.Message);
        }
    }

    private (Uri Url, int Connections)[] Parts(int connections)
    {
        var count = Math.Min(addresses.Count, reach.AddressesFor(connections));
        return [.. Enumerable.Range(0, count).Select(i => (new Uri(addresses[i], path), (connections / count) + (i < connections % count ? 1 : 0)))];
    }

    private string? Unreached(int level) => reach.WhyNot(level, addresses.Count) ?? failures.GetValueOrDefault(level);

    private static IEnumerable<string> Marks(IReadOnlyList<LoadRound> rounds)
    {
        if (rounds.Count == 0)
            yield break;
        var cores = Environment.ProcessorCount;
        var (generator, server) = (rounds.Average(round => round.Throughput.GeneratorCores), rounds.Average(round => round.Throughput.ServerCores));
        if (generator > BusyGenerator * cores)
            yield return "the generator was saturated: its own speed was measured";
        else if (server is { } used && generator > used && generator + used > BusyMachine * cores)
            yield return "the generator took more of the machine than the server: in part its own speed was measured";
        if (rounds.All(round => round.Throughput.Requests == 0))
            yield return "nothing was answered";
    }

    // Redirects and errors are fast, and no answer to what was asked.
    private void MustAnswer(CancellationToken cancellation)
    {
        using var client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false, UseProxy = false }) { Timeout = TimeSpan.FromSeconds(30) };
        foreach (var address in addresses)
        {
            var url = new Uri(address, path);
            try
            {
                using var response = client.GetAsync(url, cancellation).GetAwaiter().GetResult();
                if (!response.IsSuccessStatusCode)
                    throw new LoadException(string.Create(CultureInfo.InvariantCulture, $"{url} answers {(int)response.StatusCode} {response.ReasonPhrase}: nothing to measure."));
            }
            catch (HttpRequestException e)
            {
                throw new LoadException($"{url} does not answer: {e.Message}");
            }
            catch (TaskCanceledException) when (!cancellation.IsCancellationRequested)
            {
                throw new LoadException($"{url} does not answer within 30 s.");
            }
        }
    }
}
