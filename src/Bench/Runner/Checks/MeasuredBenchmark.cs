using Bench.Host;
using Bench.Reports;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Runner;

internal sealed class MeasuredBenchmark
{
    private const string OutOfReach =
        "measuring stopped, because its replicates differ too much for this margin in the available time. Use a quieter machine, more cores, --allocation-only or a larger margin";

    private readonly HostedBenchmark either;
    private readonly List<Replicate> replicates = [];
    private (ProcessPair Result, bool IsConfirmation)? firstPair;
    private string? change;
    private ProcessPair? longest;

    private MeasuredBenchmark(HostedBenchmark either, PairedSides sides, BenchmarkPairing? pairing)
    {
        this.either = either;
        Sides = sides;
        Pairing = pairing;
        Unmeasured =
            either.UnsupportedReason.Length > 0 ? either.UnsupportedReason
            : pairing?.Baseline.UnsupportedReason is { Length: > 0 } reason ? reason
            : null;
    }

    // Null unless only allocation is counted.
    public AllocationCounts? Allocation { get; set; }

    // Objects of which the builds allocate different numbers; empty if that was not examined.
    public IReadOnlyList<AllocationSource> AllocationSources { get; set; } = [];

    public MeasuredBenchmark(BenchmarkPairing pairing)
        : this(pairing?.Candidate ?? throw new ArgumentNullException(nameof(pairing)), PairedSides.Both, pairing) { }

    // Null if one of the builds lacks the benchmark.
    public BenchmarkPairing? Pairing { get; }

    public BenchmarkId Id => either.Id;

    // The builds that have it.
    public PairedSides Sides { get; }

    public bool IsOpen =>
        Pairing is not null && BaselineFailure is null && CandidateFailure is null && Unmeasured is null && (!HasSameCode || IsCanary);

    public bool HasSameCode { get; set; }

    // It is measured although it has the same code, to see whether the machine changes.
    public bool IsCanary { get; set; }

    // Why the proof failed; null if it succeeded or was not tried.
    public CodeEffect? Effect { get; set; }

    public IReadOnlyList<Replicate> Replicates => replicates;

    // Complete replicates and the started one.
    public int Begun => replicates.Count + (firstPair is null ? 0 : 1);

    public string? BaselineFailure { get; private set; }

    public string? CandidateFailure { get; private set; }

    // Why it is not measured, or no longer.
    public string? Unmeasured { get; set; }

    // It varies so much that more replicates would not decide it.
    public bool IsOutOfReach { get; set; }

    public TimeSpan Spent { get; private set; }

    // Failed pairs do not count.
    public TimeSpan LongestPair { get; private set; }

    public static IReadOnlyList<MeasuredBenchmark> Join(HostedProgram baseline, HostedProgram candidate) =>
        baseline.Environment.Runtime == candidate.Environment.Runtime
            ? Join(baseline.Benchmarks, candidate.Benchmarks)
            : Join(baseline.OnAnyRuntime, candidate.OnAnyRuntime);

    // The benchmarks of the baseline in their order, then the new ones.
    public static IReadOnlyList<MeasuredBenchmark> Join(IReadOnlyList<HostedBenchmark> baseline, IReadOnlyList<HostedBenchmark> candidate)
    {
        var theirs = candidate
            .GroupBy(benchmark => benchmark.Id)
            .ToDictionary(benchmarks => benchmarks.Key, benchmarks => benchmarks.First());
        var alike = new Dictionary<BenchmarkId, int>();
        foreach (var (id, count) in baseline.CountBy(benchmark => benchmark.Id).Concat(candidate.CountBy(benchmark => benchmark.Id)))
            alike[id] = Math.Max(count, alike.GetValueOrDefault(id));
        HostedBenchmark[] known = [.. baseline.DistinctBy(benchmark => benchmark.Id)];
        var ours = known.Select(benchmark => benchmark.Id).ToHashSet();
        HostedBenchmark[] removed = [.. known.Where(benchmark => !theirs.ContainsKey(benchmark.Id))],
            added = [.. candidate.DistinctBy(benchmark => benchmark.Id).Where(benchmark => !ours.Contains(benchmark.Id))];
        var renamed = BenchmarkMatching.Find(removed, added).ToDictionary(found => found.Pairing.Baseline);
        HostedBenchmark[] fresh = [.. added.Except(renamed.Values.Select(found => found.Pairing.Candidate))];
        var joined = new List<MeasuredBenchmark>();
        foreach (var benchmark in known)
            joined.Add(
                theirs.TryGetValue(benchmark.Id, out var same) ? new MeasuredBenchmark(new BenchmarkPairing(benchmark, same))
                : renamed.TryGetValue(benchmark, out var found) ? new MeasuredBenchmark(found.Pairing) { change = found.Change }
                : new MeasuredBenchmark(benchmark, PairedSides.Baseline, null)
                {
                    change = BenchmarkMatching.Nearest(benchmark, fresh) is { } near ? $"perhaps {near.Id} now" : null,
                }
            );
        joined.AddRange(fresh.Select(benchmark => new MeasuredBenchmark(benchmark, PairedSides.Candidate, null)));
        foreach (var benchmark in joined.Where(benchmark => alike[benchmark.Id] > 1))
            benchmark.Unmeasured = SameName(alike[benchmark.Id]);
        return joined;
    }

