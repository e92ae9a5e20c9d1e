using Bench.Comparison;
using Bench.Statistics;

namespace Bench.Study;

internal sealed record ReplayResult(Wilson Checks, Wilson Benchmarks, Wilson Detected, Wilson Undecided, double PairsOfBenchmark);

/// <summary>
/// Makes checks out of recorded replicates, by the very rules of a check: each begins at a moment of the recording, the same for all
/// benchmarks, and takes the replicates that follow it there, so that what the machine did to many benchmarks at a time stays together.
/// </summary>
/// <param name="random">The moments, and which benchmarks are slowed.</param>
internal sealed class CheckReplay(IReadOnlyList<RecordedBenchmark> identical, Margin margin, Random random)
{
    /// <summary>The share of benchmarks that a change slows in a check of changed code, at least one benchmark.</summary>
    private const double ShareOfSlowedBenchmarks = 0.05;

    public ReplayResult Run(int count, IReadOnlyDictionary<string, double>? effect = null)
    {
        var (checks, benchmarks, healthy, detected, slowedBenchmarks, undecided, pairs) = (0, 0, 0, 0, 0, 0, 0L);
        for (var i = 0; i < count; i++)
        {
            var slowed = Slowed(effect);
            var (judgements, replicates) = Check(slowed, effect);
            pairs += replicates * CheckPlan.PairsPerReplicate;
            var alarms = judgements.Where((judgement, benchmark) => judgement.FailsCheck && !slowed.Contains(benchmark)).Count();
            checks += alarms > 0 ? 1 : 0;
            benchmarks += alarms;
            healthy += identical.Count - slowed.Count;
            undecided += judgements
                .Where((judgement, benchmark) => judgement.Verdict == Verdict.Inconclusive && !slowed.Contains(benchmark))
                .Count();
            detected += slowed.Count(benchmark => judgements[benchmark].FailsCheck);
            slowedBenchmarks += slowed.Count;
        }

        return new(
            new(checks, count),
            new(benchmarks, healthy),
            new(detected, slowedBenchmarks),
            new(undecided, healthy),
            (double)pairs / count / identical.Count
        );
    }

    private HashSet<int> Slowed(IReadOnlyDictionary<string, double>? effect)
    {
        if (effect is null)
            return [];
        int[] possible = [.. Enumerable.Range(0, identical.Count).Where(benchmark => effect.ContainsKey(identical[benchmark].Benchmark))];
        random.Shuffle(possible);
        return [.. possible.Take(Math.Max(1, (int)Math.Round(ShareOfSlowedBenchmarks * identical.Count)))];
    }

    private (IReadOnlyList<TimeJudgement> Judgements, int Replicates) Check(
        HashSet<int> slowed,
        IReadOnlyDictionary<string, double>? effect
    )
    {
        var moment = random.NextDouble();
        var benchmarks = identical
            .Select((benchmark, i) => new Cursor(benchmark, moment, slowed.Contains(i) ? effect![benchmark.Benchmark] : 0, margin))
            .ToArray();
        CheckPlan.Run(
            () => [.. benchmarks.Select(benchmark => new CheckedBenchmark(benchmark.Sample, benchmark.ConfirmationReplicates))],
            (stage, replicates) =>
            {
                foreach (var (benchmark, count) in benchmarks.Zip(replicates))
                    benchmark.Take(count, CheckPlan.IsConfirmation(stage));
            }
        );

        return (
            ScreenedVerdicts.Judge([
                .. benchmarks.Select(benchmark => new ScreenedSample(benchmark.Sample, benchmark.ConfirmationReplicates)),
            ]),
            benchmarks.Sum(benchmark => benchmark.Sample.Replicates.Count)
        );
    }

    /// <summary>A benchmark from one moment of its recording on; at the end it begins anew, and no replicate is taken twice.</summary>
    private sealed class Cursor(RecordedBenchmark benchmark, double moment, double shift, Margin margin)
    {
        private readonly int start = (int)(moment * benchmark.Replicates.Count);
        private int taken;

        public int ConfirmationReplicates { get; private set; }

        public BenchmarkSample Sample =>
            ReplicateSample.Create(
                [.. Enumerable.Range(0, taken).Select(i => benchmark.Replicates[(start + i) % benchmark.Replicates.Count])],
                margin,
                shift
            );

        public void Take(int replicates, bool isConfirmation)
        {
            var possible = Math.Min(replicates, benchmark.Replicates.Count - taken);
            taken += possible;
            if (isConfirmation)
                ConfirmationReplicates += possible;
        }
    }
}
