using System.Diagnostics;
using Bench.Host;

namespace Bench.Runner;

/// <summary>
/// The two benchmarks that interleaved pairs measures against each other: the same benchmark of two builds, or two alternatives of one
/// build.
/// </summary>
internal sealed record BenchmarkPairing(HostedBenchmark Baseline, HostedBenchmark Candidate);

/// <summary>What became of a pairing in a sweep: a result, or why a side has none.</summary>
/// <param name="Result">What was measured; null where a side failed.</param>
/// <param name="BaselineFailure">What went wrong on the baseline; null where nothing did.</param>
/// <param name="Time">What it took, starting the processes included.</param>
internal sealed record PairOutcome(
    BenchmarkPairing Pairing,
    PairResult? Result,
    string? BaselineFailure,
    string? CandidateFailure,
    TimeSpan Time
);

/// <summary>
/// Measures pairings, each in two processes of its own: benchmarks that share a process share what the runtime learns there, and get other
/// machine code than alone.
/// </summary>
/// <param name="candidate">The program of the candidate; may be the same.</param>
/// <param name="benchmarkTimeout">How long a side may take to answer before it counts as failed.</param>
/// <param name="random">The order of the benchmarks, and the side that begins each block.</param>
internal sealed class PairSweep(
    BenchmarkProgram baseline,
    BenchmarkProgram candidate,
    MeasurementSettings settings,
    TimeSpan benchmarkTimeout,
    Random random
)
{
    /// <summary>Measures each pairing in one pair of processes.</summary>
    /// <param name="baselineFirst">Which side is started first: a unit has one pair of processes of each order.</param>
    /// <param name="isWanted">Asked again before each pairing; null for all.</param>
    /// <param name="inOrder">Whether the order of the pairings is kept, as in a sweep that may be ended before its last.</param>
    /// <param name="cancellationToken">Ends the sweep: no process stays behind.</param>
    /// <returns>An outcome for each pairing, as soon as it is there.</returns>
    public IEnumerable<PairOutcome> Run(
        IEnumerable<BenchmarkPairing> pairings,
        bool baselineFirst,
        Func<BenchmarkPairing, bool>? isWanted,
        bool inOrder,
        CancellationToken cancellationToken
    ) =>
        (inOrder ? pairings : pairings.OrderBy(_ => random.Next()))
            .Where(pairing => isWanted?.Invoke(pairing) ?? true)
            .Select(pairing => Measure(pairing, baselineFirst, cancellationToken));

    private PairOutcome Measure(BenchmarkPairing pairing, bool baselineFirst, CancellationToken cancellationToken)
    {
        var clock = Stopwatch.StartNew();
        using var before = new Half(baseline, pairing.Baseline, settings.Variables, benchmarkTimeout, cancellationToken);
        using var after = new Half(candidate, pairing.Candidate, settings.Variables, benchmarkTimeout, cancellationToken);
        foreach (var half in baselineFirst ? new[] { before, after } : [after, before])
            half.Start();
        // Each waits for its own process only. Both are tried, so that a benchmark that fails on both sides is known to.
        Task.WhenAll(
                Task.Run(() => before.Open(settings.Injection is null ? null : InjectedChange.None), CancellationToken.None),
                Task.Run(() => after.Open(settings.Injection), CancellationToken.None)
            )
            .GetAwaiter()
            .GetResult();
        PairResult? result = null;
        if (before.Opened is { } one && after.Opened is { } other)
        {
            try
            {
                result = PairMeasurement.Measure(one, other, settings, random);
            }
            catch (MeasurementException e)
            {
                (e.Process == one.Side ? before : after).Fail(e);
            }
        }

        // A benchmark that fails on one side may fail on the other as well: then nothing was lost.
        if (result is null)
        {
            before.Try();
            after.Try();
        }

        before.Close();
        after.Close();
        return new PairOutcome(
            pairing,
            before.Failure is null && after.Failure is null ? result : null,
            before.Failure,
            after.Failure,
            clock.Elapsed
        );
    }

    /// <summary>One side and what went wrong with it.</summary>
    private sealed class Half(
        BenchmarkProgram program,
        HostedBenchmark benchmark,
        IReadOnlyList<string> variables,
        TimeSpan limit,
        CancellationToken cancellationToken
    ) : IDisposable
    {
        private HostedProcess? side;
        private bool isLost;

        public string? Failure { get; private set; }

        public (HostedProcess Side, HostedBenchmark Benchmark)? Opened { get; private set; }

        public void Start() =>
            Guard(() => side = HostedProcess.Launch(program, [.. program.VariablesOf(benchmark), .. variables], cancellationToken));

        public void Open(InjectedChange? injection) =>
            Guard(() =>
            {
                if (side is null)
                    return;
                side.Connect();
                side.Patience = limit;
                // The program numbers its benchmarks in each process anew.
                if (side.Find(benchmark) is not { } own)
                    throw new MeasurementException("the benchmark is not there any more");
                side.Open(own, injection);
                Opened = (side, own);
            });

        /// <summary>Runs the open benchmark once, where nothing is known against it.</summary>
        public void Try()
        {
            if (Failure is null && Opened is { } open)
                Guard(() => open.Side.Run(benchmark.Mode == RunMode.Iterations ? benchmark.InvocationCount : 1));
        }

        public void Close()
        {
            if (!isLost && Opened is { } open)
                Guard(open.Side.Close);
        }

        public void Fail(MeasurementException e)
        {
            Failure ??= e.Message;
            isLost |= e.IsFatal;
        }

        public void Dispose() => side?.Dispose();

        private void Guard(Action action)
        {
            try
            {
                action();
            }
            catch (MeasurementException e)
            {
                Fail(e);
            }
        }
    }
}
