using System.Diagnostics;
using Bench.Host;
using Bench.Results;
using Bench.Statistics;
using MathNet.Numerics.Statistics;

namespace Bench.Runner;

/// <summary>What two processes that were measured alternately say of a benchmark.</summary>
internal sealed record PairResult(
    double BaselineNanoseconds,
    double CandidateNanoseconds,
    double LogRatio,
    double? BaselineBytes,
    double? CandidateBytes
) : ProcessPair(BaselineNanoseconds, CandidateNanoseconds, LogRatio, BaselineBytes, CandidateBytes)
{
    /// <summary>All slices of the baseline in the order taken, ns an operation, collections included.</summary>
    public IReadOnlyList<double> BaselineSlices { get; init; } = [];

    public IReadOnlyList<double> CandidateSlices { get; init; } = [];

    /// <summary>Of a pair that counts allocation: what each of several slices allocated, bytes an operation.</summary>
    public IReadOnlyList<double> BaselineCounts { get; init; } = [];

    public IReadOnlyList<double> CandidateCounts { get; init; } = [];

    /// <summary>How many blocks its ratio is the median of; 0 for a first call.</summary>
    public int Blocks { get; init; }

    /// <summary>The clock of its times and of its ratio; null if it was not measured in slices.</summary>
    public SliceTiming? Timing { get; init; }
}

/// <summary>Measures a benchmark that is open on two sides, interleaved.</summary>
internal sealed class PairMeasurement
{
    private const int AllocationRepeats = 3;

    // Doubled so often, the invocations of a nanosecond fill any slice.
    private const int MaxSlicesToGrow = 64;

    // Enough to see whether the figures of a process repeat.
    private const int SlicesOfAllocation = 5;

    /// <summary>
    /// Below this, in ns an invocation, the call itself is a part of the time that counts, and is measured and taken away.
    /// </summary>
    private const double CallMatters = 200;

    /// <summary>What is left of a method that takes no longer than an empty one, ns an invocation.</summary>
    private const double Unmeasurable = 0.1;

    private readonly MeasurementSettings settings;
    private readonly Random random;
    private readonly SliceTiming? known;
    private readonly SlicedSide baseline;
    private readonly SlicedSide candidate;

    private PairMeasurement(
        (HostedProcess Side, HostedBenchmark Benchmark) baseline,
        (HostedProcess Side, HostedBenchmark Benchmark) candidate,
        MeasurementSettings settings,
        Random random,
        SliceTiming? known
    )
    {
        this.settings = settings;
        this.random = random;
        this.known = known;
        this.baseline = new SlicedSide(baseline.Side, baseline.Benchmark, settings);
        this.candidate = new SlicedSide(candidate.Side, candidate.Benchmark, settings);
    }

    /// <param name="known">The clock of the benchmark's earlier pairs; null for the first, which chooses.</param>
    public static PairResult Measure(
        (HostedProcess Side, HostedBenchmark Benchmark) baseline,
        (HostedProcess Side, HostedBenchmark Benchmark) candidate,
        MeasurementSettings settings,
        Random random,
        SliceTiming? known = null
    )
    {
        var measurement = new PairMeasurement(baseline, candidate, settings, random, known);
        return baseline.Benchmark.Mode == RunMode.FirstCall ? measurement.FirstCall()
            : settings.CountsAllocation ? measurement.Allocation()
            : measurement.SteadyState();
    }

    private PairResult Allocation()
    {
        var (before, after) = BothSides.Run(() => Count(baseline), () => Count(candidate));
        return new PairResult(0, 0, 0, before.Median(), after.Median()) { BaselineCounts = before, CandidateCounts = after };

        static double[] Count(SlicedSide side)
        {
            do
            {
                side.WarmUp();
            } while (!side.IsWarm);
            return side.Counts(SlicesOfAllocation);
        }
    }

