using System.Globalization;
using System.Text.Json.Serialization;

namespace Bench.Load;

/// <summary>What was measured of an arm in a round.</summary>
/// <param name="Peak">At full speed.</param>
/// <param name="Counters">At the pace, a second of load.</param>
/// <param name="ProcessorMicroseconds">Processor time of the server a request, at the pace.</param>
/// <param name="Slices">In how many slices it was loaded at the pace, interleaved with the others; null where it was alone.</param>
/// <param name="WhyNoPercentiles">Why its percentiles say nothing; null where they do.</param>
internal sealed record ArmRound(
    Throughput Peak,
    ResponseTimes? Paced,
    double PacedSeconds,
    CounterFigures Counters,
    double? ProcessorMicroseconds,
    double? WarmUpSeconds = null,
    int? Slices = null,
    string? WhyNoPercentiles = null
)
{
    /// <summary>Times at the pace that say something; null where there are none.</summary>
    [JsonIgnore]
    public ResponseTimes? Percentiles => WhyNoPercentiles is null ? Paced : null;

    /// <summary>Allocated bytes a request, at the pace.</summary>
    [JsonIgnore]
    public double? AllocatedBytes =>
        Paced is { Requests: > 0 and var requests } ? Counters.AllocatedBytesPerSecond * PacedSeconds / requests : null;

    /// <summary>Whether anything was answered well at full speed.</summary>
    [JsonIgnore]
    public bool AnswersAtFullSpeed => Peak.Requests > 0 && Peak.Success > 0;

    /// <summary>Whether anything was answered well at the pace.</summary>
    [JsonIgnore]
    public bool AnswersAtThePace => Paced is { } times && times.Requests > times.Failed;
}

/// <summary>An arm with what was measured of it.</summary>
/// <param name="Rounds">Each round, in the order of time.</param>
internal sealed record MeasuredArm(LoadArm Arm, IReadOnlyList<ArmRound> Rounds)
{
    /// <summary>
    /// The share of good answers over all rounds, at the pace or at full speed, whichever is smaller; null where nothing was measured.
    /// </summary>
    [JsonIgnore]
    public double? GoodShare
    {
        get
        {
            if (Rounds.Count == 0)
                return null;
            var requests = Rounds.Sum(round => round.Paced?.Requests ?? 0);
            double? paced = requests == 0 ? null : 1 - ((double)Rounds.Sum(round => round.Paced?.Failed ?? 0) / requests);
            var peak = Throughput.Join([.. Rounds.Select(round => round.Peak)]).Success;
            return paced < peak ? paced : peak;
        }
    }

    public double? Median(Func<ArmRound, double?> figure)
    {
        double[] values = [.. Rounds.Select(figure).OfType<double>()];
        return values.Length == 0 ? null : MathNet.Numerics.Statistics.Statistics.Median(values);
    }
}

/// <summary>
/// Measures arms that differ in one thing. A pilot of each arm finds the pace: a share of the slowest arm's peak. Then, in each round and
/// in an order drawn at random, each arm is a new process, warmed up and loaded at the common pace, and then at full speed in a closed
/// loop: interleaved with the others, or alone.
/// </summary>
internal sealed class MatrixRun
{
    private readonly LoadMatrix matrix;
    private readonly Action<LoadProgress> report;
    private readonly ArmServers servers;
    private readonly ArmLoad load;
    private readonly Dictionary<LoadArm, List<ArmRound>> rounds;

    public MatrixRun(LoadMatrix matrix, string project, IReadOnlyList<string> variables, string folder, Action<LoadProgress> report)
    {
        (this.matrix, this.report) = (matrix, report);
        var split = matrix.Pin ? CoreSplit.ForThisMachine() : null;
        servers = new ArmServers(matrix, project, variables, folder, split?.Server);
        load = new ArmLoad(matrix, folder, split?.Generator);
        rounds = matrix.Arms.ToDictionary(arm => arm, _ => new List<ArmRound>());
    }

