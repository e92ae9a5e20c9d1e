using System.Diagnostics;
using System.Security.Cryptography;
using System.Text;
using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;
using Bench.Tandem;

namespace Bench.Gating;

/// <summary>How a check is made.</summary>
public sealed record GateSettings
{
    /// <summary>Which rows.</summary>
    public RowFilter Filter { get; init; } = RowFilter.All;

    /// <summary>Which part of them; null for all.</summary>
    public Shard? Shard { get; init; }

    /// <summary>Margins.</summary>
    public Settings Rows { get; init; } = new();

    /// <summary>The time that the measurement may take.</summary>
    public TimeSpan Budget { get; init; } = TimeSpan.FromMinutes(20);

    /// <summary>How long a benchmark may take to answer before its row has failed.</summary>
    public TimeSpan RowLimit { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>How long a pair of processes is measured.</summary>
    public MeasurementSettings Measurement { get; init; } = new();

    /// <summary>Makes the order of rows and slices repeatable; null for a new one each time.</summary>
    public int? Seed { get; init; }
}

/// <summary>One check: every row screened, suspects measured afresh, within a budget. Judging is left to whoever reads the rows.</summary>
/// <param name="baseline">The build compared against.</param>
/// <param name="candidate">The build in question.</param>
/// <param name="settings">How.</param>
/// <param name="report">Told after each process pair.</param>
public sealed class GateRun(BenchmarkProgram baseline, BenchmarkProgram candidate, GateSettings settings, Action<GateProgress> report)
{
    /// <summary>The share of the budget that the first stage may take: suspects need some as well.</summary>
    private const double ShareOfScreening = 0.8;

    /// <summary>Process pairs after which a row's time is known well enough to plan with.</summary>
    private const int EnoughToPlan = 5;

    private const int PairsOfUnit = 2;

    /// <summary>Four processes a side: enough to see whether allocation repeats.</summary>
    private const int UnitsForAllocation = 2;

    private const string BudgetEnded = "the budget ended before it was measured: raise --budget, narrow --filter, or divide the rows by --shard";

    private readonly Stopwatch clock = new();
    private readonly Random random = settings.Seed is { } seed ? new Random(seed) : new Random();
    private int pairsDone;

    /// <summary>The environments of both sides, as soon as the rows are known.</summary>
    public (RunEnvironment Baseline, RunEnvironment Candidate) Environments { get; private set; } = (new(), new());

    /// <summary>All rows, with what was measured so far; also of a check that was cancelled.</summary>
    public IReadOnlyList<MeasuredRow> Rows { get; private set; } = [];

    /// <summary>All rows that the filter lets through, those of other shards as well.</summary>
    public IReadOnlyList<RowId> AllRows { get; private set; } = [];

    /// <summary>What the measurement took so far.</summary>
    public TimeSpan Elapsed => clock.Elapsed;

    /// <summary>Whether the budget ended before all was measured that should have been.</summary>
    public bool IsCutShort { get; private set; }

    /// <summary>Finds the rows of both sides.</summary>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="TandemException">A program can't be started, or is no benchmark program.</exception>
    public void Find(CancellationToken cancellation)
    {
        var before = Side.List(baseline, settings.Filter, cancellation);
        var after = Side.List(candidate, settings.Filter, cancellation);
        Environments = (before.Environment, after.Environment);
        var all = MeasuredRow.Join(before.Rows, after.Rows);
        AllRows = [.. all.Select(row => row.Id)];
        Rows = [.. all.Where(row => settings.Shard is null || PartOf(row.Id, settings.Shard.Count) == settings.Shard.Index)];
    }

    /// <summary>Measures, until all is decided or the budget has ended.</summary>
    /// <param name="cancellation">Ends it: what was measured is in <see cref="Rows"/>, and no process stays behind.</param>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public void Measure(CancellationToken cancellation)
    {
        clock.Start();
        try
        {
            // Whole classes, in an order that says nothing about them.
            var open = Rows.Where(row => row.IsOpen).OrderBy(row => Hash(row.Pairing!.Candidate.Type), StringComparer.Ordinal).ToList();
            Screen(open, cancellation);
            Clean(open, cancellation);
            ScreenOn(open, cancellation);
            Clean(open, cancellation);
            if (IsCutShort)
                GiveUp(open.Where(row => row.IsOpen && row.Units.Count == 0));
        }
        finally
        {
            clock.Stop();
        }
    }

    /// <summary>Which part of so many a row belongs to, from 1; the same on every machine, whatever other rows there are.</summary>
    /// <param name="row">The row.</param>
    /// <param name="count">How many parts.</param>
    /// <returns>The part.</returns>
    public static int PartOf(RowId row, int count)
    {
        ArgumentNullException.ThrowIfNull(row);
        return (int)(BitConverter.ToUInt32(SHA256.HashData(Encoding.UTF8.GetBytes(row.ToString()))) % (uint)count) + 1;
    }

