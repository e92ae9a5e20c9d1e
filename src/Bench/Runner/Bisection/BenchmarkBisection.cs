using Bench.Results;
using Bench.Statistics;

namespace Bench.Runner;

/// <summary>The search for the commits that changed one benchmark.</summary>
/// <param name="margin">The change that counts; null if allocated bytes are compared.</param>
internal sealed class BenchmarkBisection(
    SearchedBenchmark searched,
    Margin? margin,
    BisectHistory history,
    CommitBuilds builds,
    CommitMeasurement measurement,
    BisectJournal journal,
    ErrorBudget budget,
    Action<string> report,
    CancellationToken cancellationToken
)
{
    private const string StaysOpen = "the measurement there was not decided";

    private readonly BenchmarkId benchmark = searched.Bad;
    private readonly Dictionary<(PathCommit Before, PathCommit After), string> failures = [];
    private readonly Dictionary<(PathCommit Before, PathCommit After), (string? Change, string? Name)> changes = [];
    private readonly Dictionary<(PathCommit Before, PathCommit After), (GateRun Run, MeasuredBenchmark Own)?> proofs = [];
    private readonly HashSet<(PathCommit Before, PathCommit After)> measured = [];
    private readonly HashSet<(PathCommit Before, PathCommit After)> proven = [];
    private readonly HashSet<(PathCommit Before, PathCommit After)> withoutResult = [];
    private readonly Dictionary<PathCommit, string> skipped = [];
    private readonly List<OpenRange> notExcluded = [];

    // For an operation that takes nanoseconds, the noise floor exceeds the relative margin.
    private double logMargin = margin?.Log ?? 0;

    // The range that is being searched; null before the first.
    public OpenRange? Narrowed { get; private set; }

    public BisectedBenchmark Search()
    {
        var (good, bad) = (history.Good, history.Bad);
        var whole = Compare(good, bad, MarginAt);
        if (whole?.NanosecondsBefore is { } before)
            logMargin = MarginAt(before);
        var steps = whole is { } ends && ends.Direction(logMargin) != 0 ? Steps(history.All, history.Path, ends) : [];
        return new BisectedBenchmark(
            benchmark,
            Math.Exp(logMargin) - 1,
            margin is not null && logMargin > margin.Log,
            whole,
            steps,
            notExcluded,
            skipped,
            (measured.Count, proven.Count),
            whole is null ? failures.GetValueOrDefault((good, bad)) ?? "it cannot be compared" : null
        );

        double MarginAt(double nanoseconds) => margin is null ? 0 : TimeVerdicts.Inside(margin, nanoseconds);
    }

    // "all" are the commits along one line of history; "path" are those of them that are searched.
    private IReadOnlyList<BisectedStep> Steps(IReadOnlyList<PathCommit> all, IReadOnlyList<PathCommit> path, CommitComparison whole)
    {
        var search = new CommitSearch(path.Count, logMargin, new OnPath(this, path, areSubtracted: margin is not null), range =>
            Narrowed = new OpenRange(path[range.Before], path[range.After], range.After - range.Before, range.Comparison)
        );
        var steps = search.Find(whole);
        foreach (var index in search.Skipped)
            skipped[path[index]] = ReasonOf(path[index]);
        notExcluded.AddRange(
            search.NotExcluded.Select(open => new OpenRange(path[open.Before], path[open.After], open.After - open.Before, open.Comparison))
        );
        return [.. steps.SelectMany(step => Refine(all, path, step))];
    }

    private IReadOnlyList<BisectedStep> Refine(IReadOnlyList<PathCommit> all, IReadOnlyList<PathCommit> path, FoundStep step)
    {
        var (before, after) = (path[step.Before], path[step.After]);
        PathCommit[] between = [.. path.Skip(step.Before + 1).Take(step.After - step.Before - 1)];
        PathCommit[] commits = [.. all.SkipWhile(commit => commit != before).TakeWhile(commit => commit != after), after];
        if (step.IsDecided && commits.Length > between.Length + 2)
        {
            // The step lies among commits that were left out because of their files, but the benchmark does run their code.
            if (!AreSame(before, commits[^2]))
                return Steps(commits, commits, step.Comparison);
            // The last commit before the step runs the same code as the first, so the commits between cannot be the cause.
            between = [];
        }

        var (merged, parts, unsearched) =
            step.IsDecided && between.Length == 0 ? Merged(commits[^2], after, step.Comparison) : ([], [], []);
        if (parts.Count > 0 && step.Comparison.IsExplainedBy(parts, logMargin))
            return merged;
        if (!changes.ContainsKey((before, after)))
            Prove(before, after);
        var (change, name) = changes.GetValueOrDefault((before, after));
        // The merge itself may explain the rest: a resolved conflict, or two changes that interact.
        return
        [
            .. merged,
            new BisectedStep(before, after, between, step.Comparison, step.IsDecided, change, name, parts.Count > 0, unsearched),
        ];
    }

    // Returns the steps in merged branches, the total change of each branch that changed, and the branches that have no result.
    private (
        IReadOnlyList<BisectedStep> Steps,
        IReadOnlyList<CommitComparison> Parts,
        IReadOnlyList<(PathCommit Tip, string Reason)> Unsearched
    ) Merged(PathCommit before, PathCommit merge, CommitComparison step)
    {
        var steps = new List<BisectedStep>();
        var parts = new List<CommitComparison>();
        var unsearched = new List<(PathCommit Tip, string Reason)>();
        var threshold = CommitSearch.Threshold(step, logMargin);
        foreach (var branch in history.Merged(before, merge))
        {
            var (fork, tip) = (branch[0], branch[^1]);
            if (branch.Count == 1)
            {
                unsearched.Add((tip, $"it has no commit in common with {before.Name}{history.ShallowHint}"));
                continue;
            }

            var whole = Compare(fork, tip, _ => threshold);
            if (whole is { } changed && changed.IsChanged(threshold))
            {
                steps.AddRange(Steps(branch, history.Related(branch), changed));
                parts.Add(changed);
            }
            else if (whole is not { } compared || compared.IsOpen(threshold, logMargin))
            {
                unsearched.Add((tip, failures.GetValueOrDefault((fork, tip)) ?? StaysOpen));
            }
        }

        return (steps, parts, unsearched);
    }

    private string ReasonOf(PathCommit commit) =>
        failures.Where(failure => failure.Key.After == commit).Select(failure => failure.Value).FirstOrDefault()
        ?? failures.Where(failure => failure.Key.Before == commit).Select(failure => failure.Value).FirstOrDefault()
        ?? StaysOpen;

    private bool AreSame(PathCommit before, PathCommit after)
    {
        if (journal.Find(benchmark, before, after) is { } known)
        {
            if (known.IsProven)
                proven.Add((before, after));
            return known.IsProven;
        }

        if (Prove(before, after) is not (_, { HasSameCode: true }))
            return false;
        Add(before, after, new KnownComparison(CommitComparison.Same, IsProven: true));
        return true;
    }

    // The threshold is a logarithm; it depends on the time per operation of the earlier commit, in ns.
    private CommitComparison? Compare(PathCommit before, PathCommit after, Func<double, double> threshold)
    {
        if (journal.Find(benchmark, before, after) is not { } known)
        {
            if (Prove(before, after) is not var (check, own))
                return null;
            known = own.HasSameCode
                ? new KnownComparison(CommitComparison.Same, IsProven: true)
                : Measure(before, after, check, own, threshold);
            Add(before, after, known);
        }

        if (known.Reason is { } reason)
            failures[(before, after)] = reason;
        (
            known.Reason is not null ? withoutResult
            : known.IsProven ? proven
            : measured
        ).Add((before, after));
        changes.TryAdd((before, after), (known.Change, known.Name));
        return known.Result;
    }

    private void Add(PathCommit before, PathCommit after, KnownComparison known)
    {
        // An interrupted measurement has no result.
        cancellationToken.ThrowIfCancellationRequested();
        journal.Add(benchmark, before, after, known);
        if (known.IsProven)
            proven.Add((before, after));
    }

    private KnownComparison Measure(
        PathCommit before,
        PathCommit after,
        GateRun check,
        MeasuredBenchmark own,
        Func<double, double> threshold
    )
    {
        report($"Measuring {before.Name} and {after.Name}");
        // Comparisons without a result count too, because each might have shown a change by chance.
        var error = budget.Of(measured.Count + withoutResult.Count + 1);
        try
        {
            var comparison = margin is null
                ? CommitMeasurement.Allocation(check, own, error, cancellationToken)
                : measurement.Time(before, after, own, threshold, error, cancellationToken);
            var (change, name) = changes.GetValueOrDefault((before, after));
            if (comparison is not null)
                return new KnownComparison(comparison, Change: change, Name: name);
        }
        catch (MeasurementException e)
        {
            return new KnownComparison(Reason: e.Message);
        }

        return new KnownComparison(
            Reason: FailureOf(before, own.BaselineFailure, after, own.CandidateFailure) ?? own.Unmeasured ?? "it was not measured"
        );
    }

    internal static string? FailureOf(PathCommit before, string? failureBefore, PathCommit after, string? failureAfter) =>
        (failureBefore, failureAfter) switch
        {
            (null, null) => null,
            ({ } first, null) => $"at {before.Name}: {first}",
            (null, { } second) => $"at {after.Name}: {second}",
            ({ } first, { } second) => first == second ? $"at both: {first}" : $"at {before.Name}: {first}, at {after.Name}: {second}",
        };

    private (GateRun Run, MeasuredBenchmark Own)? Prove(PathCommit before, PathCommit after)
    {
        if (proofs.TryGetValue((before, after), out var known))
            return known;
        return proofs[(before, after)] = ProveAnew(before, after);
    }

    private (GateRun Run, MeasuredBenchmark Own)? ProveAnew(PathCommit before, PathCommit after)
    {
        foreach (var commit in new[] { before, after })
        {
            if (builds.Of(commit, cancellationToken) is null)
                return Fail(builds.Failures.GetValueOrDefault(commit) ?? "it does not build");
        }

        var check = measurement.Check(before, after, searched.Filter);
        try
        {
            check.Find(cancellationToken);
            if (searched.In(check.Benchmarks) is not { } own)
                return Fail("it lacks the benchmark");
            if (searched.IsAmbiguousIn(check.Benchmarks, own))
                return Fail($"it has both {searched.Good} and {searched.Bad}");
            if (own.Unmeasured is { } reason)
                return Fail(reason);
            report($"Comparing the code of {before.Name} and {after.Name}");
            check.Select(own);
            var (first, second) = (builds.Of(before, cancellationToken)!.Value.Output, builds.Of(after, cancellationToken)!.Value.Output);
            check.ProveSameCode(() => BuildComparison.Create(first, second, history.Changed(before, after)), cancellationToken);
            var (name, later) = (own.Pairing!.Baseline.Id, own.Pairing.Candidate.Id);
            changes[(before, after)] = (own.Effect?.Reason, name == later ? name.FullName : null);
            return (check, own);
        }
        // Thrown by a program that does not start, for example.
        catch (MeasurementException e)
        {
            cancellationToken.ThrowIfCancellationRequested();
            return Fail(e.Message);
        }

        (GateRun, MeasuredBenchmark)? Fail(string reason)
        {
            failures[(before, after)] = reason;
            return null;
        }
    }

    // Bytes are not subtracted. Up to 2 bytes count as no change, so the changes of two halves can differ from the change of the whole.
    private sealed class OnPath(BenchmarkBisection search, IReadOnlyList<PathCommit> path, bool areSubtracted) : ICommitComparisons
    {
        public bool AreSubtracted => areSubtracted;

        public bool AreSame(int before, int after) => search.AreSame(path[before], path[after]);

        public CommitComparison? Compare(int before, int after, double threshold) =>
            search.Compare(path[before], path[after], _ => threshold);
    }
}
