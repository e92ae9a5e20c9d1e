using System.Globalization;
using System.Text.Json.Serialization;
using Bench.Processes;

namespace Bench.Load;

/// <summary>A slice of an arm at full speed.</summary>
/// <param name="GoodQueriesPerSecond">Good requests/s.</param>
internal sealed record FullSpeedSlice(double GoodQueriesPerSecond);

/// <summary>A slice of an arm at the pace.</summary>
/// <param name="P50">Its median response time in ms; null where nothing was answered.</param>
/// <param name="ProcessorMicroseconds">Processor time of the server a request; null where nothing was answered.</param>
internal sealed record PacedSlice(double? P50, double? ProcessorMicroseconds);

/// <summary>What was measured of an arm in a round.</summary>
/// <param name="Peak">At full speed.</param>
/// <param name="Counters">At the pace, a second of load.</param>
/// <param name="ProcessorMicroseconds">Processor time of the server a request, at the pace.</param>
/// <param name="Slices">In how many slices it was loaded at the pace, interleaved with the others; null where it was alone.</param>
/// <param name="WhyNoPercentiles">Why its percentiles say nothing; null where they do.</param>
/// <param name="IdleCores">How many cores it kept busy at the pace while others were loaded; null where it was alone.</param>
/// <param name="FullSpeedSlices">Each slice at full speed, in the order of time; null where it was alone.</param>
/// <param name="PacedSlices">Each slice at the pace, as above.</param>
/// <param name="ProcessorOfDuets">
/// Processor time of the server in us a request, of each duet: a slice in which the first arm and another had half the pace each, at the
/// same time. An element is null where two others had it, 0 where nothing was answered. Null where it was alone.
/// </param>
/// <param name="Pace">Requests/s that each arm was asked for in this round; null where it was the matrix's own pace.</param>
/// <param name="OpeningBytes">
/// What the server allocated where all connections were opened and sent a request each, in bytes: left out of what a request allocates, as
/// often as they were opened. Null where it is not known, and a part of the requests' bytes.
/// </param>
/// <param name="Leaps">In how many slices the counter of bytes leapt, so that those of the others count; null where nobody looked.</param>
internal sealed record ArmRound(
    Throughput Peak,
    ResponseTimes? Paced,
    double PacedSeconds,
    CounterFigures Counters,
    double? ProcessorMicroseconds,
    double? WarmUpSeconds = null,
    int? Slices = null,
    string? WhyNoPercentiles = null,
    double? IdleCores = null,
    IReadOnlyList<FullSpeedSlice>? FullSpeedSlices = null,
    IReadOnlyList<PacedSlice>? PacedSlices = null,
    [property: JsonPropertyName("processorAtOnce")] IReadOnlyList<double?>? ProcessorOfDuets = null,
    double? Pace = null,
    double? OpeningBytes = null,
    int? Leaps = null
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
    public bool AnswersAtFullSpeed => Peak.GoodQueriesPerSecond > 0;

    /// <summary>The share of good answers at the pace, from 0 to 1; null where nothing was answered.</summary>
    [JsonIgnore]
    public double? GoodShareAtThePace => Paced is { Requests: > 0 } times ? 1 - ((double)times.Failed / times.Requests) : null;

    /// <summary>Whether anything was answered well at the pace.</summary>
    [JsonIgnore]
    public bool AnswersAtThePace => Paced is { } times && times.Requests > times.Failed;
}

/// <summary>An arm with what was measured of it.</summary>
/// <param name="Rounds">Each round, in the order of time.</param>
internal sealed record MeasuredArm(LoadArm Arm, IReadOnlyList<ArmRound> Rounds)
{
    /// <summary>The share of good answers at the pace, over all rounds; null where nothing was answered.</summary>
    [JsonIgnore]
    public double? GoodShareAtThePace =>
        Rounds.Sum(round => round.Paced?.Requests ?? 0) is > 0 and var requests
            ? 1 - ((double)Rounds.Sum(round => round.Paced?.Failed ?? 0) / requests)
            : null;

    /// <summary>The same at full speed; null where nothing was measured.</summary>
    [JsonIgnore]
    public double? GoodShareAtFullSpeed => Peaks?.GoodShare;

    /// <summary>Good requests/s at full speed, over all rounds; null where nothing was measured.</summary>
    [JsonIgnore]
    public double? GoodQueriesPerSecond => Peaks?.GoodQueriesPerSecond;

    private Throughput? Peaks => Rounds.Count > 0 ? Throughput.Join([.. Rounds.Select(round => round.Peak)]) : null;

