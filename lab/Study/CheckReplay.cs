using Bench.Comparison;
using Bench.Statistics;

namespace Lab.Study;

internal sealed record ReplayResult(Wilson Checks, Wilson Benchmarks, Wilson Detected, Wilson Undecided, double PairsOfBenchmark);

/// <summary>
/// Replays recorded replicates as checks, with the rules of a check. Each check begins at one moment of the recording for all
/// benchmarks and takes the replicates that follow. So disturbances of many benchmarks at a time stay together.
/// </summary>
/// <param name="random">Draws the moments and the slowed benchmarks.</param>
internal sealed class CheckReplay(IReadOnlyList<RecordedBenchmark> identical, Margin margin, Random random)
{
    // The share of benchmarks that a change slows in a check of changed code; at least one benchmark is slowed.
    private const double ShareOfSlowedBenchmarks = 0.05;

    // In a short recording many moments precede the same replicates, and give the same check.
    private readonly Dictionary<string, CheckCounts> known = new(StringComparer.Ordinal);

    public ReplayResult Run(int count, IReadOnlyDictionary<string, double>? effect = null)
    {
        known.Clear();
        var (checks, benchmarks, healthy, detected, slowedBenchmarks, undecided, pairs) = (0, 0, 0, 0, 0, 0, 0L);
        for (var i = 0; i < count; i++)
        {
            var slowed = Slowed(effect);
            var check = Check(slowed, effect);
            pairs += check.Replicates * CheckPlan.PairsPerReplicate;
            checks += check.Alarms > 0 ? 1 : 0;
            benchmarks += check.Alarms;
            healthy += identical.Count - slowed.Count;
            undecided += check.Undecided;
            detected += check.Detected;
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

    private CheckCounts Check(HashSet<int> slowed, IReadOnlyDictionary<string, double>? effect)
    {
        var moment = random.NextDouble();
        var key = string.Create(3 * identical.Count, (moment, slowed, identical), static (text, of) =>
        {
            for (var i = 0; i < of.identical.Count; i++)
            {
                var start = Cursor.StartOf(of.identical[i], of.moment);
                text[3 * i] = (char)(start >> 16);
                text[(3 * i) + 1] = (char)start;
                text[(3 * i) + 2] = of.slowed.Contains(i) ? 's' : ' ';
            }
        });
        if (!known.TryGetValue(key, out var counts))
            known.Add(key, counts = Check(moment, slowed, effect));
        return counts;
    }

    private CheckCounts Check(double moment, HashSet<int> slowed, IReadOnlyDictionary<string, double>? effect)
    {
        var benchmarks = identical
            .Select((benchmark, i) => new Cursor(benchmark, moment, slowed.Contains(i) ? effect![benchmark.Benchmark] : 0, margin))
            .ToArray();
        CheckPlan.Run(
            () => [.. benchmarks.Select(benchmark => new CheckedBenchmark(benchmark.Sample))],
            (stage, replicates) =>
            {
                foreach (var (benchmark, count) in benchmarks.Zip(replicates))
                    benchmark.Take(count, CheckPlan.IsConfirmation(stage));
            }
        );
        var judgements = ScreenedVerdicts.Judge([.. benchmarks.Select(benchmark => benchmark.Sample)]);
        TimeJudgement[] healthy = [.. judgements.Where((_, benchmark) => !slowed.Contains(benchmark))];
        return new(
            healthy.Count(judgement => judgement.FailsCheck),
            healthy.Count(judgement => judgement.Verdict == Verdict.Inconclusive),
            slowed.Count(benchmark => judgements[benchmark].FailsCheck),
            benchmarks.Sum(benchmark => benchmark.Sample.Replicates.Count)
        );
    }

    /// <param name="Alarms">Failures of benchmarks that nothing slows.</param>
    /// <param name="Undecided">Such benchmarks that stayed Inconclusive.</param>
    /// <param name="Detected">Failures of slowed benchmarks.</param>
    private readonly record struct CheckCounts(int Alarms, int Undecided, int Detected, int Replicates);

    /// <summary>A benchmark from one moment of its recording on. It wraps around at the end, and takes no replicate twice.</summary>
    internal sealed class Cursor(RecordedBenchmark benchmark, double moment, double shift, Margin margin)
    {
        private readonly int start = StartOf(benchmark, moment);
        private int taken;
        private int confirmationReplicates;
        private BenchmarkSample? sample;

        public BenchmarkSample Sample =>
            sample ??= ReplicateSample.Create(
                [.. Enumerable.Range(0, taken).Select(i => benchmark.Replicates[(start + i) % benchmark.Replicates.Count])],
                margin,
                shift
            ) with
            {
                ConfirmationReplicates = confirmationReplicates,
            };

        /// <summary>The index of the first replicate after the moment.</summary>
        public static int StartOf(RecordedBenchmark benchmark, double moment) => (int)(moment * benchmark.Replicates.Count);

        public void Take(int replicates, bool isConfirmation)
        {
            var possible = Math.Min(replicates, benchmark.Replicates.Count - taken);
            if (possible == 0)
                return;
            taken += possible;
            sample = null;
            if (isConfirmation)
                confirmationReplicates += possible;
        }
    }
}
