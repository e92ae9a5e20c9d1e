using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;
using MathNet.Numerics.Statistics;

namespace Lab.Study;

internal static class StudyAnalysis
{
    private const int ReplayedChecks = 3000;
    private const int Seed = 20260101;
    private const double StrictMargin = 0.02;

    public static StudyResult Create(
        IReadOnlyList<StudyRecord> records,
        IReadOnlyList<CalibratedChange> calibration,
        RunEnvironment environment,
        Margin margin
    )
    {
        var idle = RecordedBenchmark.Create(records, Condition.Idle, Effect.None);
        if (idle.Count == 0)
            throw new ResultsException(
                "these records",
                "hold no two process pairs of identical code of any benchmark, measured idle: record for longer."
            );
        var identical = Enum.GetValues<Condition>()
            .ToDictionary(condition => condition, condition => RecordedBenchmark.Create(records, condition, Effect.None));
        var busy = identical[Condition.OneCoreBusy];
        double[] effects =
        [
            .. records.Where(record => record.Effect is { Share: > 0 }).Select(record => record.Effect.Share).Distinct().Order(),
        ];
        double[] seconds = [.. idle.SelectMany(benchmark => benchmark.Pairs).Select(pair => pair.Seconds)];
        return new StudyResult(
            environment,
            margin.Relative,
            idle.Count,
            records.Count,
            seconds.Length == 0 ? 0 : seconds.Average(),
            [.. idle.Select(benchmark => Spread(benchmark, identical))],
            [
                .. identical
                    .Where(condition => condition.Value.Count > 0)
                    .Select(condition => FalsePositivesOf(condition.Key, condition.Value, margin)),
            ],
            [
                .. new[] { margin.Relative, StrictMargin }
                    .Distinct()
                    .SelectMany(relative =>
                        effects
                            .Prepend(0)
                            .Select(effect => DetectionOf(records, idle, effect, new Margin(relative, margin.NoiseFloor)))
                            // A recording that was cut short may lack pairs of the second order.
                            .OfType<Detection>()
                    ),
            ],
            AllocationOf(RecordedBenchmark.Create(records, Condition.Idle, new Effect(0, 8))),
            [
                .. SimpleRules.All.Select(rule =>
                    Judge(rule.Name, rule.IsSlower, idle, RecordedBenchmark.Create(records, Condition.Idle, new Effect(0.1, 0)))
                ),
            ],
            calibration,
            records
                .Select(record => record.Benchmark)
                .Except(idle.Select(benchmark => benchmark.Benchmark), StringComparer.Ordinal)
                .Order(StringComparer.Ordinal)
                .ToArray()
                is { Length: > 0 } leftOut
                ? leftOut
                : null,
            CanaryOf(idle, margin),
            CanaryOf(busy, margin)
        );
    }

    // A check of one benchmark can borrow the least spread.
    private static CanaryResult[] CanaryOf(IReadOnlyList<RecordedBenchmark> benchmarks, Margin margin)
    {
        var (replay, few) = (new CanaryReplay(benchmarks, margin, new Random(Seed)), Math.Min(5, benchmarks.Count - 1));
        return
        [
            .. (benchmarks.Count < 2 ? [] : new[] { (1, 0.0), (few, 0.0), (benchmarks.Count - 1, 0.0), (few, 0.1), (few, 0.25) })
                .Distinct()
                .Select(check => replay.Run(ReplayedChecks, check.Item1, Math.Log(1 + check.Item2))),
        ];
    }

    private static BenchmarkSpread Spread(
        RecordedBenchmark idle,
        IReadOnlyDictionary<Condition, IReadOnlyList<RecordedBenchmark>> identical
    ) =>
        new(
            idle.Benchmark,
            idle.Replicates.Select(replicate => replicate.BaselineNanoseconds).Median(),
            idle.Replicates.Count,
            identical
                .SelectMany(condition => condition.Value.Select(benchmark => (condition.Key, Benchmark: benchmark)))
                .Where(recorded => recorded.Benchmark.Benchmark == idle.Benchmark && double.IsFinite(recorded.Benchmark.SpreadOfReplicates))
                .ToDictionary(recorded => recorded.Key, recorded => recorded.Benchmark.SpreadOfReplicates),
            double.IsFinite(idle.SpreadOneAfterTheOther) ? idle.SpreadOneAfterTheOther : null,
            idle.Pairs.Select(pair => pair.ByProcessor).LastOrDefault(clock => clock is not null)
        );

