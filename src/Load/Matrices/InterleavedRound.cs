using System.Diagnostics;
using Bench.Host;

namespace Bench.Load;

/// <summary>
/// A round in which the servers of all arms live at once, warm, and are loaded interleaved: slices of seconds, in blocks whose second half
/// has the order of the first reversed, so that a machine that gets slower meanwhile does so for all of them. After the load at
/// the pace come duets, in which the first arm and another are loaded at the same time, for their processor time.
/// </summary>
/// <param name="pace">Requests a second of every arm.</param>
/// <param name="servers">The arms' servers, warm.</param>
internal sealed class InterleavedRound(
    LoadMatrix matrix,
    ArmLoad load,
    double pace,
    IReadOnlyList<ArmServer> servers,
    Action<LoadArm> report
)
{
    /// <summary>So many requests of a slice give a rate that says something.</summary>
    private const double MinRequestsOfSlice = 50;

    /// <summary>In it, of however slow a server, something is answered.</summary>
    public static readonly TimeSpan LongestSlice = TimeSpan.FromSeconds(20);

    /// <summary>
    /// Of more connections at once a server's queue drops some, which are tried again after a second: h2load does not end where its time is
    /// over by then. Kestrel's queue has 512 places.
    /// </summary>
    private const int MostConnectionsAtOnce = 500;

    private static readonly TimeSpan ShortestOfMany = TimeSpan.FromSeconds(2);

    /// <summary>Two ticks of the system's clock, and some more.</summary>
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(50);

    private static readonly TimeSpan LongestRest = TimeSpan.FromSeconds(5);

    private readonly TimeSpan slice = SliceOf(matrix, ArmLoad.RatesOf(pace, load.Shares));
    private bool areExact;
    private readonly ArmSlices[] arms = [.. servers.Select(server => new ArmSlices(server))];

    /// <summary>How long an arm is loaded before another: longer than asked for where the slowest answers too rarely.</summary>
    /// <param name="pace">Requests a second of every arm.</param>
    public static TimeSpan SliceOf(LoadMatrix matrix, double pace) => SliceOf(matrix, [pace]);

    /// <param name="rates">The same of each request of a mix.</param>
    public static TimeSpan SliceOf(LoadMatrix matrix, IReadOnlyList<double> rates)
    {
        var asked = TimeSpan.FromSeconds(matrix.SliceSeconds);
        if (matrix.Connections > MostConnectionsAtOnce && asked < ShortestOfMany)
            asked = ShortestOfMany;
        var seconds = matrix.Sent.Zip(rates, (sent, rate) =>
            Math.Max(MinRequestsOfSlice, ArmLoad.MinRequestsOfConnection * sent.Connections) / rate
        );
        var needed = TimeSpan.FromSeconds(Math.Min(Math.Ceiling(seconds.Max()), LongestSlice.TotalSeconds));
        return needed > asked ? needed : asked;
    }

    /// <summary>How long a round takes, but for the start of servers, their warm-up and the generators' start.</summary>
    /// <param name="pace">Requests a second of every arm; null as long as it is not known.</param>
    /// <param name="shares">Those of each request in it; null as long as they are not known, and where there is one.</param>
    public static TimeSpan Time(LoadMatrix matrix, double? pace, IReadOnlyList<double>? shares = null)
    {
        var slice = SliceOf(matrix, ArmLoad.RatesOf(pace ?? double.PositiveInfinity, shares));
        var slices = 2 * BlocksOf(matrix, slice);
        return ((2 * matrix.Arms.Count * (slices + 1)) + ((matrix.Arms.Count - 1) * slices)) * slice;
    }

    /// <summary>How many blocks, of two slices of each arm, load an arm for as long as is asked for, or longer.</summary>
    public static int BlocksOf(LoadMatrix matrix, TimeSpan slice)
    {
        var blocks = (int)Math.Ceiling(matrix.DurationSeconds / (2 * slice.TotalSeconds));
        // Slices are longer than asked for because connections are many: a median is worth some seconds more.
        return slice <= ShortestOfMany && matrix.DurationSeconds >= SliceRatio.MinSlices * matrix.SliceSeconds
            ? Math.Max(blocks, SliceRatio.MinSlices / 2)
            : blocks;
    }

    private int Blocks => BlocksOf(matrix, slice);

    /// <summary>Loads all arms at the pace: before full speed, for the threads and the heap that it asks for would stay.</summary>
    public void Paced(CancellationToken cancellationToken)
    {
        // Warm, each has met a share of the pace only: a slice of each that counts for nothing.
        foreach (var arm in arms)
        {
            report(arm.Server.Arm);
            load.Paced(arm.Server, slice, pace, cancellationToken);
        }

        foreach (var arm in arms)
            arm.Begin();
        // The counters of a second would have openings in, of the arms that tell and not of those that don't.
        areExact = arms.All(arm => arm.Server.Server.ReadTotals(cancellationToken) is not null);
        WaitForCounters(cancellationToken);
        Interleave(
            arm => arm.Add(load.Paced(arm.Server, slice, pace, cancellationToken)),
            cancellationToken,
            areExact ? arm => arm.AddOpening(load.Opening(arm.Server, pace, cancellationToken)) : null
        );
        WaitForCounters(cancellationToken);
        foreach (var arm in arms)
            arm.End();
        LoadDuets(cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
    }

    private void WaitForCounters(CancellationToken cancellationToken)
    {
        if (!areExact)
            cancellationToken.WaitHandle.WaitOne(ServerCounters.UntilNext);
    }

    /// <summary>Loads all arms in a closed loop.</summary>
    public void FullSpeed(CancellationToken cancellationToken)
    {
        // A slice of each that counts for nothing, in which the threads come that full speed asks for.
        foreach (var arm in arms)
        {
            report(arm.Server.Arm);
            load.FullSpeed(arm.Server, slice, cancellationToken);
        }

        Interleave(arm => arm.Add(load.FullSpeed(arm.Server, slice, cancellationToken)), cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
    }

    /// <summary>What both loads showed.</summary>
    public IReadOnlyDictionary<LoadArm, ArmRound> ToRounds(TimeSpan warmUp)
    {
        var whyNoPercentiles = load.WhyNoPercentiles(pace, slice);
        var isExact = arms.All(arm => arm.HasTotals);
        return arms.ToDictionary(arm => arm.Server.Arm, Round);

        // Where the runtimes' totals stop meanwhile, the counters of a second have the openings in, unlike in other rounds.
        ArmRound Round(ArmSlices arm)
        {
            var round = arm.ToRound(pace, matrix.Connections, 2 * Blocks * slice, warmUp, isExact, whyNoPercentiles);
            return areExact && !isExact ? round with { Counters = round.Counters with { AllocatedBytesPerSecond = null } } : round;
        }
    }

    private void Interleave(Action<ArmSlices> load, CancellationToken cancellationToken, Action<ArmSlices>? before = null)
    {
        for (var block = 0; block < Blocks; block++)
        {
            var order = arms.ToArray();
            Random.Shared.Shuffle(order);
            foreach (var arm in order)
                before?.Invoke(arm);
            foreach (var arm in order.Concat(order.Reverse()))
            {
                report(arm.Server.Arm);
                load(arm);
                // What a generator leaves behind at its end would be worked off in the slice of another: of slow requests that is long.
                if (slice > TimeSpan.FromSeconds(matrix.SliceSeconds))
                    WaitUntilDone(() => arm.Server.Server.ProcessorTime, time => cancellationToken.WaitHandle.WaitOne(time));
            }
        }
    }

    /// <summary>Waits until a server that is not loaded takes no processor time, or does what it does all the time.</summary>
    /// <param name="processor">What it has taken so far, in the ticks of the system's clock.</param>
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

    // Processor time is that of one arm though two are loaded, and what disturbs the machine for a moment disturbs both. Of more arms at
    // once each would have a small part of the pace, at which a request costs more for waking up, and differences seem smaller.
    private void LoadDuets(CancellationToken cancellationToken)
    {
        var first = arms.Single(arm => arm.Server.Arm.Name == matrix.Arms[0].Name);
        for (var i = 0; i < 2 * Blocks; i++)
        {
            foreach (var other in arms.Where(arm => arm != first))
            {
                report(other.Server.Arm);
                foreach (var idle in arms.Where(arm => arm != first && arm != other))
                    idle.AddDuet(null);
                ArmLoad.InParallel(
                    [first, other],
                    (arm, either) => arm.AddDuet(load.Paced(arm.Server, slice, pace / 2, either)),
                    cancellationToken
                );
            }
        }
    }

    /// <summary>An arm with its slices.</summary>
    private sealed class ArmSlices(ArmServer server)
    {
        private readonly List<PacedLoad> paced = [];
        private readonly List<ClosedLoop> fullSpeed = [];
        private readonly List<PacedLoad?> duets = [];
        private readonly List<RuntimeTotals?> openings = [];

        public ArmServer Server => server;

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

        /// <param name="one">Null where others were loaded.</param>
        public void AddDuet(PacedLoad? one) => duets.Add(one);

        public bool HasTotals => paced.TrueForAll(one => one.Totals is not null);

        /// <param name="isExact">Whether the runtime's totals are taken: those of all arms, or of none.</param>
        public ArmRound ToRound(double pace, int connections, TimeSpan pacedTime, TimeSpan warmUp, bool isExact, string? whyNoPercentiles)
        {
            var opening = isExact ? OpeningTotals.Of(openings) : null;
            var ofOpenings = openings.Aggregate(TimeSpan.Zero, (sum, one) => sum + (one?.Processor ?? TimeSpan.Zero));
            var (slices, leaps) = PacedLoad.WithoutLeaps(paced);
            var all = PacedLoad.Join(slices).Counted(isExact).WithoutOpening(slices.Count, opening, connections);
            return new ArmRound(
                Throughput.Join([.. fullSpeed.Select(one => one.Throughput)]),
                all.Times.Percentiles(),
                pacedTime.TotalSeconds,
                server.Counters.Readings.OfLoad(began, ended, pacedTime, ServerCounters.UntilNext).With(all.Totals, pacedTime),
                all.ProcessorMicroseconds,
                warmUp.TotalSeconds,
                paced.Count,
                whyNoPercentiles,
                (idle - all.Processor - ofOpenings) / (clock.Elapsed - pacedTime),
                [.. fullSpeed.Select(one => new FullSpeedSlice(one.Throughput.GoodQueriesPerSecond))],
                [
                    .. paced.Zip(PacedLoad.ProcessorOf(paced, isExact, opening, connections), (one, processor) =>
                        new PacedSlice(one.Times.Percentiles()?.P50, processor)
                    ),
                ],
                // Without an answer it costs nothing, and has no ratio.
                [
                    .. duets.Zip(PacedLoad.ProcessorOf(duets, isExact, opening, connections), (one, processor) =>
                        one is { Times.Requests: 0 } ? 0 : processor
                    ),
                ],
                pace,
                opening?.Bytes,
                isExact ? leaps : null,
                MixRound.Of(fullSpeed, paced, isInterleaved: true)
            );
        }
    }
}
