using Bench.Processes;
using Bench.Runner;

namespace Bench.Load;

// Measures with wrk and h2load. In each round every variant is a new process. They start in random order, are warmed up, and are loaded
// interleaved or alone.
internal sealed class MatrixLoad : IMatrixLoad
{
    private readonly LoadMatrix matrix;
    private readonly string folder;
    private readonly TimeSpan? patience;
    private readonly CoreSplit? split;
    private readonly ArmPrograms programs;
    private readonly Dictionary<MatrixLevel, ArmLoad> loads = [];
    private readonly ProcessorTime? start = ProcessorTime.Read();

    /// <param name="variables">Environment variables of all servers, <c>NAME=VALUE</c>.</param>
    /// <param name="folder">For published programs and the generators' files.</param>
    /// <param name="patience">Time limit of an answer, and of a generator after its planned end; null for the default.</param>
    /// <param name="publish">Publishes the program of a variant to a folder; null to build it.</param>
    public MatrixLoad(
        LoadMatrix matrix,
        IReadOnlyList<string> variables,
        string folder,
        TimeSpan? patience = null,
        Func<LoadArm, string, CancellationToken, string>? publish = null
    )
    {
        (this.matrix, this.folder, this.patience) = (matrix, folder, patience);
        split = matrix.Pin ? CoreSplit.ForThisMachine() : null;
        programs = new ArmPrograms(matrix, variables, folder, split?.Server, publish ?? Publish);
    }

    public double? ShareOfOthers => matrix.Postgres ? null : ProcessorTime.ShareOfOthersFrom(start);

    public IReadOnlyList<string> Publish(Action<LoadArm> report, CancellationToken cancellationToken)
    {
        programs.Publish(report, cancellationToken);
        return [.. matrix.Arms.Select(programs.ProgramOf)];
    }

    // Interleaved variants are warmed up at once, as in a round.
    public IReadOnlyList<IReadOnlyDictionary<LoadArm, IReadOnlyList<double>>> Peaks(
        IReadOnlyList<MatrixLevel> levels,
        Action<MatrixLevel, LoadArm> report,
        CancellationToken cancellationToken
    )
    {
        LoadArm[][] together = matrix.Alone is null
            ?
            [
                [.. matrix.Arms],
            ]
            : [.. matrix.Arms.Select(arm => (LoadArm[])[arm])];
        var peaks = levels.Select(_ => new Dictionary<LoadArm, IReadOnlyList<double>>()).ToArray();
        foreach (var arms in together)
            FindPeaks(arms, levels, peaks, report, cancellationToken);
        return peaks;
    }

    public void AddRound(IReadOnlyList<MatrixLevel> levels, Action<MatrixLevel, LoadArm> report, CancellationToken cancellationToken)
    {
        var arms = matrix.Arms.ToArray();
        Random.Shared.Shuffle(arms);
        if (matrix.Alone is null)
            Interleave(arms, levels, report, cancellationToken);
        else
            Alone(arms, levels, report, cancellationToken);
    }

    private string Publish(LoadArm arm, string to, CancellationToken cancellationToken) =>
        SampleServer.Publish(arm.Project, to, arm.Properties, cancellationToken, arm.Framework, TemporaryFiles.Of(folder));

    private ArmLoad LoadOf(MatrixLevel level)
    {
        if (!loads.TryGetValue(level, out var load))
            loads.Add(level, load = new ArmLoad(level.Matrix, folder, split?.Generator, patience));
        load.Shares = level.Shares;
        return load;
    }

    private void Interleave(
        IReadOnlyList<LoadArm> arms,
        IReadOnlyList<MatrixLevel> levels,
        Action<MatrixLevel, LoadArm> report,
        CancellationToken cancellationToken
    )
    {
        var running = new List<ArmServer>();
        var first = LoadOf(levels[0]);
        try
        {
            foreach (var arm in arms)
                running.Add(programs.Start(arm, cancellationToken));
            report(levels[0], arms[0]);
            var warmUp = first.WarmUp(running, levels[0].NextPace, cancellationToken);
            (MatrixLevel Level, InterleavedRound Round)[] rounds =
            [
                .. levels.Select(level =>
                    (level, new InterleavedRound(level.Matrix, LoadOf(level), level.NextPace, running, arm => report(level, arm)))
                ),
            ];
            foreach (var (_, round) in rounds)
                round.Paced(cancellationToken);
            foreach (var (_, round) in rounds)
                round.FullSpeed(cancellationToken);
            foreach (var server in running)
                first.EnsureBody(server, cancellationToken);
            foreach (var (level, round) in rounds)
                level.Add(round.ToRounds(warmUp));
        }
        catch (UnansweredException e) when (e.Arm != matrix.Arms[0])
        {
            EnsureFirstAnswers(first, running, cancellationToken);
            throw;
        }
        finally
        {
            ArmServer.End(running);
        }
    }

    // If the first variant fails too, the failure is not the other variant's own.
    private void EnsureFirstAnswers(ArmLoad load, IEnumerable<ArmServer> running, CancellationToken cancellationToken)
    {
        foreach (var first in running.Where(one => one.Arm == matrix.Arms[0]))
            load.EnsureAnswers(first, cancellationToken);
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
                new LoneRound(level.Matrix, LoadOf(level), level.NextPace).Measure(
                    arms,
                    arm => programs.Start(arm, cancellationToken),
                    arm => report(level, arm),
                    cancellationToken
                )
            );
    }

    private void FindPeaks(
        LoadArm[] arms,
        IReadOnlyList<MatrixLevel> levels,
        Dictionary<LoadArm, IReadOnlyList<double>>[] peaks,
        Action<MatrixLevel, LoadArm> report,
        CancellationToken cancellationToken
    )
    {
        var running = new List<ArmServer>();
        var first = LoadOf(levels[0]);
        try
        {
            foreach (var arm in arms)
            {
                report(levels[0], arm);
                running.Add(programs.Start(arm, cancellationToken));
            }

            first.WarmUp(running, pace: null, cancellationToken);
            foreach (var (level, ofArms) in levels.Zip(peaks))
            {
                foreach (var server in running)
                    ofArms.Add(server.Arm, Peak(level, server));
            }
        }
        catch (UnansweredException e) when (e.Arm != matrix.Arms[0])
        {
            EnsureFirstAnswers(first, running, cancellationToken);
            throw;
        }
        finally
        {
            ArmServer.End(running);
        }

        IReadOnlyList<double> Peak(MatrixLevel level, ArmServer server)
        {
            report(level, server.Arm);
            var time = TimeSpan.FromSeconds(Math.Ceiling(matrix.DurationSeconds));
            var peak = LoadOf(level).FullSpeed(server, time, cancellationToken);
            // A single answer may take longer than that.
            if (peak.Each.Any(request => request.Requests == 0) && time < InterleavedRound.LongestSlice)
                peak = LoadOf(level).FullSpeed(server, InterleavedRound.LongestSlice, cancellationToken);
            return [.. matrix.Sent.Zip(peak.Each, (sent, request) => PeakOf(server.Arm, request, sent.Name))];
        }
    }

    /// <param name="request">Name of a request of a mix; empty without a mix.</param>
    internal static double PeakOf(LoadArm arm, Throughput peak, string request = "") =>
        peak.GoodQueriesPerSecond is > 0 and var good
            ? good
            : throw new UnansweredException(arm, request.Length == 0 ? null : $"no response to {request} was good.");
}
