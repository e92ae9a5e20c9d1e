using Bench.Host;
using System.Diagnostics;

namespace Bench.Runner;

/// <summary>The two rows that a tandem measures against each other: the same row of two builds, or two ways of one build.</summary>
internal sealed record RowPairing(HostedBenchmark Baseline, HostedBenchmark Candidate);

/// <summary>What became of a pairing in a sweep: a result, or why a side has none.</summary>
/// <param name="Result">What was measured; null where a side failed.</param>
/// <param name="BaselineFailure">What went wrong on the baseline; null where nothing did.</param>
/// <param name="Time">What it took, starting the processes included.</param>
internal sealed record PairOutcome(RowPairing Pairing, PairResult? Result, string? BaselineFailure, string? CandidateFailure, TimeSpan Time);

/// <summary>
/// Measures pairings, each in two processes of its own: rows that share a process share what the runtime learns there, and get other
/// machine code than alone.
/// </summary>
/// <param name="candidate">The program of the candidate; may be the same.</param>
/// <param name="rowLimit">How long a side may take to answer before its row has failed.</param>
/// <param name="random">The order of the rows, and the side that begins each block.</param>
internal sealed class TandemSweep(BenchmarkProgram baseline, BenchmarkProgram candidate, MeasurementSettings settings, TimeSpan rowLimit, Random random)
{
    /// <summary>Measures each pairing in one pair of processes.</summary>
    /// <param name="baselineFirst">Which side is started first: a unit has one pair of processes of each order.</param>
    /// <param name="isWanted">Asked again before each pairing; null for all.</param>
    /// <param name="cancellation">Ends the sweep: no process stays behind.</param>
    /// <returns>An outcome for each pairing, as soon as it is there.</returns>
    public IEnumerable<PairOutcome> Run(IEnumerable<RowPairing> pairings, bool baselineFirst, Func<RowPairing, bool>? isWanted, CancellationToken cancellation) =>
        pairings.OrderBy(_ => random.Next()).Where(pairing => isWanted?.Invoke(pairing) ?? true).Select(pairing => Measure(pairing, baselineFirst, cancellation));

    private PairOutcome Measure(RowPairing pairing, bool baselineFirst, CancellationToken cancellation)
    {
        var clock = Stopwatch.StartNew();
        using var before = new Half(baseline, pairing.Baseline, rowLimit, cancellation);
        using var after = new Half(candidate, pairing.Candidate, rowLimit, cancellation);
        foreach (var half in baselineFirst ? new[] { before, after } : [after, before])
            half.Start();
        // Each waits for its own process only. Both are tried, so that a row that fails on both sides is known to.
        Task.WhenAll(
            Task.Run(() => before.Open(settings.Injection is null ? null : InjectedChange.None), CancellationToken.None),
            Task.Run(() => after.Open(settings.Injection), CancellationToken.None)).GetAwaiter().GetResult();
        PairResult? result = null;
        if (before.Opened is { } one && after.Opened is { } other)
        {
            try
            {
                result = PairMeasurement.Of(one, other, settings, random);
            }
            catch (MeasurementException e)
            {
                (e.Side == one.Side ? before : after).Fail(e);
            }
        }

        // A row that fails on one side may fail on the other as well: then nothing was lost.
        if (result is null)
        {
            before.Try();
            after.Try();
        }

        before.Close();
        after.Close();
        return new PairOutcome(pairing, before.Failure is null && after.Failure is null ? result : null, before.Failure, after.Failure, clock.Elapsed);
    }

    /// <summary>One side and what went wrong with it.</summary>
    private sealed class Half(BenchmarkProgram program, HostedBenchmark row, TimeSpan limit, CancellationToken cancellation) : IDisposable
    {
        private Side? side;
        private bool isLost;

        public string? Failure { get; private set; }

        public (Side Side, HostedBenchmark Row)? Opened { get; private set; }

        public void Start() => Guard(() => side = Side.Launch(program, row.Variables, cancellation));

        public void Open(InjectedChange? injection) => Guard(() =>
        {
            if (side is null)
                return;
            side.Connect();
            side.Patience = limit;
            // The program numbers its rows in each process anew.
            if (side.Find(row) is not { } own)
                throw new MeasurementException("the row is not there any more");
            side.Open(own, injection);
            Opened = (side, own);
        });

        /// <summary>Runs the open row once, where nothing is known against it.</summary>
        public void Try()
        {
            if (Failure is null && Opened is { } open)
                Guard(() => open.Side.Run(row.Mode == RunMode.Iterations ? row.InvocationCount : 1));
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
