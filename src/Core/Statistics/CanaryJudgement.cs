namespace Bench.Statistics;

// The ends of the interval, with CanaryRule.Confidence, are null if no spread is known.
internal sealed record CanaryJudgement(double Ratio, double? Lower, double? Upper, bool HasMoved);
