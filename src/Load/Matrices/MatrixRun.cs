using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace Bench.Load;

internal sealed record ArmRound(
    Throughput Peak,
    ResponseTimes? Paced,
    double PacedSeconds,
    CounterFigures Counters,
    double? ProcessorMicroseconds,
    double? WarmUpSeconds = null
);

/// <summary>An arm with what was measured of it.</summary>
/// <param name="Rounds">Each round, in the order of time.</param>
internal sealed record MeasuredArm(LoadArm Arm, IReadOnlyList<ArmRound> Rounds)
{
    public double? Median(Func<ArmRound, double?> figure)
    {
        double[] values = [.. Rounds.Select(figure).OfType<double>()];
        return values.Length == 0 ? null : MathNet.Numerics.Statistics.Statistics.Median(values);
    }
}

/// <summary>
/// Measures arms that differ in one thing. A pilot of each arm finds the pace: a share of the slowest arm's peak. Then, in each round and
/// in an order drawn at random, each arm is a fresh process, warmed up and loaded at the common pace, and then at full speed in a closed
/// loop.
/// </summary>
internal sealed class MatrixRun(
    LoadMatrix matrix,
    string project,
    IReadOnlyList<string> variables,
    string folder,
    Action<LoadProgress> report
)
{
    private readonly CoreSplit? split = matrix.Pin ? CoreSplit.ForThisMachine() : null;
    private readonly Dictionary<string, string> programs = [];
    private readonly Dictionary<LoadArm, List<ArmRound>> rounds = matrix.Arms.ToDictionary(arm => arm, _ => new List<ArmRound>());

    /// <summary>The arms, with what was measured so far.</summary>
    public IReadOnlyList<MeasuredArm> Arms => [.. matrix.Arms.Select(arm => new MeasuredArm(arm, rounds[arm]))];

    /// <summary>The common pace in requests a second, as soon as it is known.</summary>
    public double? Pace { get; private set; }

    /// <summary>
    /// Takes over the pace and the rounds of a run that was interrupted; <see cref="Measure(Action, CancellationToken)"/> adds those that
    /// are missing.
    /// </summary>
    public void GoOnWith(MatrixResult interrupted)
    {
        Pace = interrupted.Pace;
        foreach (var (arm, measured) in matrix.Arms.Zip(interrupted.Arms))
            rounds[arm].AddRange(measured.Rounds);
    }

    public void Measure(Action keep, CancellationToken cancellationToken)
    {
        if (rounds[matrix.Arms[0]].Count >= matrix.Rounds)
            return;
        foreach (var arm in matrix.Arms)
            Publish(arm, cancellationToken);
        Pace ??= FindPace(cancellationToken);
        for (var round = rounds[matrix.Arms[0]].Count + 1; round <= matrix.Rounds; round++)
        {
            var order = matrix.Arms.ToArray();
            Random.Shared.Shuffle(order);
            var measured = new Dictionary<LoadArm, ArmRound>();
            for (var i = 0; i < order.Length; i++)
            {
                Report(
                    string.Create(CultureInfo.InvariantCulture, $"round {round} of {matrix.Rounds}"),
                    order[i],
                    ((matrix.Rounds - round) * order.Length) + order.Length - i
                );
                measured.Add(order[i], Measure(order[i], cancellationToken));
            }

            // Whole rounds only: an arm is compared with the first of the same round.
            foreach (var (arm, result) in measured)
                rounds[arm].Add(result);
            keep();
        }
    }

    private double FindPace(CancellationToken cancellationToken)
    {
        var slowest = double.PositiveInfinity;
        for (var i = 0; i < matrix.Arms.Count; i++)
        {
            Report("pilot", matrix.Arms[i], (matrix.Rounds * matrix.Arms.Count) + matrix.Arms.Count - i);
            var arm = matrix.Arms[i];
            using var server = Start(arm, cancellationToken);
            using var counters = ServerCounters.Attach(server.ProcessId);
            WarmUp(
                server,
                counters,
                arm,
                time => Wrk.Run(Parts(server), Threads, time, folder, cancellationToken, split?.Generator, matrix.Headers)
            );
            var peak = Peak(server, arm, cancellationToken);
            slowest = Math.Min(slowest, peak.QueriesPerSecond * peak.Success);
        }

        return slowest > 0 ? matrix.Pace * slowest : throw new LoadException("an arm gave no good answer under load.");
    }

    private ArmRound Measure(LoadArm arm, CancellationToken cancellationToken)
    {
        using var server = Start(arm, cancellationToken);
        using var counters = ServerCounters.Attach(server.ProcessId);
        // Warmed up and measured at the pace first: the threads and the heap that full speed asks for would stay.
        var warmUp = WarmUp(server, counters, arm, Paced);
        var (from, before) = (counters.Now, server.ProcessorTime);
        var paced = Guard(server, arm, () => Paced(Duration));
        var used = server.ProcessorTime - before;
        // Without what h2load takes to end and its log to be read.
        var figures = counters.Between(from, from + Duration);
        return new ArmRound(
            Peak(server, arm, cancellationToken),
            paced,
            Duration.TotalSeconds,
            figures,
            paced is { Requests: > 0 and var requests } ? used.TotalMicroseconds / requests : null,
            warmUp.TotalSeconds
        );

        ResponseTimes? Paced(TimeSpan time) =>
            H2Load.Run(Parts(server), Threads, time, folder, cancellationToken, Pace, split?.Generator, matrix.Headers);
    }

    private TimeSpan WarmUp<T>(SampleServer server, ServerCounters counters, LoadArm arm, Func<TimeSpan, T> load) =>
        Named(arm, () => ServerWarmUp.Run(counters, MinWarmUp, time => SampleServer.Load(server, () => load(time))));

    private TimeSpan MinWarmUp => TimeSpan.FromSeconds(matrix.WarmUpSeconds);

    private int Threads => split?.Generator.Count ?? Environment.ProcessorCount;

    // Both generators count whole seconds.
    private TimeSpan Duration => TimeSpan.FromSeconds(Math.Ceiling(matrix.DurationSeconds));

    private (Uri Url, int Connections)[] Parts(SampleServer server) => [(new Uri(server.Addresses[0], matrix.Path), matrix.Connections)];

    private Throughput Peak(SampleServer server, LoadArm arm, CancellationToken cancellationToken)
    {
        var (before, clock) = (server.ProcessorTime, Stopwatch.StartNew());
        var peak = Guard(
            server,
            arm,
            () => Wrk.Run(Parts(server), Threads, Duration, folder, cancellationToken, split?.Generator, matrix.Headers)
        );
        return peak with { ServerCores = (server.ProcessorTime - before) / clock.Elapsed };
    }

    private static T Guard<T>(SampleServer server, LoadArm arm, Func<T> load) => Named(arm, () => SampleServer.Load(server, load));

    private static T Named<T>(LoadArm arm, Func<T> step)
    {
        try
        {
            return step();
        }
        catch (LoadException e)
        {
            throw new LoadException($"{arm.Name}: {e.Message}");
        }
    }

    private void Publish(LoadArm arm, CancellationToken cancellationToken)
    {
        var key = Key(arm);
        if (programs.ContainsKey(key))
            return;
        report(new LoadProgress($"publishing for {arm.Name}", TimeSpan.Zero));
        programs.Add(
            key,
            SampleServer.Publish(
                project,
                Path.Combine(folder, string.Create(CultureInfo.InvariantCulture, $"server{programs.Count}")),
                arm.Properties,
                cancellationToken
            )
        );
    }

    private SampleServer Start(LoadArm arm, CancellationToken cancellationToken)
    {
        var server = SampleServer.Start(
            programs[Key(arm)],
            arm.Switches,
            variables.Concat(arm.Environment.Select(variable => $"{variable.Key}={variable.Value}")),
            1,
            cancellationToken,
            split?.Server
        );
        try
        {
            return Named(
                arm,
                () =>
                {
                    EnsureAnswer(server, arm, cancellationToken);
                    return server;
                }
            );
        }
        catch
        {
            server.Dispose();
            throw;
        }
    }

    private static string Key(LoadArm arm) =>
        string.Join(
            ' ',
            arm.Properties.OrderBy(property => property.Key, StringComparer.Ordinal).Select(property => $"{property.Key}={property.Value}")
        );

    private void EnsureAnswer(SampleServer server, LoadArm arm, CancellationToken cancellationToken)
    {
        var answer = Probe.Get(new Uri(server.Addresses[0], matrix.Path), cancellationToken, matrix.Headers);
        foreach (var (name, expected) in arm.ExpectHeaders)
        {
            if (!answer.Headers.TryGetValue(name, out var actual) || !actual.Contains(expected, StringComparison.OrdinalIgnoreCase))
                throw new LoadException(
                    $"the setting took no effect: the header {name} is {(actual is null ? "not sent" : $"\"{actual}\"")} instead of \"{expected}\"."
                );
        }

        if (arm.Expect.Count == 0)
            return;
        using var health = Parse(Probe.Get(new Uri(server.Addresses[0], "/health"), cancellationToken).Body);
        foreach (var (name, expected) in arm.Expect)
        {
            var isThere = health.RootElement.TryGetProperty(name, out var actual);
            if (!isThere || !Fits(actual, expected))
                throw new LoadException(
                    $"the setting took no effect: {name} is {(isThere ? actual.GetRawText() : "not told")} instead of {expected.GetRawText()}."
                );
        }
    }

    private static JsonDocument Parse(string text)
    {
        try
        {
            var json = JsonDocument.Parse(text);
            if (json.RootElement.ValueKind == JsonValueKind.Object)
                return json;
            json.Dispose();
        }
        catch (JsonException)
        {
            // The same.
        }

        throw new LoadException("/health: expected a JSON object.");
    }

    // ".NET 8." fits ".NET 8.0.31": a version may grow.
    private static bool Fits(JsonElement actual, JsonElement expected) =>
        actual.ValueKind == JsonValueKind.String && expected.ValueKind == JsonValueKind.String
            ? actual.GetString()!.StartsWith(expected.GetString()!, StringComparison.OrdinalIgnoreCase)
            : JsonElement.DeepEquals(actual, expected);

    private void Report(string stage, LoadArm arm, int steps) =>
        report(
            new LoadProgress(
                $"{stage}: {arm.Name}",
                TimeSpan.FromSeconds(steps * (matrix.WarmUpSeconds + (2 * matrix.DurationSeconds) + 1))
            )
        );
}
