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
    private readonly VariantPrograms programs;
    private readonly Dictionary<MatrixLevel, VariantLoad> loads = [];
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
        Func<LoadVariant, string, CancellationToken, string>? publish = null
    )
    {
        (this.matrix, this.folder, this.patience) = (matrix, folder, patience);
        split = matrix.Pin ? CoreSplit.ForThisMachine() : null;
        programs = new VariantPrograms(matrix, variables, folder, split?.Server, publish ?? Publish);
    }

    public double? ShareOfOthers => matrix.Postgres ? null : ProcessorTime.ShareOfOthersFrom(start);

    public IReadOnlyList<string> Publish(Action<LoadVariant> report, CancellationToken cancellationToken)
    {
        programs.Publish(report, cancellationToken);
        return [.. matrix.Variants.Select(programs.ProgramOf)];
    }

    // Interleaved variants are warmed up at once, as in a round.
    public IReadOnlyList<IReadOnlyDictionary<LoadVariant, IReadOnlyList<double>>> Peaks(
        IReadOnlyList<MatrixLevel> levels,
        Action<MatrixLevel, LoadVariant> report,
        CancellationToken cancellationToken
    )
    {
        LoadVariant[][] together = matrix.Alone is null
            ?
            [
                [.. matrix.Variants],
            ]
            : [.. matrix.Variants.Select(variant => (LoadVariant[])[variant])];
        var peaks = levels.Select(_ => new Dictionary<LoadVariant, IReadOnlyList<double>>()).ToArray();
        foreach (var variants in together)
            FindPeaks(variants, levels, peaks, report, cancellationToken);
        return peaks;
    }

    public void AddRound(IReadOnlyList<MatrixLevel> levels, Action<MatrixLevel, LoadVariant> report, CancellationToken cancellationToken)
    {
        var variants = matrix.Variants.ToArray();
        Random.Shared.Shuffle(variants);
        if (matrix.Alone is null)
            Interleave(variants, levels, report, cancellationToken);
        else
            Alone(variants, levels, report, cancellationToken);
    }

    private string Publish(LoadVariant variant, string to, CancellationToken cancellationToken) =>
        ServerProject.Publish(variant.Project, to, variant.Properties, cancellationToken, variant.Framework, TemporaryFiles.Of(folder));

    private VariantLoad LoadOf(MatrixLevel level)
    {
        if (!loads.TryGetValue(level, out var load))
            loads.Add(level, load = new VariantLoad(level.Matrix, folder, split?.Generator, patience));
        load.Shares = level.Shares;
        return load;
    }

    private void Interleave(
        IReadOnlyList<LoadVariant> variants,
        IReadOnlyList<MatrixLevel> levels,
        Action<MatrixLevel, LoadVariant> report,
        CancellationToken cancellationToken
    )
    {
        var running = new List<VariantServer>();
        var first = LoadOf(levels[0]);
        try
        {
            foreach (var variant in variants)
                running.Add(programs.Start(variant, cancellationToken));
            report(levels[0], variants[0]);
            var warmUp = first.WarmUp(running, levels[0].NextPace, cancellationToken);
            (MatrixLevel Level, InterleavedRound Round)[] rounds =
            [
                .. levels.Select(level =>
                    (level, new InterleavedRound(level.Matrix, LoadOf(level), level.NextPace, running, variant => report(level, variant)))
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
        catch (UnansweredException e) when (e.Variant != matrix.Variants[0])
        {
            EnsureFirstAnswers(first, running, cancellationToken);
            throw;
        }
        finally
        {
            VariantServer.End(running);
        }
    }

    // If the first variant fails too, the failure is not the other variant's own.
    private void EnsureFirstAnswers(VariantLoad load, IEnumerable<VariantServer> running, CancellationToken cancellationToken)
    {
        foreach (var first in running.Where(one => one.Variant == matrix.Variants[0]))
            load.EnsureAnswers(first, cancellationToken);
    }

    private void Alone(
        IReadOnlyList<LoadVariant> variants,
        IReadOnlyList<MatrixLevel> levels,
        Action<MatrixLevel, LoadVariant> report,
        CancellationToken cancellationToken
    )
    {
        foreach (var level in levels)
            level.Add(
                new LoneRound(level.Matrix, LoadOf(level), level.NextPace).Measure(
                    variants,
                    variant => programs.Start(variant, cancellationToken),
                    variant => report(level, variant),
                    cancellationToken
                )
            );
    }

    private void FindPeaks(
        LoadVariant[] variants,
        IReadOnlyList<MatrixLevel> levels,
        Dictionary<LoadVariant, IReadOnlyList<double>>[] peaks,
        Action<MatrixLevel, LoadVariant> report,
        CancellationToken cancellationToken
    )
    {
        var running = new List<VariantServer>();
        var first = LoadOf(levels[0]);
        try
        {
            foreach (var variant in variants)
            {
                report(levels[0], variant);
                running.Add(programs.Start(variant, cancellationToken));
            }

            first.WarmUp(running, pace: null, cancellationToken);
            foreach (var (level, ofVariants) in levels.Zip(peaks))
            {
                foreach (var server in running)
                    ofVariants.Add(server.Variant, Peak(level, server));
            }
        }
        catch (UnansweredException e) when (e.Variant != matrix.Variants[0])
        {
            EnsureFirstAnswers(first, running, cancellationToken);
            throw;
        }
        finally
        {
            VariantServer.End(running);
        }

        IReadOnlyList<double> Peak(MatrixLevel level, VariantServer server)
        {
            report(level, server.Variant);
            var time = TimeSpan.FromSeconds(Math.Ceiling(matrix.DurationSeconds));
            var peak = LoadOf(level).FullSpeed(server, time, cancellationToken);
            // A single answer may take longer than that.
            if (peak.Each.Any(request => request.Requests == 0) && time < InterleavedRound.LongestSlice)
                peak = LoadOf(level).FullSpeed(server, InterleavedRound.LongestSlice, cancellationToken);
            return [.. matrix.Sent.Zip(peak.Each, (sent, request) => PeakOf(server.Variant, request, sent.Name))];
        }
    }

    /// <param name="request">Name of a request of a mix; empty without a mix.</param>
    internal static double PeakOf(LoadVariant variant, Throughput peak, string request = "") =>
        peak.GoodRequestsPerSecond is > 0 and var good
            ? good
            : throw new UnansweredException(variant, request.Length == 0 ? null : $"no response to {request} was good.");
}
