using Bench.Statistics;

namespace Bench.Comparison;

// A benchmark that a check measured although both builds run the same code. If it moved, the machine changed, and no time is judged.
internal sealed record ComparedCanary(string Name, CanaryJudgement Time)
{
    // One for each machine and shard that measured one.
    public static IReadOnlyList<ComparedCanary> Judge(ComparedRuns compared, Settings settings, Func<BenchmarkPair, string> nameOf)
    {
        BenchmarkSample[] others = [.. compared.Pairs.Select(pair => pair.Sample).OfType<BenchmarkSample>()];
        return
        [
            .. compared
                .Pairs.Where(pair =>
                    pair is { Candidate: { HasSameCode: true, Replicates.Count: > 0 } } && ReferenceEquals(pair.Baseline, pair.Candidate)
                )
                .SelectMany(pair =>
                    pair.Candidate!.Replicates.GroupBy(replicate => replicate.Machine)
                        .Select(machine => ReplicateSample.Create([.. machine], settings.MarginWhere(pair.Fits)))
                        .Select(sample => new ComparedCanary(nameOf(pair), CanaryRule.Judge(sample, others)))
                ),
        ];
    }
}
