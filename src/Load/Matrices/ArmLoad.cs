using System.Collections.Concurrent;
using System.Diagnostics;
using System.Runtime.ExceptionServices;
using Bench.Host;

namespace Bench.Load;

/// <summary>The two kinds of load of a matrix: at full speed in a closed loop, and at the pace that all arms have in common.</summary>
/// <param name="patience">How long an answer may take, and a generator after its time; null for as long as usual.</param>
internal sealed class ArmLoad(LoadMatrix matrix, string folder, IReadOnlyList<int>? cores, TimeSpan? patience = null)
{
    // Each slice is a new h2load, which opens all connections and sends on each at once: what begins in this time, several times what a
    // thousand connections take to be accepted and answered once, is a request and no time. Counters have it in, until the bytes and the
    // processor time of openings are subtracted where they are known.
    private static readonly TimeSpan LongestSettling = TimeSpan.FromSeconds(0.5);
    private const int PartsOfSettling = 4;

    /// <summary>With fewer requests on each connection, percentiles are those of its first ones.</summary>
    public const int MinRequestsOfConnection = 10;

    /// <summary>So many looks a second are sixty within the shortest warm-up.</summary>
    private const int LooksOfSecond = 8;

    /// <summary>The share of each request of a mix in the pace, in their order; null where it is none, or not known yet.</summary>
    public IReadOnlyList<double>? Shares { get; set; }

    // Those of a mix share the cores.
    private int Threads => Math.Max(1, (cores?.Count ?? Environment.ProcessorCount) / Math.Max(1, matrix.Requests.Count));

    public ClosedLoop FullSpeed(ArmServer arm, TimeSpan time, CancellationToken cancellationToken)
    {
        var (before, clock) = (arm.Server.ProcessorTime, Stopwatch.StartNew());
        var loop = matrix.IsMix
            ? OnceMore(() => arm.Load(ClosedLoops), () => EnsureAnswers(arm, cancellationToken))
            : Answered(() => arm.Load(OfOneRequest), () => EnsureAnswers(arm, cancellationToken));
        return loop with { Throughput = loop.Throughput with { ServerCores = (arm.Server.ProcessorTime - before) / clock.Elapsed } };

        // By its log h2load tells what was answered while all were loaded, and how long each answer took. wrk tells neither.
        ClosedLoop ClosedLoops() => ClosedLoop.OfMix(H2Load.ClosedLoops(Parts(arm), Threads, time, folder, cores, cancellationToken));

        ClosedLoop OfOneRequest()
        {
            var part = Parts(arm)[0];
            return new(Wrk.Run([(part.Url, part.Connections)], Threads, time, folder, cancellationToken, cores, part.Request), []);
        }
    }

    public PacedLoad Paced(ArmServer arm, TimeSpan time, double pace, CancellationToken cancellationToken) =>
        OnceMore(() => TryPaced(arm, time, pace, cancellationToken), () => EnsureAnswers(arm, cancellationToken));

    /// <exception cref="UnansweredException">A request is not answered, or not well.</exception>
    public void EnsureAnswers(ArmServer arm, CancellationToken cancellationToken) => arm.Load(() => EnsureAnswers(arm.Arm, () =>
            {
                foreach (var part in Parts(arm))
                    Probe.Get(part.Url, cancellationToken, part.Request, arm.Server);
                return true;
            }));

    /// <summary>Checks what a request must be answered, where that is said: whether it is answered at all, generators count.</summary>
    /// <exception cref="UnansweredException">It is answered something else.</exception>
    public void EnsureBody(ArmServer arm, CancellationToken cancellationToken)
    {
        foreach (var part in Parts(arm))
        {
            if (part.Request.Contained is not { } text)
                continue;
            string body;
            try
            {
                body = Probe.Get(part.Url, cancellationToken, part.Request with { Contained = null }).Body;
            }
            catch (LoadException)
            {
                // A server may refuse, and this one request as well.
                continue;
            }

            if (!body.Contains(text, StringComparison.Ordinal))
                throw new UnansweredException(arm.Arm, $"after the load its body does not contain '{text}'.");
        }
    }

