using System.Globalization;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

// A run whose benchmarks have both sides, measured interleaved: a check, `versus`, or the variants of a load matrix.
internal sealed class PairedRun(Run run) : ComparedRuns
{
    public override Run Baseline => run;

    public override Run Candidate => run;

    public override IReadOnlyList<BenchmarkPair> Pairs { get; } =
    [
        .. run.Benchmarks.Select(benchmark => new BenchmarkPair(
            benchmark.Id,
            benchmark.Sides == PairedSides.Candidate ? null : benchmark,
            benchmark.Sides == PairedSides.Baseline ? null : benchmark
        )),
    ];

    // Interleaved benchmarks are compared by their own pairs.
    public override Categories Categories { get; } = new([]);

    public override IReadOnlyList<string> BaselineSources { get; } =
        run.Checks.Count > 0 ? [.. run.Checks.Select(check => check.Baseline).Distinct()] : run.Sources;

    public override IReadOnlyList<string> CandidateSources { get; } =
        run.Checks.Count > 0 ? [.. run.Checks.Select(check => check.Candidate).Distinct()] : run.Sources;

    public override RunEnvironment? Environment => run.Environments.FirstOrDefault();

    public override IReadOnlyList<CheckMachine> CheckMachines => run.Machines;

    public override IReadOnlyList<EnvironmentDifference> EnvironmentDifferences => run.PairedDifferences;

    public override IReadOnlyList<string> Warnings => run.Warnings;

    public override IEnumerable<string> WarningsOfChecks
    {
        get
        {
            foreach (var partial in run.Checks.Select(check => check.Partial).OfType<string>().Distinct())
                yield return $"This result is partial: {partial}.";
            foreach (var settings in run.Checks.Select(check => check.Settings).OfType<string>().Distinct())
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

    public override string? WithoutTimes(BenchmarkPair pair) =>
        pair.Candidate is { } benchmark && IsAllocationOnly(benchmark) ? ComparedBenchmark.OnlyAllocation : null;

    public override string? BaselineFailure(BenchmarkPair pair) =>
        pair.Baseline is null || pair.Candidate is null ? pair.Baseline?.Failure : pair.Baseline.BaselineFailure;

    public override string? CandidateFailure(BenchmarkPair pair) => pair.Candidate?.Failure ?? pair.Candidate?.LossInSome;

    public override IReadOnlyList<double> BaselineBytes(BenchmarkResult baseline) => baseline.BaselineAllocatedBytes;

    public override (BenchmarkSample? Sample, TimeJudgement? Instead) Sample(
        BenchmarkPair pair,
        ComparisonOptions options,
        Dictionary<BenchmarkId, BenchmarkResult[]> study
    )
    {
        if (pair is not { Baseline: not null, Candidate: { Failure: null, BaselineFailure: null } benchmark })
            return default;
        return benchmark.HasSameCode || IsAllocationOnly(benchmark) ? default
            : benchmark.Replicates.Count == 0 ? (null, NotMeasured(benchmark.Unmeasured))
            : (ReplicateSample.Create(benchmark.Replicates, options.Settings.MarginOf(benchmark.Id)), null);
    }

    // One of several checks may have counted only allocation.
    private static bool IsAllocationOnly(BenchmarkResult benchmark) =>
        benchmark is { Replicates.Count: 0, AllocatedBytes.Count: > 0, BaselineAllocatedBytes.Count: > 0 };
}
