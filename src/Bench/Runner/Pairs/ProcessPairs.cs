using System.Diagnostics;
using Bench.Hiding;
using Bench.Host;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Runner;

// Measures each benchmark in its own two processes. Benchmarks in one process would share type profiles and so get other machine code than
// alone.
/// <param name="candidate">May be the same program.</param>
/// <param name="benchmarkTimeout">A benchmark that takes longer to answer has failed.</param>
/// <param name="random">Chooses the build that begins each block.</param>
internal sealed class ProcessPairs(
    BenchmarkProgram baseline,
    BenchmarkProgram candidate,
    MeasurementSettings settings,
    TimeSpan benchmarkTimeout,
    Random random
)
{
    // The first pair of a benchmark chooses the clock for all of its pairs.
    private readonly Dictionary<BenchmarkPairing, SliceTiming> timings = new(ReferenceEqualityComparer.Instance);

    public PairOutcome Measure(BenchmarkPairing pairing, bool baselineFirst, CancellationToken cancellationToken)
    {
        var clock = Stopwatch.StartNew();
        using var before = new PairedProcess(baseline, pairing.Baseline, settings.Variables, benchmarkTimeout, cancellationToken);
        using var after = new PairedProcess(candidate, pairing.Candidate, settings.Variables, benchmarkTimeout, cancellationToken);
        foreach (var process in baselineFirst ? new[] { before, after } : [after, before])
            process.Start();
        // In parallel, because each thread waits for its own process only. Both are tried, to report a benchmark that fails in both builds.
        Task.WhenAll(
                Task.Run(() => before.Open(settings.Injection is null ? null : InjectedChange.None), CancellationToken.None),
                Task.Run(() => after.Open(settings.Injection), CancellationToken.None)
            )
            .GetAwaiter()
            .GetResult();
        ProcessPair? result = null;
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

        // A benchmark that fails in one build may fail in the other too. Then the change did not break it.
        if (result is null)
        {
            before.Try();
            after.Try();
        }

        before.Close();
        after.Close();
        return new PairOutcome(
            before.Failure is null && after.Failure is null ? result : null,
            before.Failure,
            after.Failure,
            clock.Elapsed
        );
    }

    private sealed class PairedProcess(
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
                // The index of a benchmark may differ between processes.
                if (side.Find(benchmark) is not { } own)
                    throw new MeasurementException("the benchmark no longer exists");
                side.Open(own, injection);
                Opened = (side, own);
            });

        // Runs the open benchmark once, unless it has already failed.
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
            // The message of an exception may contain values of variables, such as secrets.
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
