using System.Globalization;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

// A run whose benchmarks have both sides, measured interleaved: a check, `versus`, or the variants of a load matrix.
internal static class PairedRun
{
    public static ComparedRuns Compared(Run run, Settings settings) =>
        // Interleaved benchmarks are compared by their own replicates, so they need no category.
        new(run, run, [.. run.Benchmarks.Select(benchmark => Pair(benchmark, settings))], new Categories([]))
        {
            BaselineSources = run.Checks.Count > 0 ? [.. run.Checks.Select(check => check.Baseline).Distinct()] : run.Sources,
            CandidateSources = run.Checks.Count > 0 ? [.. run.Checks.Select(check => check.Candidate).Distinct()] : run.Sources,
            Environment = run.Environments.FirstOrDefault(),
            CheckMachines = run.Machines,
            EnvironmentDifferences = run.PairedDifferences,
            Warnings = run.Warnings,
            WarningsOfChecks = [.. WarningsOfChecks(run)],
        };

    private static BenchmarkPair Pair(BenchmarkResult benchmark, Settings settings)
    {
        var isOfBoth = benchmark.Sides == PairedSides.Both;
        // One of several checks may have counted only allocation.
        var isAllocationOnly = benchmark is { Replicates.Count: 0, AllocatedBytes.Count: > 0, BaselineAllocatedBytes.Count: > 0 };
        var isMeasured = isOfBoth && !isAllocationOnly && benchmark is { Failure: null, BaselineFailure: null, HasSameCode: false };
        return new BenchmarkPair(
            benchmark.Id,
            benchmark.Sides == PairedSides.Candidate ? null : benchmark,
            benchmark.Sides == PairedSides.Baseline ? null : benchmark
        )
        {
            BaselineFailure =
                isOfBoth ? benchmark.BaselineFailure
                : benchmark.Sides == PairedSides.Baseline ? benchmark.Failure
                : null,
            CandidateFailure = benchmark.Sides == PairedSides.Baseline ? null : benchmark.Failure ?? benchmark.LossInSome,
            BaselineBytes = benchmark.BaselineAllocatedBytes,
            IsAllocationOnly = isAllocationOnly && benchmark.Sides != PairedSides.Baseline,
            Sample =
                isMeasured && benchmark.Replicates.Count > 0
                    ? ReplicateSample.Create(benchmark.Replicates, settings.MarginOf(benchmark.Id))
                    : null,
            NotJudged = isMeasured && benchmark.Replicates.Count == 0 ? TimeJudgement.NotMeasured(benchmark.Unmeasured) : null,
        };
    }

    private static IEnumerable<string> WarningsOfChecks(Run run)
    {
        foreach (var partial in run.Checks.Select(check => check.Partial).OfType<string>().Distinct())
            yield return $"This result is partial: {partial}.";
        foreach (var settings in run.Checks.Select(check => check.Settings).OfType<CheckSettings>().Distinct())
            yield return $"Measured with non-default settings: {settings}.";
        foreach (var unread in run.Checks.Select(check => check.Unread).OfType<string>().Distinct())
            yield return $"Configuration: {unread}.";
        if (run.Checks.Max(check => check.ShareOfOthers) is > CheckInfo.QuietShareOfOthers and var others)
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"Other programs used {others:0%} of the CPU time during the measurement{(run.IsOfLoad ? ", so intervals are wider and more measures are Inconclusive. Databases of the servers count as other programs." : ". Benchmarks that are measured in wall-clock time have wider intervals, and more of them are Inconclusive.")}"
            );
    }
}
