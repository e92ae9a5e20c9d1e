using Bench.Statistics;

namespace Bench.Harness.Interleaving;

/// <summary>All cases of a run: each borrows the spread between launches from the others.</summary>
internal sealed class InterleavedRun
{
    private readonly List<InterleavedResult> results = [];
    private SpreadPrior? prior;

    public SpreadPrior Prior =>
        prior ??= LaunchRatio.EstimatePrior(
            results.GroupBy(result => result.Baseline).Select(category => category.Select(result => result.Ratios))
        );

    public void Add(InterleavedResult result) => results.Add(result);

    /// <summary>To be called when new ratios are there.</summary>
    public void Forget() => prior = null;
}