    internal static T EnsureAnswers<T>(LoadArm arm, Func<T> probe)
    {
        try
        {
            return probe();
        }
        catch (LoadException e)
        {
            throw new UnansweredException(arm, e.Message);
        }
    }

    // With a thousand connections h2load now and then waits for one that it has lost: then the server still answers.
    internal static T OnceMore<T>(Func<T> load, Action ensureAnswers)
    {
        try
        {
            return Answered(load, ensureAnswers);
        }
        catch (StuckGeneratorException)
        {
            return Answered(load, ensureAnswers);
        }
    }

    // A generator that does not end may wait for a server that hangs, and one that fails find none that listens.
    private static T Answered<T>(Func<T> load, Action ensureAnswers)
    {
        try
        {
            return load();
        }
        catch (LoadException e) when (e is not UnansweredException)
        {
            ensureAnswers();
            throw;
        }
    }

    /// <summary>
    /// What a server's runtime counts where all connections are opened and send a request each, as at the start of every slice; null where
    /// it does not tell.
    /// </summary>
    /// <param name="pace">Requests/s that every arm can answer.</param>
    public RuntimeTotals? Opening(ArmServer arm, double pace, CancellationToken cancellationToken) =>
        OnceMore(() => TryOpening(arm, TimeToOpen(pace), cancellationToken), () => EnsureAnswers(arm, cancellationToken));

    /// <summary>How long a server may take to answer each connection once.</summary>
    internal TimeSpan TimeToOpen(double pace) =>
        TimeSpan.FromSeconds(matrix.Sent.Zip(Rates(pace), (sent, rate) => sent.Connections / rate).Max());

    /// <summary>Requests/s of each request at a pace of all together.</summary>
    private IReadOnlyList<double> Rates(double pace) => RatesOf(pace, Shares);

    /// <param name="shares">Of each request of a mix; null where it is none.</param>
    internal static IReadOnlyList<double> RatesOf(double pace, IReadOnlyList<double>? shares) =>
        shares is null ? [pace] : [.. shares.Select(share => pace * share)];

    private RuntimeTotals? TryOpening(ArmServer arm, TimeSpan time, CancellationToken cancellationToken)
    {
        if (arm.Server.ReadTotals(cancellationToken) is not { } before)
            return null;
        arm.Load(() => H2Load.Open(Parts(arm), Threads, time, folder, cancellationToken, cores));
        return arm.Server.ReadTotals(cancellationToken) - before;
    }

    private PacedLoad TryPaced(ArmServer arm, TimeSpan time, double pace, CancellationToken cancellationToken)
    {
        var (totals, processor) = (arm.Server.ReadTotals(cancellationToken), arm.Server.ProcessorTime);
        var settling = time / PartsOfSettling < LongestSettling ? time / PartsOfSettling : LongestSettling;
        var times = arm.Load(() => H2Load.Paced(Parts(arm), Rates(pace), Threads, time, folder, cores, settling, cancellationToken));
        return new PacedLoad(
            RequestTimes.Join(times),
            arm.Server.ProcessorTime - processor,
            arm.Server.ReadTotals(cancellationToken) - totals
        )
        {
            OfRequests = matrix.IsMix ? times : [],
        };
    }

    /// <summary>Why a time of load at a pace has no percentiles; null where it has.</summary>
    public string? WhyNoPercentiles(double pace, TimeSpan time) =>
        matrix.Sent.Zip(Rates(pace), (sent, rate) => WhyNoPercentiles(sent, rate, time)).FirstOrDefault(reason => reason is not null);

    private static string? WhyNoPercentiles(MatrixRequest sent, double rate, TimeSpan time) =>
        rate * time.TotalSeconds < MinRequestsOfConnection * sent.Connections
            ? FormattableString.Invariant(
                $"{sent.Connections} connections{(sent.Name.Length > 0 ? $" of {sent.Name}" : "")} send {rate * time.TotalSeconds / sent.Connections:0.0} requests each in {time.TotalSeconds:0} s at the pace, and {MinRequestsOfConnection} are needed for percentiles: take fewer connections"
            )
            : null;

