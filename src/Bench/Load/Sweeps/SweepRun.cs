using System.Globalization;

namespace Bench.Load;

internal sealed record LoadProgress(string What, TimeSpan Left);

// Loads a server at several numbers of connections. Each round has all levels in random order, so that no level is always measured first. A
// sample is a fresh process in each round, because differences between processes do not average out inside one process.
internal sealed class SweepRun(ISweepLoad load, SweepSettings settings, ConnectionLimits limits, Action<LoadProgress> report)
{
    // Enough to use every core, few enough for any server.
    private const int WarmUpConnections = 64;

    private readonly Dictionary<int, List<LoadRound>> rounds = settings.Levels.ToDictionary(level => level, _ => new List<LoadRound>());
    private readonly Dictionary<int, string> failures = [];

    public IReadOnlyList<LoadLevel> Levels =>
        [.. settings.Levels.Select(level => new LoadLevel(level, Unreached(level), rounds[level], [.. Marks(level)]))];

    // Measure adds the levels that an interrupted round lacks. The run has the same target and settings.
    public void GoOnWith(LoadRun interrupted)
    {
        foreach (var level in interrupted.Levels)
            rounds[level.Connections].AddRange(level.Rounds);
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
            using var server = load.Start(cancellationToken);
            if (settings.WarmUpSeconds > 0 && (!isWarm || load.StartsServer))
            {
                Report(round, 0, levels.Length, "warming up");
                server.WarmUp(Math.Min(WarmUpConnections, levels.Max()), cancellationToken);
                isWarm = true;
            }

            server.Calm(cancellationToken);
            Random.Shared.Shuffle(levels);
            for (var i = 0; i < levels.Length; i++)
            {
                Report(round, i, levels.Length, string.Create(CultureInfo.InvariantCulture, $"{levels[i]} connections"));
                if (!failures.ContainsKey(levels[i]))
                    Measure(server, levels[i], round, cancellationToken);
                keep();
            }
        }
    }

    private void Report(int round, int done, int levels, string what)
    {
        var rounds = settings.Repeats - round;
        var left =
            (((2 * settings.DurationSeconds) + SweepLoad.Pause.TotalSeconds) * ((rounds * levels) + levels - done))
            + (settings.WarmUpSeconds * (rounds + (done == 0 ? 1 : 0)));
        report(
            new LoadProgress(
                string.Create(CultureInfo.InvariantCulture, $"round {round} of {settings.Repeats}: {what}"),
                TimeSpan.FromSeconds(left)
            )
        );
    }

    private void Measure(ISweptProcess server, int level, int round, CancellationToken cancellationToken)
    {
        try
        {
            rounds[level].Add(server.Measure(level, round, cancellationToken));
        }
        catch (LoadException e) when (!server.HasEnded)
        {
            server.EnsureAnswers(cancellationToken);
            // A generator that fails at one level must not lose the others.
            failures.Add(level, e.Message);
        }
    }

    private string? Unreached(int level) => limits.UnsupportedReason(level, load.Addresses) ?? failures.GetValueOrDefault(level);

    private IEnumerable<string> Marks(int level)
    {
        var measured = rounds[level];
        if (measured.Count == 0)
            yield break;
        var cores = Environment.ProcessorCount;
        // A thread uses at most one core, and a level may have few threads, because they must divide it.
        var processes = limits.ProcessesFor(level, load.Addresses);
        var own = load.CoresOfGenerators ?? cores;
        if (
            GeneratorLimit.Of(
                measured.Average(round => round.Throughput.GeneratorCores),
                measured.Average(round => round.Throughput.ServerCores),
                Math.Min(own, processes * Wrk.ThreadsFor(Math.Max(1, level / processes), settings.Threads)),
                load.CoresOfGenerators is null ? cores : null
            ) is
            { } limit
        )
            yield return limit;
        if (
            measured.Average(round => round.ResponseTimes?.GeneratorCores)
            > GeneratorLimit.BusyGenerator * Math.Min(own, processes * Math.Min(settings.Threads, level))
        )
            yield return "h2load was saturated, so response times include its own delays";
        var without = measured.Count(round => round.Throughput.Requests > 0 && round.ResponseTimes is null);
        if (without > 0)
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"no percentiles in {without} of {measured.Count} rounds: h2load did not end, or connections got fewer than {VariantLoad.MinRequestsOfConnection} responses in {settings.DurationSeconds:0.#} s, so that slow ones would be missing. Use fewer connections or a longer --duration"
            );
        if (measured.Sum(round => round.ResponseTimes?.Failed) is > 0 and var failed)
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"{failed} of the {measured.Sum(round => round.ResponseTimes?.Requests)} response times are of responses other than 2xx"
            );
        if (measured.All(round => round.Throughput.Requests == 0))
            yield return "the server never responded";
    }
}
