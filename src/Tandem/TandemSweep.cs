using System.Diagnostics;

namespace Bench.Tandem;

/// <summary>The two rows that a tandem measures against each other: the same row of two builds, or two ways of one build.</summary>
/// <param name="Baseline">The row of the baseline.</param>
/// <param name="Candidate">The row of the candidate.</param>
public sealed record RowPairing(HostedRow Baseline, HostedRow Candidate)
{
    /// <summary>Equal for pairings that may share two processes.</summary>
    internal string World => Baseline.Mode == RunMode.FirstCall || Candidate.Mode == RunMode.FirstCall
        ? $"{Baseline.Id}\n\n{Candidate.Id}" : $"{Baseline.World}\n\n{Candidate.World}";
}

/// <summary>What became of a pairing in a sweep: a result, or why a side has none.</summary>
/// <param name="Pairing">The pairing.</param>
/// <param name="Result">What was measured; null where a side failed.</param>
/// <param name="BaselineFailure">What went wrong on the baseline; null where nothing did.</param>
/// <param name="CandidateFailure">What went wrong on the candidate.</param>
/// <param name="Time">What it took, starting the processes included.</param>
public sealed record PairOutcome(RowPairing Pairing, PairResult? Result, string? BaselineFailure, string? CandidateFailure, TimeSpan Time);

/// <summary>Measures pairings, each once, in pairs of processes that the rows of a class share.</summary>
/// <param name="baseline">The program of the baseline.</param>
/// <param name="candidate">The program of the candidate; may be the same.</param>
/// <param name="settings">How long a row is measured.</param>
/// <param name="rowLimit">How long a side may take to answer before its row has failed.</param>
/// <param name="random">The order of the rows of a class, and the side that begins each block.</param>
public sealed class TandemSweep(BenchmarkProgram baseline, BenchmarkProgram candidate, MeasurementSettings settings, TimeSpan rowLimit, Random random)
{
    /// <summary>Measures each pairing in one pair of processes.</summary>
    /// <param name="pairings">What to measure.</param>
    /// <param name="baselineFirst">Which side is started first: a unit has one pair of processes of each order.</param>
    /// <param name="isWanted">Asked again before each pairing; null for all.</param>
    /// <param name="cancellation">Ends the sweep: no process stays behind.</param>
    /// <returns>An outcome for each pairing, as soon as it is there.</returns>
    public IEnumerable<PairOutcome> Run(IEnumerable<RowPairing> pairings, bool baselineFirst, Func<RowPairing, bool>? isWanted, CancellationToken cancellation)
    {
        foreach (var world in pairings.GroupBy(pairing => pairing.World, StringComparer.Ordinal))
        {
            foreach (var outcome in World(world.OrderBy(_ => random.Next()).Where(pairing => isWanted?.Invoke(pairing) ?? true), baselineFirst, cancellation))
                yield return outcome;
        }
    }

    private IEnumerable<PairOutcome> World(IEnumerable<RowPairing> pairings, bool baselineFirst, CancellationToken cancellation)
    {
        SidePair? sides = null;
        try
        {
            foreach (var pairing in pairings)
            {
                var clock = Stopwatch.StartNew();
                sides ??= SidePair.Start(baseline, candidate, pairing, rowLimit, baselineFirst, cancellation);
                var (result, before, after) = sides.Measure(pairing, settings, random);
                if (sides.IsBroken)
                {
                    sides.Dispose();
                    sides = null;
                }

                yield return new PairOutcome(pairing, result, before, after, clock.Elapsed);
            }
        }
        finally
        {
            sides?.Dispose();
        }
    }

    /// <summary>Two processes that are alive together.</summary>
    private sealed class SidePair : IDisposable
    {
        private readonly Half baseline;
        private readonly Half candidate;

        private SidePair(Half baseline, Half candidate)
        {
            this.baseline = baseline;
            this.candidate = candidate;
        }

        public bool IsBroken => baseline.IsBroken || candidate.IsBroken;