    private PairResult FirstCall()
    {
        var (one, other) = random.Next(2) == 0 ? (baseline, candidate) : (candidate, baseline);
        one.Take();
        other.Take();
        var before = baseline.Taken[0].PerOperation(isByProcessor: false) / baseline.Benchmark.OperationsPerInvoke;
        var after = candidate.Taken[0].PerOperation(isByProcessor: false) / candidate.Benchmark.OperationsPerInvoke;
        return new PairResult(before, after, Math.Log(after / before), null, null);
    }

    private PairResult SteadyState()
    {
        WarmUp();
        var (timing, blocks) = Blocks();
        var isByProcessor = timing.IsByProcessor;
        var (before, after) = (baseline.Typical(isByProcessor), candidate.Typical(isByProcessor));
        var call = Math.Min(before, after) < CallMatters ? EmptyCall() : 0;
        // What takes too long for several blocks takes too long to be counted as often.
        var repeats = Math.Min(AllocationRepeats, blocks.Count);
        // The blocks' ratio has the call on both sides of the fraction.
        var ratio = Math.Exp(blocks.Median());
        var (whole, net) = (Math.Max(before - call, Unmeasurable), Math.Max((before * ratio) - call, Unmeasurable));
        // Collections fall into some blocks and not into others, so that the median block has too few or too many: what they took is
        // counted over all slices.
        var (pausedBefore, pausedAfter) = (baseline.PausedPerInvocation(isByProcessor), candidate.PausedPerInvocation(isByProcessor));
        return new PairResult(
            (whole + pausedBefore) / baseline.Benchmark.OperationsPerInvoke,
            // From the ratio, and not from the slices: the times would contradict it whenever the machine's speed changed on the way.
            (net + pausedAfter) / candidate.Benchmark.OperationsPerInvoke,
            Math.Log((net + pausedAfter) / candidate.Benchmark.OperationsPerInvoke)
                - Math.Log((whole + pausedBefore) / baseline.Benchmark.OperationsPerInvoke),
            baseline.Allocated(repeats),
            candidate.Allocated(repeats)
        )
        {
            Blocks = blocks.Count,
            Timing = timing,
            BaselineSlices = baseline.PerOperation(isByProcessor),
            CandidateSlices = candidate.PerOperation(isByProcessor),
        };
    }

    // Both sides interleaved, until the compiler is done and neither gets faster any more.
    private void WarmUp()
    {
        do
        {
            baseline.WarmUp();
            candidate.WarmUp();
        } while (!(baseline.IsWarm && candidate.IsWarm));
    }

    /// <summary>ABBA: a drift within the block hits both sides alike. The log ratio of each block, collections left out.</summary>
    private (SliceTiming Timing, List<double> Ratios) Blocks()
    {
        var (byWall, byProcessor) = (new List<double>(), new List<double>());
        var clock = Stopwatch.StartNew();
        while (settings.NeedsBlock(byWall.Count, clock.Elapsed, () => StandardErrorOfMedian(Chosen().Ratios)))
        {
            var (one, other) = random.Next(2) == 0 ? (baseline, candidate) : (candidate, baseline);
            one.Take();
            other.Take();
            other.Take();
            one.Take();
            byWall.Add(Math.Log(candidate.LastTwo(isByProcessor: false) / baseline.LastTwo(isByProcessor: false)));
            if (baseline.HasCores && candidate.HasCores)
                byProcessor.Add(Math.Log(candidate.LastTwo(isByProcessor: true) / baseline.LastTwo(isByProcessor: true)));
        }

        return Chosen();

        (SliceTiming Timing, List<double> Ratios) Chosen()
        {
            var timing = byProcessor.Count < byWall.Count ? SliceTiming.Wall : known ?? SliceTiming.Of(baseline.Taken, candidate.Taken);
            return (timing, timing.IsByProcessor ? byProcessor : byWall);
        }
    }