    /// <summary>The arms, with what was measured so far.</summary>
    public IReadOnlyList<MeasuredArm> Arms => [.. matrix.Arms.Select(arm => new MeasuredArm(arm, rounds[arm]))];

    /// <summary>The common pace in requests a second, as soon as it is known.</summary>
    public double? Pace { get; private set; }

    /// <summary>
    /// Takes over the pace and the rounds of a run that was interrupted; <see cref="Measure(int, Action, CancellationToken)"/> adds those
    /// that are missing.
    /// </summary>
    public void GoOnWith(MatrixResult interrupted)
    {
        Pace = interrupted.Pace;
        foreach (var (arm, measured) in matrix.Arms.Zip(interrupted.Arms))
            rounds[arm].AddRange(measured.Rounds);
    }

    /// <summary>Publishes the program of each arm.</summary>
    /// <returns>Where each is, in the order of the arms.</returns>
    public IReadOnlyList<string> Publish(CancellationToken cancellationToken)
    {
        servers.Publish(arm => report(new LoadProgress($"publishing for {arm.Name}", TimeSpan.Zero)), cancellationToken);
        return [.. matrix.Arms.Select(servers.ProgramOf)];
    }

    /// <summary>Adds rounds until there are so many.</summary>
    /// <param name="count">How many of each arm.</param>
    /// <param name="keep">Called after each round.</param>
    public void Measure(int count, Action keep, CancellationToken cancellationToken)
    {
        if (rounds[matrix.Arms[0]].Count >= count)
            return;
        Publish(cancellationToken);
        var pace = Pace ??= FindPace(cancellationToken);
        for (var round = rounds[matrix.Arms[0]].Count + 1; round <= count; round++)
        {
            var order = matrix.Arms.ToArray();
            Random.Shared.Shuffle(order);
            var left = count - round + 1;
            void Report(LoadArm arm) => this.Report(string.Create(CultureInfo.InvariantCulture, $"round {round} of {count}"), arm, left);
            ArmServer Start(LoadArm arm) => servers.Start(arm, cancellationToken);
            var measured = matrix.Alone is null
                ? new InterleavedRound(matrix, load, pace).Measure(order, Start, Report, cancellationToken)
                : new LoneRound(matrix, load, pace).Measure(order, Start, Report, cancellationToken);

            // Whole rounds only: an arm is compared with the first of the same round.
            foreach (var (arm, result) in measured)
                rounds[arm].Add(result);
            keep();
        }
    }

    // Interleaved arms are warmed up at once, as in a round.
    private double FindPace(CancellationToken cancellationToken)
    {
        LoadArm[][] together = matrix.Alone is null
            ?
            [
                [.. matrix.Arms],
            ]
            : [.. matrix.Arms.Select(arm => (LoadArm[])[arm])];
        return matrix.Pace * together.SelectMany(arms => Peaks(arms, cancellationToken)).Min();
    }

    private double[] Peaks(LoadArm[] arms, CancellationToken cancellationToken)
    {
        var running = new List<ArmServer>();
        try
        {
            foreach (var arm in arms)
            {
                Report("pilot", arm, matrix.Rounds + 1);
                running.Add(servers.Start(arm, cancellationToken));
            }

            load.WarmUp(running, pace: null, cancellationToken);
            return [.. running.Select(Peak)];
        }
        finally
        {
            foreach (var server in running)
                server.Dispose();
        }

        double Peak(ArmServer server)
        {
            Report("pilot", server.Arm, matrix.Rounds + 1);
            var peak = load.FullSpeed(server, TimeSpan.FromSeconds(Math.Ceiling(matrix.DurationSeconds)), cancellationToken);
            return peak.QueriesPerSecond * peak.Success is > 0 and var good
                ? good
                : throw new LoadException($"{server.Arm.Name}: no good answer under load.");
        }
    }

    private void Report(string stage, LoadArm arm, int roundsLeft) =>
        report(
            new LoadProgress(
                $"{stage}: {arm.Name}",
                roundsLeft * (matrix.Alone is null ? InterleavedRound.Time(matrix) : LoneRound.Time(matrix))
            )
        );
}
