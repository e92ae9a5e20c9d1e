namespace Bench.Statistics;

// The estimate for a benchmark from one machine, before it is judged. LogBaseline is the log of ns per operation. PFails is the p value
// of a slowdown beyond the margin that a check uses to fail.
internal sealed record TimeEvidence(double LogBaseline, double LogRatio, double Error, double DegreesOfFreedom, double PFails);