    /// <summary>The time of an empty call in ns, the same for both sides: their call sites are the same code.</summary>
    private double EmptyCall()
    {
        var times = new List<double>();
        for (var i = 0; i < 6; i++)
        {
            if (baseline.Empty() is not { } one || candidate.Empty() is not { } other)
                return 0;
            times.AddRange([one, other]);
        }

        return times.Median();
    }

    private static double StandardErrorOfMedian(List<double> values)
    {
        var median = values.Median();
        var deviation = 1.4826 * values.Select(value => Math.Abs(value - median)).Median();
        return 1.2533 * deviation / Math.Sqrt(values.Count);
    }

    /// <summary>A side with its open benchmark, and the number of invocations that make a slice.</summary>
    private sealed class SlicedSide(HostedProcess side, HostedBenchmark benchmark, MeasurementSettings settings)
    {
        private readonly SteadyState steadyState = new(settings.RuleOf(side));
        private readonly Stopwatch clock = Stopwatch.StartNew();

        // A call more now and then must fall into every slice, or most slices would not see it.
        private readonly long min = settings.Injection is { Share: > 0 } change ? (long)Math.Ceiling(1 / change.Share) : 1;
        private int slicesOfWarmUp;
        private double lastOfWarmUp;
        private long invocations = benchmark.Mode == RunMode.Iterations ? benchmark.InvocationCount : 1;

        public HostedBenchmark Benchmark => benchmark;

        public List<TimedSlice> Taken { get; } = [];

        public bool IsWarm => steadyState.MayEnd && (IsGrown || slicesOfWarmUp >= MaxSlicesToGrow);

        // On a busy machine a warm-up may end after a few slices, each of which doubled the invocations of the next.
        private bool IsGrown => benchmark.Mode != RunMode.Slices || lastOfWarmUp >= settings.SliceNanoseconds / 4;

        /// <summary>Whether the last two slices have a processor time.</summary>
        public bool HasCores => Taken[^1].Cores is not null && Taken[^2].Cores is not null;

        /// <summary>The typical slice: the median of ns an invocation without collections.</summary>
        public double Typical(bool isByProcessor) => Taken.Select(slice => slice.NetPerOperation(isByProcessor)).Median();

        public IReadOnlyList<double> PerOperation(bool isByProcessor) =>
            [.. Taken.Select(slice => slice.PerOperation(isByProcessor) / benchmark.OperationsPerInvoke)];

        public double PausedPerInvocation(bool isByProcessor) => Taken.Average(slice => slice.PausedPerOperation(isByProcessor));

        /// <summary>The last two slices, ns an invocation, without collections.</summary>
        public double LastTwo(bool isByProcessor) =>
            Math.Max(Unmeasurable, (Taken[^1].NetPerOperation(isByProcessor) + Taken[^2].NetPerOperation(isByProcessor)) / 2);

        public void WarmUp()
        {
            var slice = side.Run(invocations);
            steadyState.Add(clock.Elapsed, slice.ToWarmUp());
            slicesOfWarmUp++;
            lastOfWarmUp = slice.Timed().UndisturbedNanoseconds;
            var time = Math.Max(Unmeasurable, lastOfWarmUp / slice.Invocations);
            if (benchmark.Mode != RunMode.Slices)
                return;

            // A slice is to take its time in the end, whatever it takes at the beginning; no more than double, for the first are slow.
            invocations = Math.Max(min, (long)Math.Min(settings.SliceNanoseconds / time, invocations * 2.0));
        }

        public void Take() => Taken.Add(side.Run(invocations).Timed());

        public double? Empty() => side.RunEmpty(invocations) / invocations;

        /// <summary>The median of several counts: what the runtime allocates for itself falls into few of them.</summary>
        public double Allocated(int repeats) => Counts(repeats).Median();

        public double[] Counts(int repeats) =>
            [.. Enumerable.Range(0, repeats).Select(_ => side.Allocate(invocations) / invocations / benchmark.OperationsPerInvoke)];
    }
}