    /// <summary>In how many slices of all rounds the counter of bytes leapt.</summary>
    [JsonIgnore]
    public long Leaps => Rounds.Sum(round => (long)(round.Leaps ?? 0));

    public double? Median(Func<ArmRound, double?> figure)
    {
        double[] values = [.. Rounds.Select(figure).OfType<double>()];
        return values.Length == 0 ? null : MathNet.Numerics.Statistics.Statistics.Median(values);
    }
}

/// <summary>
/// Measures arms that differ in one thing, at one number of connections or at several. A pilot of each arm finds the pace: a share of the
/// slowest arm's peak, or less where the machine has become slower since. Then, in each round and in an order drawn at random, each arm is
/// a new process, warmed up and loaded at the common pace, and then at full speed in a closed loop: interleaved with the others, or alone.
/// </summary>
internal sealed class MatrixRun
{
    private readonly LoadMatrix matrix;
    private readonly Action<LoadProgress> report;
    private readonly ArmPrograms programs;
    private readonly ProcessorTime? start = ProcessorTime.Read();

    /// <param name="levels">The same arms, which differ in nothing but connections.</param>
    public MatrixRun(IReadOnlyList<LoadMatrix> levels, IReadOnlyList<string> variables, string folder, Action<LoadProgress> report)
    {
        (matrix, this.report) = (levels[0], report);
        var split = matrix.Pin ? CoreSplit.ForThisMachine() : null;
        programs = new ArmPrograms(matrix, variables, folder, split?.Server);
        Levels = [.. levels.Select(level => new MatrixLevel(level, folder, split?.Generator))];
    }

    /// <summary>What was measured so far, in the order in which the levels were given.</summary>
    public IReadOnlyList<MatrixLevel> Levels { get; }

    /// <summary>
    /// The share of all processors that others took so far, 0 to 1; null where the system does not say, and with a database, which is a
    /// part of what is measured and no child of this process.
    /// </summary>
    public double? ShareOfOthers => matrix.Postgres ? null : ProcessorTime.ShareOfOthersFrom(start);

    /// <summary>Publishes the program of each arm.</summary>
    /// <returns>Where each is, in the order of the arms.</returns>
    public IReadOnlyList<string> Publish(CancellationToken cancellationToken)
    {
        programs.Publish(arm => report(new LoadProgress($"publishing for {arm.Name}", TimeSpan.Zero)), cancellationToken);
        return [.. matrix.Arms.Select(programs.ProgramOf)];
    }

    /// <summary>Adds rounds until there are so many.</summary>
    /// <param name="count">How many of each arm at each level.</param>
    /// <param name="keep">Called after each round.</param>
    public void Measure(int count, Action keep, CancellationToken cancellationToken)
    {
        if (Levels.All(level => level.Rounds >= count))
            return;
        Publish(cancellationToken);
        MatrixLevel[] unknown = [.. Levels.Where(level => level.Pace is null)];
        if (unknown.Length > 0)
            FindPace(unknown, cancellationToken);
        for (var round = Levels.Min(level => level.Rounds) + 1; round <= count; round++)
        {
            var arms = matrix.Arms.ToArray();
            MatrixLevel[] levels = [.. Levels.Where(level => level.Rounds < round)];
            Random.Shared.Shuffle(arms);
            Random.Shared.Shuffle(levels);
            var stage = string.Create(CultureInfo.InvariantCulture, $"round {round} of {count}");
            var left = count - round + 1;
            if (matrix.Alone is null)
                Interleave(arms, levels, (level, arm) => Report(stage, level, arm, left), cancellationToken);
            else
                Alone(arms, levels, (level, arm) => Report(stage, level, arm, left), cancellationToken);
            keep();
        }
    }

    private void Interleave(
        IReadOnlyList<LoadArm> arms,
        IReadOnlyList<MatrixLevel> levels,
        Action<MatrixLevel, LoadArm> report,
        CancellationToken cancellationToken
    )
    {
        var running = new List<ArmServer>();
        try
        {
            foreach (var arm in arms)
                running.Add(programs.Start(arm, cancellationToken));
            report(levels[0], arms[0]);
            var warmUp = levels[0].Load.WarmUp(running, levels[0].NextPace, cancellationToken);
            (MatrixLevel Level, InterleavedRound Round)[] rounds =
            [
                .. levels.Select(level =>
                    (level, new InterleavedRound(level.Matrix, level.Load, level.NextPace, running, arm => report(level, arm)))
                ),
            ];
            foreach (var (_, round) in rounds)
                round.Paced(cancellationToken);
            foreach (var (_, round) in rounds)
                round.FullSpeed(cancellationToken);
            foreach (var server in running)
                levels[0].Load.EnsureBody(server, cancellationToken);
            foreach (var (level, round) in rounds)
                level.Add(round.ToRounds(warmUp));
        }
        catch (UnansweredException e) when (e.Arm != matrix.Arms[0])
        {
            EnsureFirstAnswers(running, cancellationToken);
            throw;
        }
        finally
        {
            ArmServer.End(running);
        }
    }