    /// <summary>
    /// Loads arms at once until the compiler of each is done: what one is disturbed by, the others are as well. It does so as they will be
    /// measured, in slices of new connections with looks at the runtime's totals: what runs only where they begin or end is compiled after
    /// thirty of them, and again after sixty.
    /// </summary>
    /// <param name="pace">Requests a second of all together; null for full speed.</param>
    public TimeSpan WarmUp(IReadOnlyList<ArmServer> arms, double? pace, CancellationToken cancellationToken)
    {
        // What the slowest answers is not known before, but for a pace.
        IReadOnlyList<double> rates = pace is { } known ? Rates(known / arms.Count) : [.. matrix.Sent.Select(_ => double.PositiveInfinity)];
        var took = ServerWarmUp.Run(
            [.. arms.Select(arm => ((string?)arm.Arm.Name, arm.Counters))],
            TimeSpan.FromSeconds(matrix.WarmUpSeconds),
            LoadFor
        );
        foreach (var arm in arms)
            arm.Load(() => arm.Counters.Calm(cancellationToken));
        return took;

        long LoadFor(TimeSpan time)
        {
            var requests = 0L;
            while (time > TimeSpan.Zero)
            {
                var slice = matrix.Alone is null ? SliceOf(time, InterleavedRound.SliceOf(matrix, rates)) : time;
                var answered = LoadSlice(slice);
                if (pace is null)
                    rates = [.. answered.Select(count => count / slice.TotalSeconds)];
                (requests, time) = (requests + answered.Min(), time - slice);
            }

            return requests;
        }

        // How often each request was answered by the arm that did so least.
        long[] LoadSlice(TimeSpan slice)
        {
            var requests = new ConcurrentBag<IReadOnlyList<long>>();
            InParallel(arms, (arm, either) => requests.Add(Load(arm, slice, pace / arms.Count, either)), cancellationToken);
            foreach (var arm in arms)
            {
                for (var i = 0; i < LooksOfSecond * slice.TotalSeconds; i++)
                    arm.Server.ReadTotals(cancellationToken);
                // The work that slow requests leave behind would grow from slice to slice.
                if (slice > TimeSpan.FromSeconds(matrix.SliceSeconds))
                    InterleavedRound.WaitUntilDone(() => arm.Server.ProcessorTime, wait => cancellationToken.WaitHandle.WaitOne(wait));
            }

            return [.. matrix.Sent.Select((_, i) => requests.Min(ofArm => ofArm[i]))];
        }
    }

    /// <summary>The next slice of a time: all of it where the rest would be shorter than a slice.</summary>
    internal static TimeSpan SliceOf(TimeSpan time, TimeSpan slice) => time < 2 * slice ? time : slice;

    private IReadOnlyList<long> Load(ArmServer arm, TimeSpan time, double? pace, CancellationToken cancellationToken)
    {
        if (pace is { } known)
        {
            var paced = Paced(arm, time, known, cancellationToken);
            return matrix.IsMix ? [.. paced.OfRequests.Select(times => times.Requests)] : [paced.Times.Requests];
        }

        var loop = FullSpeed(arm, time, cancellationToken);
        return matrix.IsMix ? [.. loop.Requests.Select(request => request.Throughput.Requests)] : [loop.Throughput.Requests];
    }

    // The first that fails, for whatever reason, ends the others, and is told of.
    internal static void InParallel<T>(IReadOnlyList<T> arms, Action<T, CancellationToken> load, CancellationToken cancellationToken)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var failures = new ConcurrentQueue<ExceptionDispatchInfo>();
        Task[] all = [.. arms.Select(arm => Task.Run(() => Try(arm), CancellationToken.None))];
        Task.WaitAll(all, CancellationToken.None);
        if (failures.TryDequeue(out var first))
            first.Throw();

        void Try(T arm)
        {
            try
            {
                load(arm, either.Token);
            }
            catch (Exception e)
            {
                failures.Enqueue(ExceptionDispatchInfo.Capture(e));
                either.Cancel();
            }
        }
    }

    private IReadOnlyList<LoadPart> Parts(ArmServer arm) => matrix.Parts(arm.Server.Addresses[0], patience);
}
