using Bench.Comparison;
using Bench.Results;

namespace Bench.Reports;

// The facts that a reviewer needs to trust a check: what was compared, where, and how much was measured.
internal static class AboutCheck
{
    // 30 days. A longer time is corrupt.
    private const double MaxSeconds = 30 * 24 * 3600;

    // In display order. Empty if two runs are compared.
    public static IReadOnlyList<(string Name, string Value)> Create(RunComparison comparison)
    {
        if (comparison.Check is not { } check)
            return [];
        var environment = comparison.Environment;
        (string Name, string? Value)[] all =
        [
            ("Change", check.Title),
            ("Baseline", check.Baseline),
            ("Candidate", check.Candidate),
            comparison.Machines.Count > 0
                ? ("Machines", MachineNames.Processors(comparison.Machines))
                : ("Machine", Joined(environment?.Processor, Cores(environment), environment?.OperatingSystem)),
            ("Runtime", Joined(environment?.Runtime, check.Framework)),
            ("Measured", Measured(comparison, check)),
            ("Canary", string.Join("; ", comparison.Canaries.Select(canary => $"{canary.Name}: {Remarks.Canary(canary)}"))),
        ];
        return [.. all.Where(line => !string.IsNullOrEmpty(line.Value)).Select(line => (line.Name, line.Value!))];
    }

    private static string Measured(RunComparison comparison, CheckInfo check)
    {
        var time = check.Seconds is >= 0 and < MaxSeconds and var seconds ? $" in {ClockText.Of(TimeSpan.FromSeconds(seconds))}" : "";
        if (comparison.LoadRounds is { } rounds)
            return rounds == 0 ? "nothing" : FormattableString.Invariant($"{CountText.Of(rounds, "round")} of load on both builds");
        if (check.IsAllocationOnly)
        {
            var counted = comparison.Benchmarks.Count(benchmark => benchmark.Allocation is not null);
            return FormattableString.Invariant($"the allocation of {CountText.Of(counted, "benchmark")} only{time}");
        }

        var replicates = comparison.Benchmarks.Where(benchmark => benchmark.IsPaired).Sum(benchmark => benchmark.CandidateLaunches);
        return replicates == 0 ? "nothing" : FormattableString.Invariant($"{replicates} replicates of two process pairs{time}");
    }

    private static string? Cores(RunEnvironment? environment) =>
        environment?.Cores is { } cores ? FormattableString.Invariant($"{cores} cores") : null;

    private static string Joined(params string?[] parts) => string.Join(", ", parts.Where(part => !string.IsNullOrEmpty(part)));
}