    // What the first arm fails by as well is no other's own failure.
    private void EnsureFirstAnswers(IEnumerable<ArmServer> running, CancellationToken cancellationToken)
    {
        foreach (var first in running.Where(one => one.Arm == matrix.Arms[0]))
            Levels[0].Load.EnsureAnswers(first, cancellationToken);
    }

    private void Alone(
        IReadOnlyList<LoadArm> arms,
        IReadOnlyList<MatrixLevel> levels,
        Action<MatrixLevel, LoadArm> report,
        CancellationToken cancellationToken
    )
    {
        foreach (var level in levels)
            level.Add(
                new LoneRound(level.Matrix, level.Load, level.NextPace).Measure(
                    arms,
                    arm => programs.Start(arm, cancellationToken),
                    arm => report(level, arm),
                    cancellationToken
                )
            );
    }

    // Interleaved arms are warmed up at once, as in a round.
    private void FindPace(IReadOnlyList<MatrixLevel> levels, CancellationToken cancellationToken)
    {
        LoadArm[][] together = matrix.Alone is null
            ?
            [
                [.. matrix.Arms],
            ]
            : [.. matrix.Arms.Select(arm => (LoadArm[])[arm])];
        var peaks = levels.ToDictionary(level => level, _ => new Dictionary<LoadArm, double>());
        foreach (var arms in together)
            FindPeaks(arms, peaks, cancellationToken);
        foreach (var (level, ofArms) in peaks)
            level.Begin(ofArms);
    }

    private void FindPeaks(
        LoadArm[] arms,
        Dictionary<MatrixLevel, Dictionary<LoadArm, double>> peaks,
        CancellationToken cancellationToken
    )
    {
        var running = new List<ArmServer>();
        try
        {
            foreach (var arm in arms)
            {
                Report("pilot", peaks.Keys.First(), arm, matrix.Rounds + 1);
                running.Add(programs.Start(arm, cancellationToken));
            }

            peaks.Keys.First().Load.WarmUp(running, pace: null, cancellationToken);
            foreach (var (level, ofArms) in peaks)
            {
                foreach (var server in running)
                    ofArms.Add(server.Arm, Peak(level, server));
            }
        }
        catch (UnansweredException e) when (e.Arm != matrix.Arms[0])
        {
            EnsureFirstAnswers(running, cancellationToken);
            throw;
        }
        finally
        {
            ArmServer.End(running);
        }

        double Peak(MatrixLevel level, ArmServer server)
        {
            Report("pilot", level, server.Arm, matrix.Rounds + 1);
            var time = TimeSpan.FromSeconds(Math.Ceiling(matrix.DurationSeconds));
            var peak = level.Load.FullSpeed(server, time, cancellationToken);
            // Each answer may take longer than that.
            if (peak.Requests == 0 && time < InterleavedRound.LongestSlice)
                peak = level.Load.FullSpeed(server, InterleavedRound.LongestSlice, cancellationToken);
            return PeakOf(server.Arm, peak);
        }
    }

    /// <summary>The peak that the pace is a share of: an arm that is late with each answer has one.</summary>
    internal static double PeakOf(LoadArm arm, Throughput peak) =>
        peak.GoodQueriesPerSecond is > 0 and var good ? good : throw new UnansweredException(arm);

    private void Report(string stage, MatrixLevel level, LoadArm arm, int roundsLeft)
    {
        var where = Levels.Count == 1 ? "" : string.Create(CultureInfo.InvariantCulture, $", {level.Matrix.Connections} connections");
        var warmUps = TimeSpan.FromSeconds(matrix.Alone is null ? matrix.WarmUpSeconds : 0);
        var levels = Levels.Sum(each =>
            (
                matrix.Alone is null
                    ? InterleavedRound.Time(each.Matrix, each.Pace is null ? null : each.NextPace)
                    : LoneRound.Time(each.Matrix)
            ).TotalSeconds
        );
        report(new LoadProgress($"{stage}{where}: {arm.Name}", roundsLeft * (warmUps + TimeSpan.FromSeconds(levels))));
    }
}
