using System.Diagnostics;
using Bench.Host;
using Bench.Results;
using Bench.Statistics;
using MathNet.Numerics.Statistics;

namespace Bench.Runner;

// Measures a benchmark that is open in two processes, interleaved.
internal sealed class PairMeasurement
{
    private const int AllocationRepeats = 3;

    // Even calls of one nanosecond fill any slice after so many doublings.
    private const int MaxSlicesToGrow = 64;

    // Enough to show whether the figures of a process repeat.
    private const int SlicesOfAllocation = 5;

    // In ns per invocation. Below it, the call itself is a relevant part of the time, and is measured and subtracted.
    private const double CallMatters = 200;

    // In ns per invocation. Used for a method that takes no longer than an empty one.
    private const double Unmeasurable = 0.1;

    private readonly MeasurementSettings settings;
    private readonly Random random;
    private readonly SliceTiming? known;
    private readonly SlicedProcess baseline;
    private readonly SlicedProcess candidate;

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
        this.baseline = new SlicedProcess(baseline.Side, baseline.Benchmark, settings);
        this.candidate = new SlicedProcess(candidate.Side, candidate.Benchmark, settings);
    }

    // "known" is the clock of the benchmark's earlier pairs; null for the first pair, which chooses.
    public static ProcessPair Measure(
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

    private ProcessPair Allocation()
    {
        var (before, after) = BothBuilds.Run(() => Count(baseline), () => Count(candidate));
        return new ProcessPair(0, 0, 0, before.Median(), after.Median()) { BaselineCounts = before, CandidateCounts = after };

        static double[] Count(SlicedProcess side)
        {
            do
            {
                side.WarmUp();
            } while (!side.IsWarm);
            return side.Counts(SlicesOfAllocation);
        }
    }

    private ProcessPair FirstCall()
    {
        var (one, other) = random.Next(2) == 0 ? (baseline, candidate) : (candidate, baseline);
        one.Take();
        other.Take();
        var before = baseline.Taken[0].PerOperation(isByProcessor: false) / baseline.Benchmark.OperationsPerInvoke;
        var after = candidate.Taken[0].PerOperation(isByProcessor: false) / candidate.Benchmark.OperationsPerInvoke;
        return new ProcessPair(before, after, Math.Log(after / before));
    }

    private ProcessPair SteadyState()
    {
        WarmUp();
        var (timing, blocks) = Blocks();
        var isByProcessor = timing.IsByProcessor;
        var (before, after) = (baseline.Typical(isByProcessor), candidate.Typical(isByProcessor));
        var call = Math.Min(before, after) < CallMatters ? EmptyCall() : 0;
        // A benchmark that is too slow for several blocks is too slow for several counts.
        var repeats = Math.Min(AllocationRepeats, blocks.Count);
        // The ratio of the blocks has the time of the call in both numerator and denominator.
        var ratio = Math.Exp(blocks.Median());
        var (whole, net) = (Math.Max(before - call, Unmeasurable), Math.Max((before * ratio) - call, Unmeasurable));
        // Garbage collections fall into some blocks and not into others, so the median block has too few or too many. Therefore their time
        // is averaged over all slices.
        var (pausedBefore, pausedAfter) = (baseline.PausedPerInvocation(isByProcessor), candidate.PausedPerInvocation(isByProcessor));
        return new ProcessPair(
            (whole + pausedBefore) / baseline.Benchmark.OperationsPerInvoke,
            // Derived from the ratio and not from the slices: their times would contradict the ratio if the machine's speed changed
            // meanwhile.
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

    // Interleaved, until the JIT compiler is done in both processes and neither gets faster.
    private void WarmUp()
    {
        do
        {
            baseline.WarmUp();
            candidate.WarmUp();
        } while (!(baseline.IsWarm && candidate.IsWarm));
    }

    // Log ratio per block, without garbage collections. The order ABBA makes a drift within a block affect both builds equally.
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

    // In ns. It is the same for both builds, because their call sites are the same code.
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

    // For normal values, 1.4826 times the median absolute deviation estimates the standard deviation. The standard error of a median is
    // √(π/2) = 1.2533 times that of a mean.
    private static double StandardErrorOfMedian(List<double> values)
    {
        var median = values.Median();
        var deviation = 1.4826 * values.Select(value => Math.Abs(value - median)).Median();
        return 1.2533 * deviation / Math.Sqrt(values.Count);
    }

    // One process with its open benchmark, and the number of invocations per slice.
    private sealed class SlicedProcess(HostedProcess side, HostedBenchmark benchmark, MeasurementSettings settings)
    {
        private readonly SteadyState steadyState = new(settings.RuleOf(side));
        private readonly Stopwatch clock = Stopwatch.StartNew();

        // An injected extra call must fall into every slice. Otherwise most slices would not show it.
        private readonly long min = settings.Injection is { Share: > 0 } change ? (long)Math.Ceiling(1 / change.Share) : 1;
        private int slicesOfWarmUp;
        private double lastOfWarmUp;
        private long invocations = benchmark.Mode == RunMode.Iterations ? benchmark.InvocationCount : 1;

        public HostedBenchmark Benchmark => benchmark;

        public List<TimedSlice> Taken { get; } = [];

        public bool IsWarm => steadyState.MayEnd && (IsGrown || slicesOfWarmUp >= MaxSlicesToGrow);

        // On a busy machine a warm-up may end after a few slices, while the number of invocations still doubles.
        private bool IsGrown => benchmark.Mode != RunMode.Slices || lastOfWarmUp >= settings.SliceNanoseconds / 4;

        // The last two slices have a processor time.
        public bool HasCores => Taken[^1].Cores is not null && Taken[^2].Cores is not null;

        // Median time in ns per invocation, without garbage collections.
        public double Typical(bool isByProcessor) => Taken.Select(slice => slice.NetPerOperation(isByProcessor)).Median();

        public IReadOnlyList<double> PerOperation(bool isByProcessor) =>
            [.. Taken.Select(slice => slice.PerOperation(isByProcessor) / benchmark.OperationsPerInvoke)];

        public double PausedPerInvocation(bool isByProcessor) => Taken.Average(slice => slice.PausedPerOperation(isByProcessor));

        // In ns per invocation, without garbage collections.
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

            // The number of invocations approaches the length of a slice. It at most doubles, because the first slices are slow.
            invocations = Math.Max(min, (long)Math.Min(settings.SliceNanoseconds / time, invocations * 2.0));
        }

        public void Take() => Taken.Add(side.Run(invocations).Timed());

        public double? Empty() => side.RunEmpty(invocations) / invocations;

        // A median, because the runtime's own allocations fall into few of the counts.
        public double Allocated(int repeats) => Counts(repeats).Median();

        public double[] Counts(int repeats) =>
            [.. Enumerable.Range(0, repeats).Select(_ => side.Allocate(invocations) / invocations / benchmark.OperationsPerInvoke)];
    }
}
