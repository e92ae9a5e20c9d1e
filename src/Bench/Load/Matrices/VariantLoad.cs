using System.Collections.Concurrent;
using System.Diagnostics;
using System.Runtime.ExceptionServices;
using Bench.Host;

namespace Bench.Load;

// Loads variants in two ways: at full speed in a closed loop, and at a pace that all variants have in common.
internal sealed class VariantLoad(LoadMatrix matrix, string folder, IReadOnlyList<int>? cores, TimeSpan? patience = null)
{
    // Each slice starts a new h2load, which opens all connections and sends on each at once. Requests that begin in this time count, but
    // their response times do not. It is several times what a thousand connections take to be accepted and answered once. Counters include
    // this time. The bytes and the CPU time of openings are subtracted later if they are known.
    private static readonly TimeSpan LongestSettling = TimeSpan.FromSeconds(0.5);
    private const int PartsOfSettling = 4;

    // With fewer requests per connection, the percentiles would be those of its first requests.
    public const int MinRequestsOfConnection = 10;

    // The totals are read this often per second: 60 times within the shortest warm-up (see WarmUp).
    private const int LooksOfSecond = 8;

    /// <summary>Share of each request of a mix in the pace, in their order; null without a mix, or while unknown.</summary>
    public IReadOnlyList<double>? Shares { get; set; }

    // The generators of a mix share the cores.
    private int Threads => Math.Max(1, (cores?.Count ?? Environment.ProcessorCount) / Math.Max(1, matrix.Requests.Count));

    public ClosedLoop FullSpeed(VariantServer variant, TimeSpan time, CancellationToken cancellationToken)
    {
        var (before, clock) = (variant.Server.ProcessorTime, Stopwatch.StartNew());
        var loop = matrix.IsMix
            ? OnceMore(() => variant.Load(ClosedLoops), () => EnsureAnswers(variant, cancellationToken))
            : Answered(() => variant.Load(OfOneRequest), () => EnsureAnswers(variant, cancellationToken));
        return loop with { Throughput = loop.Throughput with { ServerCores = (variant.Server.ProcessorTime - before) / clock.Elapsed } };

        // h2load's log shows what was answered while all were loaded, and each response time. wrk reports neither.
        ClosedLoop ClosedLoops() => ClosedLoop.OfMix(H2Load.ClosedLoops(Parts(variant), Threads, time, folder, cores, cancellationToken));

        ClosedLoop OfOneRequest()
        {
            var part = Parts(variant)[0];
            return new(Wrk.Run([(part.Url, part.Connections)], Threads, time, folder, cancellationToken, cores, part.Request), []);
        }
    }

    public PacedLoad Paced(VariantServer variant, TimeSpan time, double pace, CancellationToken cancellationToken) =>
        OnceMore(() => TryPaced(variant, time, pace, cancellationToken), () => EnsureAnswers(variant, cancellationToken));

    public void EnsureAnswers(VariantServer variant, CancellationToken cancellationToken) =>
        variant.Load(() => EnsureAnswers(variant.Variant, () =>
            {
                foreach (var part in Parts(variant))
                    Probe.Get(part.Url, cancellationToken, part.Request, variant.Server);
                return true;
            }));

    // Checks only the body. The generators already count requests without an answer.
    public void EnsureBody(VariantServer variant, CancellationToken cancellationToken)
    {
        foreach (var part in Parts(variant))
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
                // A server under load may refuse requests, including this one.
                continue;
            }