    // A process finds a case by its name, so cases with the same name cannot be measured.
    public static string SameName(int cases) => $"{cases} benchmark cases have this name. Give their parameters or jobs different names";

    public void Fail(PairOutcome outcome) => (BaselineFailure, CandidateFailure) = (outcome.BaselineFailure, outcome.CandidateFailure);

    // Two pairs, one of each order, make a replicate. isConfirmation means that the benchmark was a suspected regression before.
    public void Add(PairOutcome outcome, bool isConfirmation)
    {
        Spent += outcome.Time;
        if (outcome.Result is not { } result)
        {
            // Without a canary, nobody would know that it fails in both builds.
            if (IsCanary)
                IsCanary = false;
            else
                Fail(outcome);
            return;
        }

        isConfirmation &= !IsCanary;

        LongestPair = TimeSpan.FromTicks(Math.Max(LongestPair.Ticks, outcome.Time.Ticks));
        if (longest is null || result.Blocks < longest.Blocks)
            longest = result;
        if (firstPair is not { } first || first.IsConfirmation != isConfirmation)
        {
            firstPair = (result, isConfirmation);
            return;
        }

        firstPair = null;
        replicates.Add(first.Result.With(result, isConfirmation));
    }

    // Null if it was measured in slices by processor time and until decided.
    private string? How =>
        new[] { Shape, ByWallClock, IsOutOfReach ? OutOfReach : null }.OfType<string>().ToArray() is { Length: > 0 } all
            ? string.Join("; ", all)
            : null;

    private string? ByWallClock =>
        longest?.Timing is not { WallBecause: { } reason, Blocked: var blocked }
            ? null
            : reason switch
            {
                WallClockReason.Waits => FormattableString.Invariant(
                    $"measured in wall-clock time: it waits for {blocked * 100:0}% of its time"
                ),
                WallClockReason.Threads => "measured in wall-clock time: it runs on several threads",
                WallClockReason.Short => "measured in wall-clock time: its slices are too short for CPU time",
                _ => "measured in wall-clock time: it moves between threads, or this system cannot measure CPU time",
            };

    private string? Shape =>
        either.Mode switch
        {
            RunMode.Iterations => either.HasSetup
                ? "interleaved one iteration at a time: it has a setup or cleanup for each"
                : "interleaved one iteration at a time: its job is Monitoring",
            RunMode.FirstCall => "first call in new processes: its job is ColdStart",
            _ => longest is { } pair && pair.Blocks < new MeasurementSettings().MinBlocks
                ? FormattableString.Invariant(
                    $"interleaved one call at a time: a call takes {Figures.Time(pair.BaselineNanoseconds * either.OperationsPerInvoke)}, {pair.Blocks} blocks per process pair"
                )
                : null,
        };

    // isScreened means that only confirmation replicates can confirm a regression.
    public BenchmarkResult ToBenchmark(bool isScreened) =>
        new()
        {
            Id = either.Id,
            Type = either.Type,
            Method = either.Method,
            Parameters = either.Parameters,
            Places = [],
            IsPaired = true,
            Sides = Sides,
            Failure = CandidateFailure,
            BaselineFailure = BaselineFailure,
            HasSameCode = HasSameCode,
            Unmeasured = Unmeasured
                ?? (
                    HasSameCode && replicates.Count == 0 ? "its code is the same in both builds"
                    : Sides == PairedSides.Both
                    && replicates.Count == 0
                    && Allocation is null
                    && BaselineFailure is null
                    && CandidateFailure is null
                        ? "the check ended before it was measured"
                    : null
                ),
            IsScreened = isScreened,
            Seconds = Spent.TotalSeconds,
            How = (How, change) switch
            {
                (null, _) => change,
                (_, null) => How,
                _ => $"{change}; {How}",
            },
            // A gate compares a benchmark with itself, whatever its earlier name.
            Against = !isScreened && Pairing is { } pair && pair.Baseline.Id != pair.Candidate.Id ? pair.Baseline.Id.FullName : null,
            Replicates = [.. replicates],
            AllocatedBytes = Allocation?.Candidate ?? [],
            BaselineAllocatedBytes = Allocation?.Baseline ?? [],
            AllocationSources = AllocationSources,
            NearestChange = Effect?.Code is { Text: var text, Place: var place } ? new CodeChange(text, place?.File, place?.Line) : null,
        };
}