        public static SidePair Start(BenchmarkProgram baseline, BenchmarkProgram candidate, RowPairing first, TimeSpan limit, bool baselineFirst, CancellationToken cancellation)
        {
            var before = new Half(baseline, first.Baseline.Variables, limit, cancellation);
            var after = new Half(candidate, first.Candidate.Variables, limit, cancellation);
            try
            {
                foreach (var half in baselineFirst ? new[] { before, after } : [after, before])
                    half.Start();
                return new SidePair(before, after);
            }
            catch
            {
                before.Dispose();
                after.Dispose();
                throw;
            }
        }

        public (PairResult? Result, string? BaselineFailure, string? CandidateFailure) Measure(RowPairing pairing, MeasurementSettings settings, Random random)
        {
            // Both are tried, so that a row that fails on both sides is known to.
            var before = baseline.Open(pairing.Baseline, settings.Injection is null ? null : InjectedChange.None);
            var after = candidate.Open(pairing.Candidate, settings.Injection);
            PairResult? result = null;
            if (before is not null && after is not null)
            {
                try
                {
                    result = PairMeasurement.Of(before.Value, after.Value, settings, random);
                }
                catch (TandemException e)
                {
                    (e.Side == before.Value.Side ? baseline : candidate).Fail(e);
                }
            }

            // A row that fails on one side may fail on the other as well: then nothing was lost.
            if (result is null)
            {
                baseline.Try(pairing.Baseline);
                candidate.Try(pairing.Candidate);
            }

            baseline.Close();
            candidate.Close();
            var (beforeFailed, afterFailed) = (baseline.TakeFailure(), candidate.TakeFailure());
            return (beforeFailed is null && afterFailed is null ? result : null, beforeFailed, afterFailed);
        }

        public void Dispose()
        {
            baseline.Dispose();
            candidate.Dispose();
        }
    }

    /// <summary>One side and what went wrong with it.</summary>
    private sealed class Half(BenchmarkProgram program, IReadOnlyList<string> variables, TimeSpan limit, CancellationToken cancellation) : IDisposable
    {
        private Side? side;
        private IReadOnlyList<HostedRow> rows = [];
        private string? failure;
        private bool isOpen;

        public bool IsBroken { get; private set; }

        public void Start()
        {
            Guard(() =>
            {
                side = Side.Start(program, variables, cancellation);
                side.Patience = limit;
                rows = side.List(RowFilter.All).Rows;
            });
            // A program that can't say what it has is of no use for the next row either.
            IsBroken |= failure is not null;
        }

        public (Side Side, HostedRow Row)? Open(HostedRow row, InjectedChange? injection)
        {
            // The program numbers its rows in each process anew.
            var own = rows.FirstOrDefault(other => other.Id == row.Id);
            if (side is null || IsBroken)
                return null;
            if (own is null)
            {
                failure = "the row is not there any more";
                return null;
            }

            Guard(() =>
            {
                side.Open(own, injection);
                isOpen = true;
            });
            return isOpen ? (side, own) : null;
        }

        /// <summary>Runs the open row once, where nothing is known against it.</summary>
        public void Try(HostedRow row)
        {
            if (side is null || failure is not null || !isOpen)
                return;
            Guard(() => side.Run(row.Mode == RunMode.Iterations ? row.InvocationCount : 1));
        }

        public void Close()
        {
            if (side is null || !isOpen)
                return;
            isOpen = false;
            if (!IsBroken)
                Guard(() => side.Close());
        }

        public void Fail(TandemException e)
        {
            failure ??= e.Message;
            IsBroken |= e.IsFatal;
        }

        public string? TakeFailure()
        {
            var taken = failure;
            failure = null;
            return taken;
        }

        public void Dispose() => side?.Dispose();

        private void Guard(Action action)
        {
            try
            {
                action();
            }
            catch (TandemException e)
            {
                Fail(e);
            }
        }
    }
}