            if (!body.Contains(text, StringComparison.Ordinal))
                throw new UnansweredException(variant.Variant, $"after the load, the response body does not contain '{text}'.");
        }
    }

    internal static T EnsureAnswers<T>(LoadVariant variant, Func<T> probe)
    {
        try
        {
            return probe();
        }
        catch (LoadException e)
        {
            throw new UnansweredException(variant, e.Message);
        }
    }

    // With a thousand connections h2load sometimes waits for one that it has lost, although the server still answers.
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

    // If the generator fails or does not end, the server may hang or not listen at all.
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

    // Totals of the server's runtime while all connections open and send one request each, as at the start of every slice. Null if the
    // server reports no totals.
    /// <param name="pace">Requests/s that every variant can answer.</param>
    public RuntimeTotals? Opening(VariantServer variant, double pace, CancellationToken cancellationToken) =>
        OnceMore(() => TryOpening(variant, TimeToOpen(pace), cancellationToken), () => EnsureAnswers(variant, cancellationToken));

    internal TimeSpan TimeToOpen(double pace) =>
        TimeSpan.FromSeconds(matrix.Sent.Zip(Rates(pace), (sent, rate) => sent.Connections / rate).Max());

    private IReadOnlyList<double> Rates(double pace) => RatesOf(pace, Shares);

    /// <param name="pace">Requests/s of all requests together.</param>
    /// <param name="shares">Share of each request of a mix; null without a mix.</param>
    internal static IReadOnlyList<double> RatesOf(double pace, IReadOnlyList<double>? shares) =>
        shares is null ? [pace] : [.. shares.Select(share => pace * share)];

    private RuntimeTotals? TryOpening(VariantServer variant, TimeSpan time, CancellationToken cancellationToken)
    {
        if (variant.Server.ReadTotals(cancellationToken) is not { } before)
            return null;
        variant.Load(() => H2Load.Open(Parts(variant), Threads, time, folder, cancellationToken, cores));
        return variant.Server.ReadTotals(cancellationToken) - before;
    }

    private PacedLoad TryPaced(VariantServer variant, TimeSpan time, double pace, CancellationToken cancellationToken)
    {
        var (totals, processor) = (variant.Server.ReadTotals(cancellationToken), variant.Server.ProcessorTime);
        var settling = time / PartsOfSettling < LongestSettling ? time / PartsOfSettling : LongestSettling;
        var times = variant.Load(() =>
            H2Load.Paced(Parts(variant), Rates(pace), Threads, time, folder, cores, settling, cancellationToken)
        );
        return new PacedLoad(
            RequestTimes.Join(times),
            variant.Server.ProcessorTime - processor,
            variant.Server.ReadTotals(cancellationToken) - totals
        )
        {
            OfRequests = matrix.IsMix ? times : [],
        };
    }

    public string? WhyNoPercentiles(double pace, TimeSpan time) =>
        matrix.Sent.Zip(Rates(pace), (sent, rate) => WhyNoPercentiles(sent, rate, time)).FirstOrDefault(reason => reason is not null);

    private static string? WhyNoPercentiles(MatrixRequest sent, double rate, TimeSpan time) =>
        rate * time.TotalSeconds < MinRequestsOfConnection * sent.Connections
            ? FormattableString.Invariant(
                $"{sent.Connections} connections{(sent.Name.Length > 0 ? $" of {sent.Name}" : "")} send {rate * time.TotalSeconds / sent.Connections:0.0} requests each in {time.TotalSeconds:0} s at the pace, but percentiles need {MinRequestsOfConnection}. Use fewer connections"
            )
            : null;

    // Loads all variants at once until their compilers are idle, so that a disturbance hits all of them. The load is that of the
    // measurement: slices of new connections, with reads of the runtime's totals. Code that runs only where slices begin or end is
    // compiled after 30 calls, and again after 60.
    /// <param name="pace">Requests/s of all variants together; null for full speed.</param>
    public TimeSpan WarmUp(IReadOnlyList<VariantServer> variants, double? pace, CancellationToken cancellationToken)
    {
        // Without a pace, the rate of the slowest variant is unknown at first.
        IReadOnlyList<double> rates = pace is { } known
            ? Rates(known / variants.Count)
            : [.. matrix.Sent.Select(_ => double.PositiveInfinity)];
        var took = ServerWarmUp.Run(
            [.. variants.Select(variant => ((string?)variant.Variant.Name, variant.Counters))],
            TimeSpan.FromSeconds(matrix.WarmUpSeconds),
            LoadFor
        );
        foreach (var variant in variants)
            variant.Load(() => variant.Counters.Calm(cancellationToken));
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

        // Answers to each request by the variant that gave the fewest.
        long[] LoadSlice(TimeSpan slice)
        {
            var requests = new ConcurrentBag<IReadOnlyList<long>>();
            InParallel(variants, (variant, either) => requests.Add(Load(variant, slice, pace / variants.Count, either)), cancellationToken);
            foreach (var variant in variants)
            {
                for (var i = 0; i < LooksOfSecond * slice.TotalSeconds; i++)
                    variant.Server.ReadTotals(cancellationToken);
                // Otherwise the work that slow requests leave behind grows from slice to slice.
                if (slice > TimeSpan.FromSeconds(matrix.SliceSeconds))
                    InterleavedRound.WaitUntilDone(() => variant.Server.ProcessorTime, wait => cancellationToken.WaitHandle.WaitOne(wait));
            }

            return [.. matrix.Sent.Select((_, i) => requests.Min(ofVariant => ofVariant[i]))];
        }
    }

    // Takes all of the time if the rest would be shorter than a slice.
    internal static TimeSpan SliceOf(TimeSpan time, TimeSpan slice) => time < 2 * slice ? time : slice;

    private IReadOnlyList<long> Load(VariantServer variant, TimeSpan time, double? pace, CancellationToken cancellationToken)
    {
        if (pace is { } known)
        {
            var paced = Paced(variant, time, known, cancellationToken);
            return matrix.IsMix ? [.. paced.OfRequests.Select(times => times.Requests)] : [paced.Times.Requests];
        }

        var loop = FullSpeed(variant, time, cancellationToken);
        return matrix.IsMix ? [.. loop.Requests.Select(request => request.Throughput.Requests)] : [loop.Throughput.Requests];
    }

    // The first failure cancels the others and is rethrown.
    internal static void InParallel<T>(IReadOnlyList<T> variants, Action<T, CancellationToken> load, CancellationToken cancellationToken)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var failures = new ConcurrentQueue<ExceptionDispatchInfo>();
        Task[] all = [.. variants.Select(variant => Task.Run(() => Try(variant), CancellationToken.None))];
        Task.WaitAll(all, CancellationToken.None);
        if (failures.TryDequeue(out var first))
            first.Throw();

        void Try(T variant)
        {
            try
            {
                load(variant, either.Token);
            }
            catch (Exception e)
            {
                failures.Enqueue(ExceptionDispatchInfo.Capture(e));
                either.Cancel();
            }
        }
    }

    private IReadOnlyList<LoadPart> Parts(VariantServer variant) => matrix.Parts(variant.Server.Addresses[0], patience);
}
