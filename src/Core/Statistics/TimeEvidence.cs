namespace Bench.Statistics;

/// <summary>What one machine's replicates say of a benchmark, before it is judged.</summary>
/// <param name="LogBaseline">The logarithm of the baseline's typical time, ns an operation.</param>
/// <param name="Error">The standard error of the log ratio.</param>
/// <param name="PFails">The chance of such a slowdown if the true one were the margin, by what a check may fail for.</param>
internal sealed record TimeEvidence(double LogBaseline, double LogRatio, double Error, double DegreesOfFreedom, double PFails);
