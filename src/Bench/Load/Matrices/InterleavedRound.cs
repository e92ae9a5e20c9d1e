using System.Diagnostics;
using Bench.Host;

namespace Bench.Load;

// A round in which the servers of all variants are alive at once, warm, and loaded interleaved, in slices of seconds. The second half of
// each block reverses the order of the first, so that a machine that slows down slows all variants alike. After the load at the pace,
// the first variant and each other are loaded at the same time, for their CPU time.
/// <param name="pace">Requests/s of each variant.</param>
/// <param name="servers">Already warmed up.</param>
internal sealed class InterleavedRound(
    LoadMatrix matrix,
    VariantLoad load,
    double pace,
    IReadOnlyList<VariantServer> servers,
    Action<LoadVariant> report
)
{
    // Enough requests for the rate of a slice to be meaningful.
    private const double MinRequestsOfSlice = 50;

    // Long enough for any answer of a slow server.
    public static readonly TimeSpan LongestSlice = TimeSpan.FromSeconds(20);

    // With more connections at once, a server's queue drops some (Kestrel's has 512 places). They are tried again after a second, and
    // h2load does not end if its time is over by then.
    private const int MostConnectionsAtOnce = 500;

    private static readonly TimeSpan ShortestOfMany = TimeSpan.FromSeconds(2);

    // A little more than two ticks of the system's clock.
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(50);

    private static readonly TimeSpan LongestRest = TimeSpan.FromSeconds(5);

    private readonly TimeSpan slice = SliceOf(matrix, VariantLoad.RatesOf(pace, load.Shares));
    private bool areExact;
    private readonly VariantSlices[] variants = [.. servers.Select(server => new VariantSlices(server))];

    /// <summary>Longer than the plan's slice if the slowest variant would answer too rarely.</summary>
    /// <param name="pace">Requests/s of each variant.</param>
    public static TimeSpan SliceOf(LoadMatrix matrix, double pace) => SliceOf(matrix, [pace]);

    /// <param name="rates">Requests/s of each request of a mix.</param>
    public static TimeSpan SliceOf(LoadMatrix matrix, IReadOnlyList<double> rates)
    {
        var asked = TimeSpan.FromSeconds(matrix.SliceSeconds);
        if (matrix.Connections > MostConnectionsAtOnce && asked < ShortestOfMany)
            asked = ShortestOfMany;
        var seconds = matrix.Sent.Zip(rates, (sent, rate) =>
            Math.Max(MinRequestsOfSlice, VariantLoad.MinRequestsOfConnection * sent.Connections) / rate
        );
        var needed = TimeSpan.FromSeconds(Math.Min(Math.Ceiling(seconds.Max()), LongestSlice.TotalSeconds));
        return needed > asked ? needed : asked;
    }

    /// <summary>Excludes the start of servers, their warm-up and the start of generators.</summary>
    /// <param name="pace">Requests/s of each variant; null while unknown.</param>
    /// <param name="shares">Share of each request of a mix in the pace; null without a mix, or while unknown.</param>
    public static TimeSpan Time(LoadMatrix matrix, double? pace, IReadOnlyList<double>? shares = null)
    {
        var slice = SliceOf(matrix, VariantLoad.RatesOf(pace ?? double.PositiveInfinity, shares));
        var slices = 2 * BlocksOf(matrix, slice);
        return ((2 * matrix.Variants.Count * (slices + 1)) + ((matrix.Variants.Count - 1) * slices)) * slice;
    }

    // A block has two slices of each variant.
    public static int BlocksOf(LoadMatrix matrix, TimeSpan slice)
    {
        var blocks = (int)Math.Ceiling(matrix.DurationSeconds / (2 * slice.TotalSeconds));
        // Many connections make slices longer than planned. A median is worth a few more seconds.
        return slice <= ShortestOfMany && matrix.DurationSeconds >= SliceRatio.MinSlices * matrix.SliceSeconds
            ? Math.Max(blocks, SliceRatio.MinSlices / 2)
            : blocks;
    }

    private int Blocks => BlocksOf(matrix, slice);

    // Paced load goes before full speed, whose threads and heap would stay.
    public void Paced(CancellationToken cancellationToken)
    {
        // The warm-up had only a share of the pace, so one slice of each does not count.
        foreach (var variant in variants)
        {
            report(variant.Server.Variant);
            load.Paced(variant.Server, slice, pace, cancellationToken);
        }

        foreach (var variant in variants)
            variant.Begin();
        // Openings are measured only if all variants report totals. Otherwise the counters per second would include them for some variants
        // and not for others.
        areExact = variants.All(variant => variant.Server.Server.ReadTotals(cancellationToken) is not null);
        WaitForCounters(cancellationToken);
        Interleave(
            variant => variant.Add(load.Paced(variant.Server, slice, pace, cancellationToken)),
            cancellationToken,
            areExact ? variant => variant.AddOpening(load.Opening(variant.Server, pace, cancellationToken)) : null
        );
        WaitForCounters(cancellationToken);
        foreach (var variant in variants)
            variant.End();
        LoadAtOnce(cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
    }

    private void WaitForCounters(CancellationToken cancellationToken)
    {
        if (!areExact)
            cancellationToken.WaitHandle.WaitOne(ServerCounters.UntilNext);
    }

    public void FullSpeed(CancellationToken cancellationToken)
    {
        // One slice of each does not count. In it the thread pool grows to what full speed needs.
        foreach (var variant in variants)
        {
            report(variant.Server.Variant);
            load.FullSpeed(variant.Server, slice, cancellationToken);
        }

        Interleave(variant => variant.Add(load.FullSpeed(variant.Server, slice, cancellationToken)), cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
    }

    public IReadOnlyDictionary<LoadVariant, VariantRound> ToRounds(TimeSpan warmUp)
    {
        var whyNoPercentiles = load.WhyNoPercentiles(pace, slice);
        var isExact = variants.All(variant => variant.HasTotals);
        return variants.ToDictionary(variant => variant.Server.Variant, Round);

        // If the runtimes' totals stop during the round, the counters per second include the openings, unlike in other rounds.
        VariantRound Round(VariantSlices variant)
        {
            var round = variant.ToRound(pace, matrix.Connections, 2 * Blocks * slice, warmUp, isExact, whyNoPercentiles);
            return areExact && !isExact ? round with { Counters = round.Counters with { AllocatedBytesPerSecond = null } } : round;
        }
    }

    private void Interleave(Action<VariantSlices> load, CancellationToken cancellationToken, Action<VariantSlices>? before = null)
    {
        for (var block = 0; block < Blocks; block++)
        {
            var order = variants.ToArray();
            Random.Shared.Shuffle(order);
            foreach (var variant in order)
                before?.Invoke(variant);
            foreach (var variant in order.Concat(order.Reverse()))
            {
                report(variant.Server.Variant);
                load(variant);
                // The end of a generator leaves unfinished requests. If they are slow, the server would work on them in another variant's
                // slice.
                if (slice > TimeSpan.FromSeconds(matrix.SliceSeconds))
                    WaitUntilDone(() => variant.Server.Server.ProcessorTime, time => cancellationToken.WaitHandle.WaitOne(time));
            }
        }
    }

    // Waits until the CPU time stands still. Gives up on a server that always works.
    internal static void WaitUntilDone(Func<TimeSpan> processor, Action<TimeSpan> wait)
    {
        var before = processor();
        for (var waited = TimeSpan.Zero; waited < LongestRest; waited += Look)
        {
            wait(Look);
            var now = processor();
            if (now == before)
                return;
            before = now;
        }
    }

    // Two at once suffer the same disturbance of the machine, and each still has its own CPU time. With more at once, each would have a
    // small part of the pace. Then waking up costs more per request, and hides differences.
    private void LoadAtOnce(CancellationToken cancellationToken)
    {
        var first = variants.Single(variant => variant.Server.Variant.Name == matrix.Variants[0].Name);
        for (var i = 0; i < 2 * Blocks; i++)
        {
            foreach (var other in variants.Where(variant => variant != first))
            {
                report(other.Server.Variant);
                foreach (var idle in variants.Where(variant => variant != first && variant != other))
                    idle.AddAtOnce(null);
                VariantLoad.InParallel(
                    [first, other],
                    (variant, either) => variant.AddAtOnce(load.Paced(variant.Server, slice, pace / 2, either)),
                    cancellationToken
                );
            }
        }
    }

    private sealed class VariantSlices(VariantServer server)
    {
        private readonly List<PacedLoad> paced = [];
        private readonly List<ClosedLoop> fullSpeed = [];
        private readonly List<PacedLoad?> atOnce = [];
        private readonly List<RuntimeTotals?> openings = [];

        public VariantServer Server => server;

        private readonly Stopwatch clock = new();
        private TimeSpan began;
        private TimeSpan ended;
        private TimeSpan idle;

        public void Begin()
        {
            (began, idle) = (server.Counters.Now, -server.Server.ProcessorTime);
            clock.Restart();
        }

        public void End()
        {
            clock.Stop();
            (ended, idle) = (server.Counters.Now, idle + server.Server.ProcessorTime);
        }

        public void Add(PacedLoad one) => paced.Add(one);

        public void Add(ClosedLoop one) => fullSpeed.Add(one);

        public void AddOpening(RuntimeTotals? one) => openings.Add(one);

        /// <param name="one">Null if other variants were loaded.</param>
        public void AddAtOnce(PacedLoad? one) => atOnce.Add(one);

        public bool HasTotals => paced.TrueForAll(one => one.Totals is not null);

        /// <param name="isExact">True to use the runtimes' totals. They are used for all variants or for none.</param>
        public VariantRound ToRound(
            double pace,
            int connections,
            TimeSpan pacedTime,
            TimeSpan warmUp,
            bool isExact,
            string? whyNoPercentiles
        )
        {
            var opening = isExact ? OpeningTotals.Of(openings) : null;
            var ofOpenings = openings.Aggregate(TimeSpan.Zero, (sum, one) => sum + (one?.Processor ?? TimeSpan.Zero));
            var (slices, jumps) = PacedLoad.WithoutJumps(paced);
            var all = PacedLoad.Join(slices).Counted(isExact).WithoutOpening(slices.Count, opening, connections);
            return new VariantRound(
                Throughput.Join([.. fullSpeed.Select(one => one.Throughput)]),
                all.Times.Percentiles(),
                pacedTime.TotalSeconds,
                server.Counters.Readings.OfLoad(began, ended, pacedTime, ServerCounters.UntilNext).With(all.Totals, pacedTime),
                all.ProcessorMicroseconds,
                warmUp.TotalSeconds,
                paced.Count,
                whyNoPercentiles,
                // The system counts in ticks, so a server without work may seem to have used less than nothing.
                Math.Max(0, (idle - all.Processor - ofOpenings) / (clock.Elapsed - pacedTime)),
                [.. fullSpeed.Select(one => new FullSpeedSlice(one.Throughput.GoodRequestsPerSecond))],
                [
                    .. paced.Zip(PacedLoad.ProcessorOf(paced, isExact, opening, connections), (one, processor) =>
                        new PacedSlice(one.Times.Percentiles()?.P50, processor)
                    ),
                ],
                // Without an answer the cost is 0, which has no ratio.
                [
                    .. atOnce.Zip(PacedLoad.ProcessorOf(atOnce, isExact, opening, connections), (one, processor) =>
                        one is { Times.Requests: 0 } ? 0 : processor
                    ),
                ],
                pace,
                opening?.Bytes,
                isExact ? jumps : null,
                MixRound.Of(fullSpeed, paced, isInterleaved: true)
            );
        }
    }
}
