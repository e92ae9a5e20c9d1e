using Bench.Statistics;

namespace Bench.Harness.Interleaving;

// All cases of a run. Each borrows the spread between launches from the others.
internal sealed class InterleavedRun
{
    private readonly List<InterleavedResult> results = [];
    private SpreadPrior? prior;

    public SpreadPrior Prior =>
        prior ??= LaunchRatio.EstimatePrior(
            results.GroupBy(result => result.Baseline).Select(category => category.Select(result => result.Ratios))
        );

    public void Add(InterleavedResult result) => results.Add(result);

    // Must be called after new ratios.
    public void Forget() => prior = null;
}
