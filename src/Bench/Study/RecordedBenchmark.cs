using Bench.Results;

namespace Bench.Study;

/// <summary>The records of one benchmark in one condition with one effect, in the order of time.</summary>
internal sealed record RecordedBenchmark(string Benchmark, IReadOnlyList<StudyRecord> Pairs)
{
    /// <summary>Whoever compares two runs by hand makes them within the hour.</summary>
    private static readonly TimeSpan LongestTimeBetweenRuns = TimeSpan.FromHours(1);

    /// <summary>
    /// Two pairs of both orders make a replicate, as in a check; one whose other was never measured, where a recording was interrupted,
    /// makes none.
    /// </summary>
    public IReadOnlyList<Replicate> Replicates { get; } = [.. Join(Pairs)];

    public double SpreadOfReplicates => Deviation([.. Replicates.Select(replicate => replicate.LogRatio)]);

    /// <summary>
    /// What the same processes would be, had they run one after the other: the baseline of one pair, the candidate of the next. Nobody
    /// compares today's run with last week's that way, so pairs of two recordings are not neighbours.
    /// </summary>
    public IReadOnlyList<(StudyRecord Baseline, StudyRecord Candidate)> OneAfterTheOther { get; } =
    [
        .. Pairs.Zip(Pairs.Skip(1)).Where(neighbours => neighbours.Second.Time - neighbours.First.Time < LongestTimeBetweenRuns),
    ];

    public double SpreadOneAfterTheOther =>
        Deviation([
            .. OneAfterTheOther.Select(runs => Math.Log(runs.Candidate.CandidateNanoseconds / runs.Baseline.BaselineNanoseconds)),
        ]);

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
