using Bench.Results;
using Bench.Statistics;

namespace Bench.Runner;

/// <summary>What a bisection says of a benchmark.</summary>
/// <param name="Whole">The ends; null where the benchmark can't be compared there.</param>
/// <param name="Steps">Where it changed; empty where the ends don't differ beyond the margin.</param>
/// <param name="Skipped">Commits that say nothing, each with the reason.</param>
/// <param name="Measured">How many comparisons were measured, and how many are known by their code.</param>
internal sealed record BisectedBenchmark(
    BenchmarkId Id,
    CommitComparison? Whole,
    IReadOnlyList<(FoundStep Step, string? Change)> Steps,
    IReadOnlyDictionary<PathCommit, string> Skipped,
    (int Measured, int Proven) Measured,
    string? Failure
);

/// <summary>Searches the commits of a path for those at which benchmarks changed.</summary>
/// <param name="margin">The relative change that counts.</param>
/// <param name="isOfAllocation">Whether bytes are compared, and no times.</param>
internal sealed class BisectRun(
    Repository repository,
    IReadOnlyList<PathCommit> path,
    CommitBuilds builds,
    BisectJournal journal,
    double margin,
    bool isOfAllocation,
    TimeSpan benchmarkTimeout,
    Action<string> report
)
{
    /// <summary>How often a bisection may name a wrong commit, or a change where there is none.</summary>
    private const double Error = 0.05;

    private readonly double logMargin = isOfAllocation ? 0 : Math.Log(1 + margin);

    /// <summary>The benchmarks of both ends that the filter fits, in the order of the newer.</summary>
    public IReadOnlyList<BenchmarkId> Find(BenchmarkFilter filter, CancellationToken cancellationToken)
    {
        if (journal.Benchmarks is { } known)
            return known;
        foreach (var end in new[] { path[0], path[^1] })
        {
            if (builds.Of(end, cancellationToken) is null)
                throw new RunnerException($"{end.Name} does not build: {builds.Failures[end]}");
        }

        var run = Check(path[0], path[^1], filter);
        run.Find(cancellationToken);
        BenchmarkId[] found = [.. run.Benchmarks.Where(benchmark => benchmark.IsOpen).Select(benchmark => benchmark.Id)];
        if (found.Length > 0)
            journal.Add(found);
        return found;
    }

    public BisectedBenchmark Search(BenchmarkId benchmark, CancellationToken cancellationToken)
    {
        var reasons = new Dictionary<PathCommit, string>();
        var changes = new Dictionary<(int, int), string?>();
        var (measured, proven) = (0, 0);
        var error = Error / CommitSearch.Comparisons(path.Count);
        if (Compare(0, path.Count - 1) is not { } whole)
            return Result(null, [], reasons.Values.FirstOrDefault() ?? "it can't be compared");
        if (whole.Direction(logMargin) == 0)
            return Result(whole, [], null);
        var search = new CommitSearch(path.Count, logMargin, Compare, isSubtracted: !isOfAllocation);
        var steps = search.Find(whole);
        foreach (var open in search.Skipped.Where(index => !reasons.ContainsKey(path[index])))
            reasons[path[open]] = "what was measured there stays open";
        return Result(whole, [.. steps.Select(step => (step, ChangeOf(step)))], null);

        string? ChangeOf(FoundStep step)
        {
            if (!changes.ContainsKey((step.Before, step.After)))
                Prove(step.Before, step.After);
            return changes.GetValueOrDefault((step.Before, step.After));
        }

        BisectedBenchmark Result(CommitComparison? ends, IReadOnlyList<(FoundStep, string?)> found, string? failure) =>
            new(benchmark, ends, found, reasons, (measured, proven), failure);

        CommitComparison? Compare(int before, int after)
        {
            var known = journal.Find(benchmark, path[before], path[after]);
            if (known is null)
                journal.Add(benchmark, path[before], path[after], known = Measure(before, after));
            if (known.Reason is { } reason)
                reasons[path[after]] = reason;
            else if (known.IsProven)
                proven++;
            else
                measured++;
            changes.TryAdd((before, after), known.Change);
            return known.Result;
        }

        KnownComparison Measure(int before, int after)
        {
            if (Prove(before, after) is not var (run, found))
                return new KnownComparison(Reason: reasons[path[after]]);
            if (found.HasSameCode)
                return new KnownComparison(CommitComparison.Same, IsProven: true);

            report($"Measuring {path[before].Name} and {path[after].Name}");
            var comparison = isOfAllocation
                ? Allocation(run, found, cancellationToken)
                : Time(path[before], path[after], found, error, cancellationToken);
            if (comparison is not null)
                return new KnownComparison(comparison, Change: changes.GetValueOrDefault((before, after)));
            var result = found.ToBenchmark(isScreened: false);
            return new KnownComparison(Reason: result.Failure ?? result.BaselineFailure ?? result.Unmeasured ?? "it was not measured");
        }

        (GateRun Run, MeasuredBenchmark Found)? Prove(int before, int after)
        {
            if (
                builds.Of(path[before], cancellationToken) is not var (_, first)
                || builds.Of(path[after], cancellationToken) is not var (_, second)
            )
            {
                reasons[path[after]] = builds.Failures.GetValueOrDefault(path[after]) ?? "it does not build";
                return null;
            }

            var run = Check(path[before], path[after], OfMethod(benchmark));
            run.Find(cancellationToken);
            if (run.Benchmarks.FirstOrDefault(found => found.Id == benchmark && found.IsOpen) is not { } own)
            {
                reasons[path[after]] = "it has no such benchmark";
                return null;
            }

            report($"Comparing the code of {path[before].Name} and {path[after].Name}");
            foreach (var other in run.Benchmarks.Where(other => other != own))
                other.Unmeasured = "not asked for";
            run.ProveSameCode(BuildComparison.Create(first, second, Changed(path[before], path[after])), cancellationToken);
            changes[(before, after)] = own.Effect?.Reason;
            return (run, own);
        }
    }

    // Its parameters may hold what means something to a filter.
    private static BenchmarkFilter OfMethod(BenchmarkId benchmark) => new([benchmark.FullName.Split('(')[0] + "*"], []);

    private GateRun Check(PathCommit before, PathCommit after, BenchmarkFilter filter) =>
        new(
            builds.Of(before, CancellationToken.None)!.Value.Program,
            builds.Of(after, CancellationToken.None)!.Value.Program,
            new GateSettings
            {
                Filter = filter,
                BenchmarkTimeout = benchmarkTimeout,
                Budget = TimeSpan.FromDays(1),
            },
            _ => { }
        );

    private CommitComparison? Time(
        PathCommit before,
        PathCommit after,
        MeasuredBenchmark benchmark,
        double error,
        CancellationToken cancellationToken
    )
    {
        var sweeps = new ReplicateSweeps(
            new PairSweep(
                builds.Of(before, cancellationToken)!.Value.Program,
                builds.Of(after, cancellationToken)!.Value.Program,
                new MeasurementSettings(),
                benchmarkTimeout,
                new Random()
            ),
            _ => { }
        );
        return SequentialComparison.Run(
            more =>
            {
                sweeps.Measure(
                    "bisecting",
                    new Dictionary<MeasuredBenchmark, int> { [benchmark] = more },
                    isConfirmation: false,
                    cancellationToken
                );
                return benchmark.IsOpen ? [.. benchmark.Replicates.Select(replicate => replicate.LogRatio)] : [];
            },
            logMargin,
            error
        );
    }

    private static CommitComparison? Allocation(GateRun run, MeasuredBenchmark benchmark, CancellationToken cancellationToken)
    {
        run.CountAllocation(cancellationToken);
        if (benchmark.Allocation is not { } counts)
            return null;
        var (before, after) = (Median(counts.Baseline), Median(counts.Candidate));
        var ratio = Math.Log((after + 1) / (before + 1));
        return counts.Verdict is Verdict.Equivalent ? CommitComparison.Same
            : counts.Verdict is Verdict.Regressed or Verdict.Improved ? new CommitComparison(ratio, ratio, ratio, 1, before, after)
            : null;

        static double Median(IReadOnlyList<double> values) => MathNet.Numerics.Statistics.Statistics.Median(values);
    }

    private string[] Changed(PathCommit before, PathCommit after) =>
        after.Hash is null
            ? [.. repository.FilesChangedSince(before.Hash!)]
            : [.. repository.FilesChangedBetween(before.Hash!, after.Hash)];
}
