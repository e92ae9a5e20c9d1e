using System.Security.Cryptography;
using System.Text;
using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Runner;

/// <summary>One check: every row screened, suspects measured afresh, within a budget. Judging is left to whoever reads the rows.</summary>
internal sealed class GateRun(BenchmarkProgram baseline, BenchmarkProgram candidate, GateSettings settings, Action<GateProgress> report)
{
    /// <summary>The share of the budget that the first stage may take: suspects need some as well.</summary>
    private const double ShareOfScreening = 0.8;

    /// <summary>Process pairs after which a row's time is known well enough to plan with.</summary>
    private const int EnoughToPlan = 5;

    private static readonly Dictionary<CheckStage, string> Names = new()
    {
        [CheckStage.Screening] = "screening",
        [CheckStage.Confirmation] = "confirmation",
        [CheckStage.LookingAgain] = "looking again",
        [CheckStage.SecondConfirmation] = "confirmation",
    };

    private const string BudgetEnded = "the budget ended before it was measured: raise --budget, narrow --filter, or divide the rows by --shard";

    private ReplicateSweeps? sweeps;
    private bool isGivenUp;

    /// <summary>The environments of both sides, as soon as the rows are known.</summary>
    public (RunEnvironment Baseline, RunEnvironment Candidate) Environments { get; private set; } = (new(), new());

    /// <summary>All rows, with what was measured so far; also of a check that was cancelled.</summary>
    public IReadOnlyList<MeasuredRow> Rows { get; private set; } = [];

    /// <summary>All rows that the filter lets through, those of other shards as well.</summary>
    public IReadOnlyList<RowId> AllRows { get; private set; } = [];

    public TimeSpan Elapsed => sweeps?.Elapsed ?? TimeSpan.Zero;

    /// <summary>Whether the budget ended before all was measured that should have been.</summary>
    public bool IsCutShort => isGivenUp || sweeps is { IsCutShort: true };

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
    public void Measure(CancellationToken cancellation)
    {
        var random = settings.Seed is { } seed ? new Random(seed) : new Random();
        sweeps = new ReplicateSweeps(new TandemSweep(baseline, candidate, settings.Measurement, settings.RowLimit, random), report, settings.Budget);
        // Whole classes, in an order that says nothing about them.
        var plan = Rows.Where(row => row.IsOpen).OrderBy(row => Hash(row.Pairing!.Candidate.Type), StringComparer.Ordinal).ToArray();
        foreach (var stage in CheckPlan.Stages)
        {
            var open = plan.Where(row => row.IsOpen).ToArray();
            var replicates = open.Zip(CheckPlan.Next(stage, [.. open.Select(Checked)])).Where(row => row.Second > 0).ToDictionary(row => row.First, row => row.Second);
            sweeps.Measure(Names[stage], replicates, CheckPlan.IsConfirmation(stage), cancellation, stage == CheckStage.Screening ? done => FitIntoBudget(plan, done) : null);
        }

        if (IsCutShort)
            GiveUp(plan.Where(row => row.IsOpen && row.Units.Count == 0));
    }

    /// <summary>Which part of so many a row belongs to, from 1; the same on every machine, whatever other rows there are.</summary>
    public static int PartOf(RowId row, int count) => (int)(BitConverter.ToUInt32(SHA256.HashData(Encoding.UTF8.GetBytes(row.ToString()))) % (uint)count) + 1;

    private static string Hash(string text) => Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(text)));

    // Better some benchmarks to the end than all of them half.
    private void FitIntoBudget(MeasuredRow[] plan, int done)
    {
        if (done < EnoughToPlan)
            return;

        var each = Elapsed / done;
        var fit = (int)(ShareOfScreening * (settings.Budget / each) / (ScreenedVerdicts.ScreeningUnits * CheckPlan.PairsPerReplicate));
        GiveUp(plan.Where(row => row.IsOpen && row.Spent == TimeSpan.Zero).Skip(Math.Max(0, fit - done)));
    }

    private void GiveUp(IEnumerable<MeasuredRow> rows)
    {
        foreach (var row in rows.ToArray())
        {
            row.Unmeasured = BudgetEnded;
            isGivenUp = true;
        }
    }

    private CheckedBenchmark Checked(MeasuredRow row) => new(Sample(row), row.Units.Count(unit => unit.IsFresh), AllocatesMore(row));

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
