using System.Security.Cryptography;
using System.Text;
using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Runner;

/// <summary>
/// One check: every benchmark screened, suspected regressions measured afresh, within a budget. Judging is left to whoever reads the
/// benchmarks.
/// </summary>
/// <param name="measurements">What is known about the programs; null for what processes of them say.</param>
/// <param name="time">What the budget is measured with; null for the system's clock.</param>
internal sealed class GateRun(
    BenchmarkProgram baseline,
    BenchmarkProgram candidate,
    GateSettings settings,
    Action<GateProgress> report,
    IMeasurements? measurements = null,
    TimeProvider? time = null
)
{
    /// <summary>The share of the budget that the first stage may take: suspected regressions need some as well.</summary>
    private const double ShareOfScreening = 0.8;

    /// <summary>
    /// Process pairs that a benchmark takes as a rule: one replicate clears most (3.0 pairs on an idle machine, 2.7 on a busy one, in the
    /// study).
    /// </summary>
    private const double UsualPairs = 3;

    private static readonly Dictionary<CheckStage, string> Names = new()
    {
        [CheckStage.Screening] = "screening",
        [CheckStage.ScreeningToEnd] = "screening",
        [CheckStage.Confirmation] = "confirmation",
        [CheckStage.ConfirmationToEnd] = "confirmation",
        [CheckStage.AdditionalScreening] = "additional replicates",
        [CheckStage.ConfirmationOfImprovements] = "confirmation of improvements",
    };

    private const string BudgetEnded =
        "the budget ended before it was measured: raise --budget, narrow --filter, or divide the benchmarks by --shard";

    private readonly IMeasurements measurements = measurements ?? ProcessMeasurements.Instance;
    private readonly TimeProvider time = time ?? TimeProvider.System;
    private readonly TimeSpent comparing = new(time ?? TimeProvider.System);
    private ReplicateSweeps? sweeps;
    private AllocationRun? counting;
    private bool isGivenUp;

    /// <summary>The environments of both sides, as soon as the benchmarks are known.</summary>
    public (RunEnvironment Baseline, RunEnvironment Candidate) Environments { get; private set; } = (new(), new());

    /// <summary>All benchmarks, with what was measured so far; also of a check that was cancelled.</summary>
    public IReadOnlyList<MeasuredBenchmark> Benchmarks { get; private set; } = [];

    /// <summary>All benchmarks that the filter lets through, those of other shards as well.</summary>
    public IReadOnlyList<BenchmarkId> AllBenchmarks { get; private set; } = [];

    /// <summary>The share of all processors that others took while it measured, 0 to 1; null where that is not known.</summary>
    public double? ShareOfOthers { get; private set; }

    public TimeSpan Elapsed => comparing.Elapsed + Measuring;

    private TimeSpan Measuring => sweeps?.Elapsed ?? counting?.Elapsed ?? TimeSpan.Zero;

    private TimeSpan Budget => settings.Budget - comparing.Elapsed;

    /// <summary>Whether the budget ended before all was measured that should have been.</summary>
    public bool IsCutShort => isGivenUp || sweeps is { IsCutShort: true } || counting is { IsCutShort: true };

    /// <summary>Of several filters, those that fit no benchmark of either build: most likely a name with a mistake.</summary>
    public IReadOnlyList<string> FiltersWithoutBenchmarks { get; private set; } = [];

    /// <summary>What of the programs' configuration could not be read; null where nothing.</summary>
    public string? Unread { get; private set; }

    public void Find(CancellationToken cancellationToken)
    {
        comparing.Start();
        var (one, other) = measurements.List(baseline, candidate, cancellationToken);
        using var old = one;
        using var young = other;
        var (before, after) = (old.List(settings.Filter), young.List(settings.Filter));
        FiltersWithoutBenchmarks = settings.Filter.PatternsWithoutBenchmarks(old, young);
        Environments = (before.Environment, after.Environment);
        Unread = ProgramListing.UnreadOf(old, young);
        var all = MeasuredBenchmark.Join(before.Benchmarks, after.Benchmarks);
        AllBenchmarks = [.. all.Select(benchmark => benchmark.Id)];
        Benchmarks =
        [
            .. all.Where(benchmark => settings.Shard is null || PartOf(benchmark.Id, settings.Shard.Count) == settings.Shard.Index),
        ];
        comparing.Stop();
    }

    /// <summary>Leaves out what runs the same code in both builds: it is not measured.</summary>
    public void ProveSameCode(Func<BuildComparison> compare, CancellationToken cancellationToken)
    {
        comparing.Start();
        var start = comparing.Elapsed;
        var proof = measurements.Prove(compare, baseline, candidate, settings.BenchmarkTimeout, cancellationToken);
        MeasuredBenchmark[] open = [.. Benchmarks.Where(benchmark => benchmark.IsOpen)];
        var effects = proof.EffectsOn([.. open.Select(benchmark => benchmark.Pairing!)], () =>
            comparing.Elapsed - start > settings.MaxProof
        );
        foreach (var (benchmark, effect) in open.Zip(effects))
        {
            benchmark.Effect = effect;
            benchmark.HasSameCode = effect is null;
        }

        comparing.Stop();
    }

    /// <summary>Counts what benchmarks allocate, and measures no times.</summary>
    /// <param name="cancellationToken">Ends it: what was counted is in <see cref="Benchmarks"/>, and no process stays behind.</param>
    /// <param name="error">How often chance may separate what does not differ; null where the figures decide how many there are.</param>
    public void CountAllocation(CancellationToken cancellationToken, double? error = null)
    {
        var random = settings.Seed is { } seed ? new Random(seed) : new Random();
        counting = new AllocationRun(
            measurements.Pairs(baseline, candidate, MeasurementSettings.OfAllocation, settings.BenchmarkTimeout, random),
            report,
            Budget,
            error,
            time
        );
        counting.Count(Plan(), cancellationToken);
    }

    /// <summary>Measures, until all is decided or the budget has ended.</summary>
    /// <param name="cancellationToken">Ends it: what was measured is in <see cref="Benchmarks"/>, and no process stays behind.</param>
    public void Measure(CancellationToken cancellationToken)
    {
        var random = settings.Seed is { } seed ? new Random(seed) : new Random();
        sweeps = new ReplicateSweeps(
            new PairSweep(measurements.Pairs(baseline, candidate, settings.Measurement, settings.BenchmarkTimeout, random), random),
            report,
            Budget,
            time
        );
        var plan = Plan();
        MeasuredBenchmark[] open = [];
        try
        {
            CheckPlan.Run(
                () =>
                {
                    open = [.. plan.Where(benchmark => benchmark.IsOpen)];
                    return [.. open.Select(Checked)];
                },
                (stage, replicates) =>
                    sweeps.Measure(
                        FormattableString.Invariant(
                            $"{Names[stage]}: {plan.Length - replicates.Count(number => number > 0)} of {plan.Length} benchmarks decided"
                        ),
                        open.Zip(replicates)
                            .Where(benchmark => benchmark.Second > 0)
                            .ToDictionary(benchmark => benchmark.First, benchmark => benchmark.Second),
                        CheckPlan.IsConfirmation(stage),
                        ScreenedVerdicts.MaxScreeningReplicates + ScreenedVerdicts.MaxConfirmationReplicates,
                        cancellationToken,
                        stage == CheckStage.Screening ? () => FitIntoBudget(plan) : null,
                        CheckPlan.IsOptional(stage)
                    )
            );
        }
        finally
        {
            ShareOfOthers = sweeps.ShareOfOthers;
        }

        foreach (var (benchmark, isOut) in open.Zip(CheckPlan.AreOutOfReach([.. open.Select(Checked)])))
            benchmark.IsOutOfReach = isOut;
        if (IsCutShort)
            GiveUp(plan.Where(benchmark => benchmark.IsOpen && benchmark.Replicates.Count == 0));
    }

    /// <summary>
    /// Which part of so many a benchmark belongs to, from 1; the same on every machine, whatever other benchmarks there are.
    /// </summary>
    public static int PartOf(BenchmarkId benchmark, int count) =>
        (int)(BitConverter.ToUInt32(SHA256.HashData(Encoding.UTF8.GetBytes(benchmark.ToString()))) % (uint)count) + 1;

    private static string Hash(string text) => Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(text)));

    // What most likely changed first, where that is known; of the others whole classes, in an order that says nothing about them.
    private MeasuredBenchmark[] Plan() =>
        [
            .. Benchmarks
                .Where(benchmark => benchmark.IsOpen)
                .OrderBy(benchmark => benchmark.Effect?.Kind)
                .ThenBy(benchmark => benchmark.Effect?.Calls)
                .ThenBy(benchmark => Hash(benchmark.Pairing!.Candidate.Type), StringComparer.Ordinal),
        ];

    // Better some benchmarks to the end than all of them half. By what the first pairs took, and not by what they let expect of the others:
    // those that changed most come first, and may be the slowest.
    private void FitIntoBudget(MeasuredBenchmark[] plan)
    {
        if (UsualPairs * Measuring >= ShareOfScreening * Budget)
            GiveUp(plan.Where(benchmark => benchmark.IsOpen && benchmark.Spent == TimeSpan.Zero));
    }

    private void GiveUp(IEnumerable<MeasuredBenchmark> benchmarks)
    {
        foreach (var benchmark in benchmarks.ToArray())
        {
            benchmark.Unmeasured = BudgetEnded;
            isGivenUp = true;
        }
    }

    // If the rest of the budget were its own.
    private int Affordable(MeasuredBenchmark benchmark) =>
        benchmark.Replicates.Count == 0
            ? ScreenedVerdicts.MaxConfirmationReplicates
            : (int)
                Math.Min(
                    ScreenedVerdicts.MaxConfirmationReplicates,
                    benchmark.Replicates.Count * (1 + Math.Max(0, (Budget - Measuring) / benchmark.Spent))
                );

    private CheckedBenchmark Checked(MeasuredBenchmark benchmark) =>
        new(
            ReplicateSample.Create(benchmark.Replicates, settings.Benchmarks.MarginOf(benchmark.Id)),
            benchmark.Replicates.Count(replicate => replicate.IsConfirmation),
            ReplicateAllocation.IsSuspected(benchmark.Replicates),
            ReplicateAllocation.Judge(benchmark.Replicates)?.Verdict,
            FailsByAllocation(benchmark),
            Affordable(benchmark)
        );

    // As the report decides it. What is accepted does not fail the check.
    private bool FailsByAllocation(MeasuredBenchmark benchmark) =>
        ReplicateAllocation.Judge(benchmark.Replicates) is { } all
        && ReplicateAllocation.Confirmed(all, benchmark.Replicates).Verdict == Verdict.Regressed
        && !settings.Benchmarks.Accepted.Any(accepted => accepted.Metric == Metric.Allocation && accepted.Benchmark.Fits(benchmark.Id));
}
