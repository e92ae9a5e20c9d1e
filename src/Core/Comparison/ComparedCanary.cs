using Bench.Statistics;

namespace Bench.Comparison;

// A benchmark that a check measured although both builds run the same code. If it moved, the machine changed, and no time is judged.
internal sealed record ComparedCanary(string Name, TimeJudgement Time, bool HasMoved)
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
                        .Select(machine => Create(nameOf(pair), ReplicateSample.Create([.. machine], settings.MarginWhere(pair.Fits))))
                ),
        ];

        ComparedCanary Create(string name, BenchmarkSample sample)
        {
            // Its interval has the same confidence whatever the verdict would be.
            var time = CanaryRule.Judge(sample, others) with { OneSided = null };
            return new(name, time, CanaryRule.HasMoved(sample, time));
        }
    }
}
