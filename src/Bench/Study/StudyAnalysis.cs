using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Results;
using Bench.Statistics;
using MathNet.Numerics.Statistics;

namespace Bench.Study;

internal static class StudyAnalysis
{
    private const int ReplayedChecks = 3000;
    private const int Seed = 20260101;
    private const double StrictMargin = 0.02;

    /// <summary>Four processes a side, and four more afterwards: what a check counts of a suspect.</summary>
    private const int UnitsForAllocation = 2;

    public static StudyResult Of(IReadOnlyList<StudyRecord> records, IReadOnlyList<CalibratedChange> calibration, RunEnvironment environment, Margin margin)
    {
        var idle = RecordedRow.Of(records, Condition.Idle, Effect.None);
        if (!idle.Any(row => row.Units.Count > 0) || idle.Any(row => row.Units.Count == 0))
            throw new ResultsException("these records", "hold no two process pairs of identical code for each row, measured idle: record for longer.");
        var busy = RecordedRow.Of(records, Condition.OneCoreBusy, Effect.None);
        double[] effects = [.. records.Where(record => record.Effect is { Share: > 0 }).Select(record => record.Effect.Share).Distinct().Order()];
        double[] seconds = [.. idle.SelectMany(row => row.Pairs).Select(pair => pair.Seconds)];
        return new StudyResult(
            environment, margin.Relative, idle.Count, records.Count, seconds.Length == 0 ? 0 : seconds.Average(),
            [.. idle.Select(row => Spread(row, busy.FirstOrDefault(other => other.Row == row.Row)))],
            [.. new[] { (Condition.Idle, idle), (Condition.OneCoreBusy, busy) }.Where(cell => cell.Item2.Count > 0).Select(cell => AlarmsOf(cell.Item1, cell.Item2, margin))],
            [.. new[] { margin.Relative, StrictMargin }.SelectMany(relative => effects.Prepend(0).Select(effect => DetectionOf(records, idle, effect, new Margin(relative, margin.NoiseFloorNanoseconds))))],
            AllocationOf(RecordedRow.Of(records, Condition.Idle, new Effect(0, 8))),
            [.. SimpleRules.All.Select(rule => Judge(rule.Name, rule.IsSlower, idle, RecordedRow.Of(records, Condition.Idle, new Effect(0.1, 0))))],
            calibration);
    }

    private static RowSpread Spread(RecordedRow idle, RecordedRow? busy) => new(
        idle.Row, idle.Units.Select(unit => unit.BaselineNanoseconds).Median(), idle.Units.Count, Known(idle.SpreadOfUnits), Known(busy?.SpreadOfUnits), Known(idle.SpreadOneAfterTheOther));

    private static double? Known(double? value) => value is { } number && double.IsFinite(number) ? number : null;

    private static Alarms AlarmsOf(Condition condition, IReadOnlyList<RecordedRow> rows, Margin margin)
    {
        var replay = new CheckReplay(rows, margin, new Random(Seed)).Run(ReplayedChecks);
        return new(condition, replay.Checks, replay.Rows, replay.Undecided, replay.PairsOfRow, FormattableString.Invariant($"{rows.Min(row => row.Units.Count)}-{rows.Max(row => row.Units.Count)}"));
    }

    private static Detection DetectionOf(IReadOnlyList<StudyRecord> records, IReadOnlyList<RecordedRow> idle, double share, Margin margin)
    {
        var measured = share == 0 ? idle.ToDictionary(row => row.Row, _ => 0.0, StringComparer.Ordinal)
            : RecordedRow.Of(records, Condition.Idle, new Effect(share, 0)).ToDictionary(row => row.Row, row => row.MeanLogRatio, StringComparer.Ordinal);
        var replay = new CheckReplay(idle, margin, new Random(Seed)).Run(ReplayedChecks, measured);
        return new(share, margin.Relative, replay.Detected, Math.Exp(measured.Values.Median()) - 1);
    }

    // Units at the front screen the row, the next ones confirm: as in a check.
    private static Wilson AllocationOf(IReadOnlyList<RecordedRow> rows)
    {
        var (found, exact) = (0, 0);
        foreach (var row in rows)
        {
            for (var start = 0; start + (2 * UnitsForAllocation) <= row.Units.Count; start += 2 * UnitsForAllocation)
            {
                var (screen, fresh) = (row.Units.Skip(start).Take(UnitsForAllocation).ToArray(), row.Units.Skip(start + UnitsForAllocation).Take(UnitsForAllocation).ToArray());
                double[] before = [.. screen.Concat(fresh).SelectMany(unit => unit.BaselineBytes ?? [])];
                if (before.Length == 0 || before.Max() - before.Min() > AllocationVerdict.Slack)
                    continue;
                exact++;
                found += Regressed(screen) && Regressed(fresh) ? 1 : 0;
            }
        }

        return new(found, exact);
    }

    private static bool Regressed(PairedUnit[] units) =>
        AllocationVerdict.Judge([.. units.SelectMany(unit => unit.BaselineBytes!)], [.. units.SelectMany(unit => unit.CandidateBytes!)]).Verdict == Verdict.Regressed;

    private static OtherRule Judge(string name, Func<IReadOnlyList<double>, IReadOnlyList<double>, bool> isSlower, IReadOnlyList<RecordedRow> identical, IReadOnlyList<RecordedRow> slowed)
    {
        var inTurns = identical.SelectMany(row => row.Pairs).Select(pair => isSlower(pair.BaselineIterations, pair.CandidateIterations)).ToArray();
        var apart = identical.Select(row => row.Pairs.Zip(row.Pairs.Skip(1), (one, next) => isSlower(one.BaselineIterations, next.CandidateIterations)).ToArray()).ToArray();
        var checks = Enumerable.Range(0, apart.Length == 0 ? 0 : apart.Min(row => row.Length)).Select(i => apart.Any(row => row[i])).ToArray();
        var found = slowed.SelectMany(row => row.Pairs).Select(pair => isSlower(pair.BaselineIterations, pair.CandidateIterations)).ToArray();
        return new(name, Count(inTurns), Count([.. apart.SelectMany(row => row)]), Count(checks), Count(found));

        static Wilson Count(bool[] hits) => new(hits.Count(hit => hit), hits.Length);
    }
}
