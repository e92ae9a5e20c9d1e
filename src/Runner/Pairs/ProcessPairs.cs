using System.Diagnostics;
using Bench.Hiding;
using Bench.Host;
using Bench.Statistics;

namespace Bench.Runner;

/// <summary>
/// Measures each benchmark in two processes of its own: benchmarks that share a process share what the runtime learns there, and get other
/// machine code than alone.
/// </summary>
/// <param name="candidate">The program of the candidate; may be the same.</param>
/// <param name="benchmarkTimeout">How long a side may take to answer before it counts as failed.</param>
/// <param name="random">Chooses the side that begins each block.</param>
internal sealed class ProcessPairs(
    BenchmarkProgram baseline,
    BenchmarkProgram candidate,
    MeasurementSettings settings,
    TimeSpan benchmarkTimeout,
    Random random
)
{
    /// <summary>The clock that the first pair of a benchmark chose: all of its pairs are timed by one.</summary>
    private readonly Dictionary<BenchmarkPairing, SliceTiming> timings = new(ReferenceEqualityComparer.Instance);

    public PairOutcome Measure(BenchmarkPairing pairing, bool baselineFirst, CancellationToken cancellationToken)
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
                result = PairMeasurement.Measure(one, other, settings, random, timings.GetValueOrDefault(pairing));
                if (result.Timing is { } timing)
                    timings.TryAdd(pairing, timing);
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
            // A benchmark may throw what it was given.
            Failure ??= Secrets.Of(program.Variables ?? []).Without(e.Message);
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