    private static string Hash(string text) => Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(text)));

    private void Screen(List<MeasuredRow> open, CancellationToken cancellation)
    {
        for (var sweep = 0; sweep < ScreenedVerdicts.ScreeningUnits * PairsOfUnit; sweep++)
        {
            var plan = open.Where(row => row.IsOpen).ToList();
            var number = sweep;
            var isComplete = Sweep("screening", plan, (plan.Count * sweep, plan.Count * ScreenedVerdicts.ScreeningUnits * PairsOfUnit), sweep % 2 == 0, isFresh: false, cancellation, done =>
            {
                if (number == 0)
                    FitIntoBudget(open, plan, done);
            });
            if (!isComplete)
                break;
        }
    }

    // Better some rows to the end than all of them half.
    private void FitIntoBudget(List<MeasuredRow> open, List<MeasuredRow> plan, int done)
    {
        if (done < EnoughToPlan)
            return;

        var each = clock.Elapsed / done;
        var fit = (int)(ShareOfScreening * (settings.Budget / each) / (ScreenedVerdicts.ScreeningUnits * PairsOfUnit));
        GiveUp(plan.Where(row => row.IsOpen && row.Spent == TimeSpan.Zero).Skip(Math.Max(0, fit - done)));
        open.RemoveAll(row => row.Unmeasured is not null);
    }

    private void GiveUp(IEnumerable<MeasuredRow> rows)
    {
        foreach (var row in rows)
        {
            row.Unmeasured = BudgetEnded;
            IsCutShort = true;
        }
    }

    // Rows that were screened without showing that nothing changed: more of the same units, which may make them suspects, too.
    private void ScreenOn(List<MeasuredRow> open, CancellationToken cancellation)
    {
        var rows = Screened(open).Where(row => !row.Units.Any(unit => unit.IsFresh)).ToList();
        var wanted = rows.Zip(ScreenedVerdicts.Plan([.. rows.Select(Sample)])).Where(pair => pair.Second is { IsSuspect: false, Units: > 0 })
            .ToDictionary(pair => pair.First, pair => pair.Second.Units);
        More("looking again", wanted, isFresh: false, cancellation);
    }

    private void Clean(List<MeasuredRow> open, CancellationToken cancellation)
    {
        var rows = Screened(open).Where(row => !row.Units.Any(unit => unit.IsFresh)).ToList();
        var wanted = rows.Zip(ScreenedVerdicts.Plan([.. rows.Select(Sample)]))
            .Select(pair => (Row: pair.First, Units: pair.Second.IsSuspect ? pair.Second.Units : AllocatesMore(pair.First) ? UnitsForAllocation : 0))
            .Where(suspect => suspect.Units > 0)
            .ToDictionary(suspect => suspect.Row, suspect => suspect.Units);
        More("suspects", wanted, isFresh: true, cancellation);
    }

    private void More(string stage, Dictionary<MeasuredRow, int> wanted, bool isFresh, CancellationToken cancellation)
    {
        var total = wanted.Values.Sum() * PairsOfUnit;
        for (var sweep = 0; wanted.Count > 0 && sweep < wanted.Values.Max() * PairsOfUnit; sweep++)
        {
            var plan = wanted.Where(row => sweep < row.Value * PairsOfUnit && row.Key.IsOpen).Select(row => row.Key).ToList();
            var before = wanted.Sum(row => Math.Min(sweep, row.Value * PairsOfUnit));
            if (!Sweep(stage, plan, (before, total), sweep % 2 == 0, isFresh, cancellation))
                break;
        }
    }

    /// <summary>One process pair for each row; false where the budget ended before.</summary>
    private bool Sweep(
        string stage, List<MeasuredRow> plan, (int Done, int Total) ofStage, bool baselineFirst, bool isFresh, CancellationToken cancellation, Action<int>? after = null)
    {
        var rows = plan.ToDictionary(row => row.Pairing!);
        var tandem = new TandemSweep(baseline, candidate, settings.Measurement, settings.RowLimit, random);
        var done = 0;
        if (plan.Count > 0 && !IsLeft(TimeSpan.Zero))
            return false;

        // The plan may shrink on the way.
        foreach (var outcome in tandem.Run(plan.Select(row => row.Pairing!), baselineFirst, pairing => rows[pairing].IsOpen, cancellation))
        {
            var row = rows[outcome.Pairing];
            row.Add(outcome, isFresh);
            pairsDone++;
            after?.Invoke(++done);
            var left = settings.Budget - clock.Elapsed;
            var needed = clock.Elapsed / pairsDone * Math.Max(0, ofStage.Total - ofStage.Done - done);
            report(new GateProgress(stage, ofStage.Done + done, ofStage.Total, row.Id.ToString(), needed < left ? needed : left));
            if (!IsLeft(outcome.Time))
                return false;
        }

        return true;
    }

    private bool IsLeft(TimeSpan time)
    {
        var isLeft = clock.Elapsed + time < settings.Budget;
        IsCutShort |= !isLeft;
        return isLeft;
    }

    private static IEnumerable<MeasuredRow> Screened(IEnumerable<MeasuredRow> open) => open.Where(row => row.IsOpen && row.Units.Count >= ScreenedVerdicts.ScreeningUnits);

    private RowSample Sample(MeasuredRow row) => new()
    {
        Baseline = [.. row.Units.Select(unit => unit.BaselineNanoseconds)],
        Candidate = [.. row.Units.Select(unit => unit.CandidateNanoseconds)],
        Units = [.. row.Units.Select(unit => unit.LogRatio)],
        Margin = settings.Rows.MarginOf(row.Id),
    };

    private static bool AllocatesMore(MeasuredRow row)
    {
        double[] before = [.. row.Units.SelectMany(unit => unit.BaselineBytes ?? [])], after = [.. row.Units.SelectMany(unit => unit.CandidateBytes ?? [])];
        return before.Length > 0 && after.Length > 0 && AllocationVerdict.Judge(before, after).Verdict == Verdict.Regressed;
    }
}
