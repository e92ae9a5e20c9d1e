using Bench.Results;
using Bench.Statistics;

namespace Bench.Study;

internal sealed record ReplayResult(Wilson Checks, Wilson Rows, Wilson Detected, Wilson Undecided, double PairsOfRow);

/// <summary>
/// Makes checks out of recorded units, by the very rules of a check: each begins at a moment of the recording, the same for all rows, and
/// takes the units that follow it there, so that what the machine did to many rows at a time stays together.
/// </summary>
/// <param name="random">The moments, and which rows are slowed.</param>
internal sealed class CheckReplay(IReadOnlyList<RecordedRow> identical, Margin margin, Random random)
{
    /// <summary>The share of rows that a change slows in a check of changed code, at least one row.</summary>
    private const double ShareOfSlowedRows = 0.05;

    public ReplayResult Run(int count, IReadOnlyDictionary<string, double>? effect = null)
    {
        var (checks, rows, healthy, detected, slowedRows, undecided, pairs) = (0, 0, 0, 0, 0, 0, 0L);
        for (var i = 0; i < count; i++)
        {
            var slowed = Slowed(effect);
            var (judgements, units) = Check(slowed, effect);
            pairs += units * CheckPlan.PairsPerReplicate;
            var alarms = judgements.Where((judgement, row) => judgement.FailsCheck && !slowed.Contains(row)).Count();
            checks += alarms > 0 ? 1 : 0;
            rows += alarms;
            healthy += identical.Count - slowed.Count;
            undecided += judgements.Where((judgement, row) => judgement.Verdict == Verdict.Inconclusive && !slowed.Contains(row)).Count();
            detected += slowed.Count(row => judgements[row].FailsCheck);
            slowedRows += slowed.Count;
        }

        return new(new(checks, count), new(rows, healthy), new(detected, slowedRows), new(undecided, healthy), (double)pairs / count / identical.Count);
    }

    private HashSet<int> Slowed(IReadOnlyDictionary<string, double>? effect)
    {
        if (effect is null)
            return [];
        int[] possible = [.. Enumerable.Range(0, identical.Count).Where(row => effect.ContainsKey(identical[row].Row))];
        return [.. random.GetItems(possible, Math.Max(1, (int)Math.Round(ShareOfSlowedRows * identical.Count)))];
    }

    private (IReadOnlyList<TimeJudgement> Judgements, int Units) Check(HashSet<int> slowed, IReadOnlyDictionary<string, double>? effect)
    {
        var moment = random.NextDouble();
        var rows = identical.Select((row, i) => new Cursor(row, moment, slowed.Contains(i) ? effect![row.Row] : 0, margin)).ToArray();
        foreach (var stage in CheckPlan.Stages)
        {
            foreach (var (row, replicates) in rows.Zip(CheckPlan.Next(stage, [.. rows.Select(row => new CheckedBenchmark(row.Sample, row.FreshUnits))])))
                row.Take(replicates, CheckPlan.IsConfirmation(stage));
        }

        return (ScreenedVerdicts.Judge([.. rows.Select(row => new ScreenedSample(row.Sample, row.FreshUnits))]), rows.Sum(row => row.Sample.Units.Count));
    }

    /// <summary>A row from one moment of its recording on; at the end it begins anew, and no unit is taken twice.</summary>
    private sealed class Cursor(RecordedRow row, double moment, double shift, Margin margin)
    {
        private readonly int start = (int)(moment * row.Units.Count);
        private int taken;

        public int FreshUnits { get; private set; }

        public RowSample Sample
        {
            get
            {
                PairedUnit[] units = [.. Enumerable.Range(0, taken).Select(i => row.Units[(start + i) % row.Units.Count])];
                return new RowSample
                {
                    Baseline = [.. units.Select(unit => unit.BaselineNanoseconds)],
                    Candidate = [.. units.Select(unit => unit.CandidateNanoseconds * Math.Exp(shift))],
                    Units = [.. units.Select(unit => unit.LogRatio + shift)],
                    Margin = margin,
                };
            }
        }

        public void Take(int units, bool isFresh)
        {
            var possible = Math.Min(units, row.Units.Count - taken);
            taken += possible;
            if (isFresh)
                FreshUnits += possible;
        }
    }
}
