using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Results;
using Bench.Statistics;
using MathNet.Numerics.Statistics;

namespace Bench.Studying;

/// <summary>What a study found. Shares are of 1; spreads are standard deviations of log ratios.</summary>
/// <param name="Environment">Where it was made.</param>
/// <param name="Margin">The default margin that checks were replayed with.</param>
/// <param name="Rows">How many rows were recorded.</param>
/// <param name="Pairs">How many process pairs.</param>
/// <param name="SecondsOfPair">What a process pair took on average, idle, identical code.</param>
/// <param name="Spreads">The spread of each row.</param>
/// <param name="Alarms">False alarms of replayed checks.</param>
/// <param name="Power">Detection by effect.</param>
/// <param name="Allocation">Rows whose allocation repeats exactly and of which 8 bytes more were found.</param>
/// <param name="OtherRules">What simple rules say of the same records.</param>
/// <param name="Calibration">Real changes.</param>
public sealed record StudyResult(
    RunEnvironment Environment, double Margin, int Rows, int Pairs, double SecondsOfPair, IReadOnlyList<RowSpread> Spreads, IReadOnlyList<Alarms> Alarms, IReadOnlyList<Detection> Power,
    Wilson Allocation, IReadOnlyList<OtherRule> OtherRules, IReadOnlyList<CalibratedChange> Calibration)
{
    /// <summary>The slope of what a tandem says over what ordinary runs say, through the origin; NaN without a calibration.</summary>
    public double Slope => Calibration.Count == 0 ? double.NaN : Calibration.Sum(change => change.Truth * change.Tandem) / Calibration.Sum(change => change.Truth * change.Truth);

    /// <summary>The result as JSON.</summary>
    /// <returns>Indented JSON with a line feed at the end.</returns>
    public string ToJson() => JsonSerializer.Serialize(this, StudyResultContext.Default.StudyResult) + "\n";
}

/// <summary>How far the units of a row lie apart.</summary>
/// <param name="Row">The row.</param>
/// <param name="Nanoseconds">Its typical time, ns an operation.</param>
/// <param name="Units">How many units, idle.</param>
/// <param name="Idle">The spread of units, idle; null with fewer than two.</param>
/// <param name="Busy">The same with one core kept busy.</param>
/// <param name="OneAfterTheOther">The spread between processes that did not run in turns, idle.</param>
public sealed record RowSpread(string Row, double Nanoseconds, int Units, double? Idle, double? Busy, double? OneAfterTheOther);

/// <summary>False alarms in a condition.</summary>
/// <param name="Condition">What the machine did besides.</param>
/// <param name="Checks">Replayed checks that failed, though nothing had changed.</param>
/// <param name="OfRows">Rows that failed.</param>
/// <param name="Undecided">Rows that came out Inconclusive.</param>
/// <param name="PairsOfRow">Process pairs a row took on average.</param>
/// <param name="Units">The fewest and most units of a row that the checks were drawn from.</param>
public sealed record Alarms(Condition Condition, Wilson Checks, Wilson OfRows, Wilson Undecided, double PairsOfRow, string Units);

/// <summary>Detection of an effect.</summary>
/// <param name="Share">How much slower the body was made.</param>
/// <param name="Margin">The margin.</param>
/// <param name="Found">Slowed rows that were called Regressed.</param>
/// <param name="Measured">The effect as it was measured: the median over rows, as a share.</param>
public sealed record Detection(double Share, double Margin, Wilson Found, double Measured);

/// <summary>What a simple rule says of one run a side.</summary>
/// <param name="Name">The rule.</param>
/// <param name="InTurns">Rows of identical code that it calls slower, where the two ran in turns.</param>
/// <param name="OneAfterTheOther">The same where they ran one after the other.</param>
/// <param name="ChecksOneAfterTheOther">Checks of all rows with at least one such row, one after the other.</param>
/// <param name="FindsTenPercent">Rows made 10 % slower that it calls slower, in turns.</param>
public sealed record OtherRule(string Name, Wilson InTurns, Wilson OneAfterTheOther, Wilson ChecksOneAfterTheOther, Wilson FindsTenPercent);

/// <summary>Makes a result out of records.</summary>
public static class StudyAnalysis
{
    private const int ReplayedChecks = 3000;
    private const int Seed = 20260101;
    private const double StrictMargin = 0.02;

    /// <summary>Four processes a side, and four more afterwards: what a check counts of a suspect.</summary>
    private const int UnitsForAllocation = 2;

    /// <summary>Analyses.</summary>
    /// <param name="records">The records.</param>
    /// <param name="calibration">Real changes; empty for none.</param>
    /// <param name="environment">Where the study was made.</param>
    /// <param name="margin">The margin of the checks.</param>
    /// <returns>What the study found; the same for the same records.</returns>
    /// <exception cref="ResultsException">There are too few records of identical code.</exception>
    public static StudyResult Of(IReadOnlyList<StudyRecord> records, IReadOnlyList<CalibratedChange> calibration, RunEnvironment environment, Margin margin)
    {
        ArgumentNullException.ThrowIfNull(records);
        ArgumentNullException.ThrowIfNull(margin);
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

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull, UseStringEnumConverter = true,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals, WriteIndented = true, NewLine = "\n")]
[JsonSerializable(typeof(StudyResult))]
internal sealed partial class StudyResultContext : JsonSerializerContext;