    private static FalsePositives FalsePositivesOf(Condition condition, IReadOnlyList<RecordedBenchmark> benchmarks, Margin margin)
    {
        var replay = new CheckReplay(benchmarks, margin, new Random(Seed)).Run(ReplayedChecks);
        return new(
            condition,
            replay.Checks,
            replay.Benchmarks,
            replay.Undecided,
            replay.PairsOfBenchmark,
            FormattableString.Invariant(
                $"{benchmarks.Min(benchmark => benchmark.Replicates.Count)}-{benchmarks.Max(benchmark => benchmark.Replicates.Count)}"
            )
        );
    }

    private static Detection? DetectionOf(
        IReadOnlyList<StudyRecord> records,
        IReadOnlyList<RecordedBenchmark> idle,
        double share,
        Margin margin
    )
    {
        var measured =
            share == 0
                ? idle.ToDictionary(benchmark => benchmark.Benchmark, _ => 0.0, StringComparer.Ordinal)
                : EffectSizes.Estimate(RecordedBenchmark.Create(records, Condition.Idle, new Effect(share, 0)), idle);
        if (measured.Count == 0)
            return null;
        var replay = new CheckReplay(idle, margin, new Random(Seed)).Run(ReplayedChecks, measured);
        return new(share, margin.Relative, replay.Detected, Math.Exp(measured.Values.Median()) - 1);
    }

    // As in a check, the first replicates screen the benchmark and the next ones confirm.
    private static Wilson AllocationOf(IReadOnlyList<RecordedBenchmark> benchmarks)
    {
        var (found, exact) = (0, 0);
        foreach (var benchmark in benchmarks)
        {
            // An older recording may have fewer.
            var both = Math.Min(ScreenedVerdicts.ScreeningReplicates + CheckPlan.ReplicatesForAllocation, benchmark.Replicates.Count);
            for (var start = 0; both > ScreenedVerdicts.ScreeningReplicates && start + both <= benchmark.Replicates.Count; start += both)
            {
                Replicate[] screen = [.. benchmark.Replicates.Skip(start).Take(ScreenedVerdicts.ScreeningReplicates)],
                    confirmation = [.. benchmark.Replicates.Skip(start).Take(both).Skip(ScreenedVerdicts.ScreeningReplicates)];
                double[] before = [.. screen.Concat(confirmation).SelectMany(replicate => replicate.BaselineBytes ?? [])];
                if (before.Length == 0 || before.Max() - before.Min() > AllocationVerdict.Slack)
                    continue;
                exact++;
                found +=
                    ReplicateAllocation.IsSuspected(screen) && ReplicateAllocation.Judge(confirmation)?.Verdict == Verdict.Regressed
                        ? 1
                        : 0;
            }
        }

        return new(found, exact);
    }

    private static OtherRule Judge(
        string name,
        Func<IReadOnlyList<double>, IReadOnlyList<double>, bool> isSlower,
        IReadOnlyList<RecordedBenchmark> identical,
        IReadOnlyList<RecordedBenchmark> slowed
    )
    {
        var interleaved = identical
            .SelectMany(benchmark => benchmark.Pairs)
            .Select(pair => isSlower(pair.BaselineIterations, pair.CandidateIterations))
            .ToArray();
        var apart = identical
            .Select(benchmark =>
                benchmark
                    .OneAfterTheOther.Select(runs => isSlower(runs.Baseline.BaselineIterations, runs.Candidate.CandidateIterations))
                    .ToArray()
            )
            .ToArray();
        var checks = Enumerable
            .Range(0, apart.Length == 0 ? 0 : apart.Min(benchmark => benchmark.Length))
            .Select(i => apart.Any(benchmark => benchmark[i]))
            .ToArray();
        var found = slowed
            .SelectMany(benchmark => benchmark.Pairs)
            .Select(pair => isSlower(pair.BaselineIterations, pair.CandidateIterations))
            .ToArray();
        return new(name, Count(interleaved), Count([.. apart.SelectMany(benchmark => benchmark)]), Count(checks), Count(found));

        static Wilson Count(bool[] hits) => new(hits.Count(hit => hit), hits.Length);
    }
}
