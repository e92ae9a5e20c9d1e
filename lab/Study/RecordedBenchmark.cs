using Bench.Results;

namespace Lab.Study;

/// <summary>The records of one benchmark in one condition with one effect, ordered by time.</summary>
internal sealed record RecordedBenchmark(string Benchmark, IReadOnlyList<StudyRecord> Pairs)
{
    // People who compare two runs by hand make them within the hour.
    private static readonly TimeSpan LongestTimeBetweenRuns = TimeSpan.FromHours(1);

    /// <summary>
    /// Two pairs with opposite orders make a replicate, as in a check. A pair whose partner is missing, because the recording was
    /// interrupted, makes none.
    /// </summary>
    public IReadOnlyList<Replicate> Replicates { get; } = [.. Join(Pairs)];

    public double SpreadOfReplicates => Deviation([.. Replicates.Select(replicate => replicate.LogRatio)]);

    /// <summary>
    /// Simulates processes that ran one after the other: the baseline of one pair with the candidate of the next. Pairs of two
    /// recordings are not neighbours, because nobody compares a run with last week's in this way.
    /// </summary>
    public IReadOnlyList<(StudyRecord Baseline, StudyRecord Candidate)> OneAfterTheOther { get; } =
    [.. Pairs.Zip(Pairs.Skip(1)).Where(neighbours => neighbours.Second.Time - neighbours.First.Time < LongestTimeBetweenRuns)];

    public double SpreadOneAfterTheOther =>
        Deviation([.. OneAfterTheOther.Select(runs => Math.Log(runs.Candidate.CandidateNanoseconds / runs.Baseline.BaselineNanoseconds))]);

    public double MeanLogRatio => Replicates.Average(replicate => replicate.LogRatio);

    public static IReadOnlyList<RecordedBenchmark> Create(IEnumerable<StudyRecord> records, Condition condition, Effect effect) =>
        [
            .. records
                .Where(record => record.Condition == condition && record.Effect == effect)
                .GroupBy(record => record.Benchmark, StringComparer.Ordinal)
                .Select(benchmark => new RecordedBenchmark(benchmark.Key, [.. benchmark.OrderBy(record => record.Time)]))
                .Where(benchmark => benchmark.Replicates.Count > 0)
                .OrderBy(benchmark => benchmark.Benchmark, StringComparer.Ordinal),
        ];

    private static IEnumerable<Replicate> Join(IReadOnlyList<StudyRecord> pairs)
    {
        StudyRecord? first = null;
        foreach (var pair in pairs)
        {
            if (first is not null && first.BaselineFirst != pair.BaselineFirst)
            {
                yield return first.BaselineFirst ? Figures(first).With(Figures(pair)) : Figures(pair).With(Figures(first));
                first = null;
            }
            else
            {
                first = pair;
            }
        }
    }

    private static double Deviation(double[] values)
    {
        if (values.Length < 2)
            return double.NaN;
        var mean = values.Average();
        return Math.Sqrt(values.Sum(value => (value - mean) * (value - mean)) / (values.Length - 1));
    }

    private static ProcessPair Figures(StudyRecord pair) =>
        new(pair.BaselineNanoseconds, pair.CandidateNanoseconds, pair.LogRatio, pair.BaselineBytes, pair.CandidateBytes);
}
