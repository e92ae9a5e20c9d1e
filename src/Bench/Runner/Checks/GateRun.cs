using System.Security.Cryptography;
using System.Text;
using Bench.Comparison;
using Bench.Reports;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Runner;

// One check: screens every benchmark and measures suspected regressions again, within a budget. The callers judge the results.
/// <param name="measurements">Null for real processes.</param>
/// <param name="time">Measures the budget; null for the system's clock.</param>
internal sealed class GateRun(
    BenchmarkProgram baseline,
    BenchmarkProgram candidate,
    GateSettings settings,
    Action<GateProgress> report,
    IMeasurements? measurements = null,
    TimeProvider? time = null
)
{
    // Share of the budget for the first stage. Suspected regressions need the rest.
    private const double ShareOfScreening = 0.8;

    // Process pairs per benchmark. One replicate clears most benchmarks: the study needed 3.0 pairs on an idle machine and 2.7 on a busy
    // one.
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
        "the budget ended before it was measured. Increase --budget, narrow --filter, or divide the benchmarks with --shard";

    private readonly IMeasurements measurements = measurements ?? ProcessMeasurements.Instance;
    private readonly TimeProvider time = time ?? TimeProvider.System;
    private readonly TimeSpent comparing = new(time ?? TimeProvider.System);
    private ReplicateSweeps? sweeps;
    private AllocationRun? counting;
    private MeasuredBenchmark? canary;
    private ISameCodeProof? proof;
    private bool isGivenUp;

    // With the results so far, also after a cancellation. Known after Find.
    public FoundBenchmarks Found { get; private set; } = new([], new(), new());

    public IReadOnlyList<MeasuredBenchmark> Benchmarks => Found.Benchmarks;

    // 0 to 1; null if the system does not count it.
    public double? ShareOfOthers { get; private set; }

    public TimeSpan Elapsed => comparing.Elapsed + Measuring;

    private TimeSpan Measuring => sweeps?.Elapsed ?? counting?.Elapsed ?? TimeSpan.Zero;

    private TimeSpan Budget => settings.Budget - comparing.Elapsed;

    // The budget ended before everything necessary was measured.
    public bool IsCutShort => isGivenUp || sweeps is { IsCutShort: true } || counting is { IsCutShort: true };

    public FoundBenchmarks Find(CancellationToken cancellationToken)
    {
        comparing.Start();
        // The parts of a check have different benchmarks, and a check of all has none outside.
        var hasOutside = settings is { HasCanary: true, Shard: null, Filter: not { Patterns.Count: 0, Categories.Count: 0 } };
        Found = FoundBenchmarks.InBoth(measurements, baseline, candidate, settings.Filter, cancellationToken, hasOutside);
        if (settings.Shard is { } shard)
            Select([.. Benchmarks.Where(benchmark => PartOf(benchmark.Id, shard.Count) == shard.Index)]);
        comparing.Stop();
        return Found;
    }

    // Leaves out all other benchmarks.
    public void Select(params IReadOnlyList<MeasuredBenchmark> benchmarks) => Found = Found with { Benchmarks = benchmarks };

    // Benchmarks that run the same code in both builds are not measured.
    public void ProveSameCode(Func<BuildComparison> compare, CancellationToken cancellationToken)
    {
        comparing.Start();
        var start = comparing.Elapsed;
        proof = measurements.Prove(compare, baseline, candidate, settings.BenchmarkTimeout, cancellationToken);
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

    // After a cancellation, Benchmarks has the counts so far and no process is left. error is the probability that chance separates equal
    // benchmarks; null lets the figures decide how many are counted.
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

    // After a cancellation, Benchmarks has the results so far and no process is left.
    public void Measure(CancellationToken cancellationToken)
    {
        var plan = Plan();
        var random = settings.Seed is { } seed ? new Random(seed) : new Random();
        sweeps = new ReplicateSweeps(Pairs(random), random, report, Budget, UsualPairs * plan.Length, time);
        if (settings.HasCanary && plan.Length > 0)
            ChooseCanary();
        MeasuredBenchmark[] open = [];
        var suspected = new HashSet<MeasuredBenchmark>();
        try
        {
            CheckPlan.Run(
                () =>
                {
                    open = [.. plan.Where(benchmark => benchmark.IsOpen)];
                    return [.. open.Select(Checked)];
                },
                (stage, replicates) =>
                {
                    var next = open.Zip(replicates)
                        .Where(benchmark => benchmark.Second > 0)
                        .ToDictionary(benchmark => benchmark.First, benchmark => benchmark.Second);
                    var step = FormattableString.Invariant($"{Names[stage]}, {plan.Length - next.Count} of {plan.Length} decided");
                    foreach (var benchmark in next.Keys.Where(benchmark => CheckPlan.IsConfirmation(stage) && suspected.Add(benchmark)))
                        report(new GateProgress(step, benchmark.Id.ToString(), null) { News = Suspicion(benchmark) });
                    if (canary is { IsOpen: true } && NextOfCanary(stage, plan, next.Count) is > 0 and var more)
                        next.Add(canary, more);
                    sweeps.Measure(
                        step,
                        next,
                        CheckPlan.IsConfirmation(stage),
                        cancellationToken,
                        Planned(open, next),
                        stage == CheckStage.Screening ? () => FitIntoBudget(plan) : null,
                        CheckPlan.IsOptional(stage)
                    );
                }
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

    private void ChooseCanary()
    {
        canary = CanaryChoice.Of(Benchmarks, Found.Outside, proof);
        if (canary is null)
            return;
        canary.IsCanary = true;
        if (Found.Outside.Contains(canary))
            Select([.. Benchmarks, canary]);
    }

    private PairMeasurer Pairs(Random random)
    {
        var all = Of(settings.BenchmarkTimeout);
        var bounded = Of(settings.BenchmarkTimeout < CanaryRule.MaxTime ? settings.BenchmarkTimeout : CanaryRule.MaxTime);
        return (pairing, baselineFirst, cancellationToken) =>
            (ReferenceEquals(pairing, canary?.Pairing) ? bounded : all)(pairing, baselineFirst, cancellationToken);

        PairMeasurer Of(TimeSpan timeout) => measurements.Pairs(baseline, candidate, settings.Measurement, timeout, random);
    }

    private Dictionary<MeasuredBenchmark, int> Planned(MeasuredBenchmark[] open, Dictionary<MeasuredBenchmark, int> next)
    {
        var planned = open.Zip(CheckPlan.Planned([.. open.Select(Checked)]))
            .ToDictionary(benchmark => benchmark.First, benchmark => benchmark.Second);
        foreach (var (benchmark, replicates) in next)
            planned[benchmark] = Math.Max(replicates, planned.GetValueOrDefault(benchmark));
        return planned;
    }

    private int NextOfCanary(CheckStage stage, MeasuredBenchmark[] plan, int measured) =>
        CanaryRule.Next(
            stage,
            canary!.Replicates.Count == 0 ? null : Sample(canary),
            [.. plan.Where(benchmark => benchmark.Replicates.Count > 0).Select(Sample)],
            measured
        );

    private BenchmarkSample Sample(MeasuredBenchmark benchmark) =>
        ReplicateSample.Create(benchmark.Replicates, settings.Benchmarks.MarginOf(benchmark.Id));

    private static string Suspicion(MeasuredBenchmark benchmark)
    {
        var ratio = Math.Exp(benchmark.Replicates.Average(replicate => replicate.LogRatio));
        var what =
            ReplicateAllocation.IsSuspected(benchmark.Replicates) ? "allocates more"
            : ratio > 1 ? "slower"
            : "faster";
        return $"Possibly {what}, so it is measured again: {benchmark.Id} (time {Figures.Change(ratio)})";
    }

    // From 1 to count. The part is the same on every machine and does not depend on other benchmarks.
    public static int PartOf(BenchmarkId benchmark, int count) =>
        (int)(BitConverter.ToUInt32(SHA256.HashData(Encoding.UTF8.GetBytes(benchmark.ToString()))) % (uint)count) + 1;

    private static string Hash(string text) => Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(text)));

    // Benchmarks that most likely changed come first, if that is known. The others are grouped by class, in an arbitrary but fixed order.
    private MeasuredBenchmark[] Plan() =>
        [
            .. Benchmarks
                .Where(benchmark => benchmark.IsOpen)
                .OrderBy(benchmark => benchmark.Effect?.Kind)
                .ThenBy(benchmark => benchmark.Effect?.Calls)
                .ThenBy(benchmark => Hash(benchmark.Pairing!.Candidate.Type), StringComparer.Ordinal),
        ];

    // Measures some benchmarks completely rather than all of them partially. The decision uses the time that the first pairs took. It does
    // not extrapolate to the others, because the benchmarks that changed most come first and may be the slowest.
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

    // The replicates that fit if this benchmark had the rest of the budget to itself.
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
            Sample(benchmark),
            ReplicateAllocation.IsSuspected(benchmark.Replicates),
            ReplicateAllocation.Judge(benchmark.Replicates)?.Verdict,
            FailsByAllocation(benchmark),
            Affordable(benchmark)
        );

    // Must decide like the report. An accepted regression does not fail the check.
    private bool FailsByAllocation(MeasuredBenchmark benchmark) =>
        ReplicateAllocation.Judge(benchmark.Replicates) is { } all
        && ReplicateAllocation.Confirmed(all, benchmark.Replicates).Verdict == Verdict.Regressed
        && !settings.Benchmarks.Accepted.Any(accepted => accepted.Metric == Metric.Allocation && accepted.Benchmark.Fits(benchmark.Id));
}
