using Bench.Runner;

namespace Bench.Cli.Affected;

/// <param name="Reason">Why it would be measured, or why not. Null if its code is the same.</param>
internal sealed record AffectedBenchmark(string FullName, string? Job, bool IsMeasured, string? Reason)
{
    public static AffectedBenchmark Create(MeasuredBenchmark benchmark) =>
        new(
            benchmark.Id.FullName,
            benchmark.Id.Job.IsDefault ? null : benchmark.Id.Job.ToString(),
            benchmark.IsOpen,
            benchmark.IsOpen ? benchmark.Effect?.Reason
                : benchmark.Pairing is null ? "only one of the two builds has it"
                : benchmark.Unmeasured
        );
}
