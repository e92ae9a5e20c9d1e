using Bench.Results;

namespace Bench.Cli.Merge;

/// <summary>Each benchmark once, with the replicates of every machine that measured it.</summary>
internal static class JoinedReplicates
{
    /// <param name="runs">The parts of one check.</param>
    /// <returns>The benchmarks, and the machines. No machines if the check ran on one.</returns>
    public static (IReadOnlyList<BenchmarkResult> Benchmarks, IReadOnlyList<CheckMachine> Machines) Create(IReadOnlyList<Run> runs)
    {
        if (runs.All(run => run.Checks[0].Replicate is null))
        {
            CheckMachine[] ofShards = [.. runs.Select(run => new CheckMachine(1, run.Environments[0])).Distinct()];
            return ([.. runs.SelectMany(run => run.Benchmarks)], ofShards.Length > 1 ? ofShards : runs[0].Machines);
        }

        Run[] ordered = [.. runs.OrderBy(run => run.Checks[0].Replicate!.Index).ThenBy(run => run.Checks[0].Shard?.Index)];
        CheckMachine[] machines = [.. ordered.Select(run => new CheckMachine(run.Checks[0].Replicate!.Index, run.Environments[0]))];
        var benchmarks = ordered
            .SelectMany((run, i) => run.Benchmarks.Select(benchmark => On(benchmark, i + 1, CheckParts.Name(run.Checks[0]))))
            .GroupBy(benchmark => benchmark.Id)
            .Select(same => Join([.. same]));
        return ([.. benchmarks], machines);
    }

    private static BenchmarkResult On(BenchmarkResult benchmark, int machine, string part) =>
        benchmark with
        {
            BaselineFailureInSome = benchmark.BaselineFailure is { } failure ? $"{failure} ({part})" : null,
            Replicates = [.. benchmark.Replicates.Select(replicate => replicate with { Machine = machine })],
            Counts =
                benchmark is { AllocatedBytes.Count: > 0, BaselineAllocatedBytes.Count: > 0 }
                && benchmark.Replicates.All(replicate => replicate.CandidateBytes is null)
                    ? [new MachineCounts(machine, benchmark.BaselineAllocatedBytes, benchmark.AllocatedBytes)]
                    : [],
        };

    private static bool IsUnmeasured(BenchmarkResult benchmark) =>
        benchmark is { Replicates.Count: 0, AllocatedBytes.Count: 0, Failure: null };

    // A failure on one machine is a failure. A machine whose baseline failed has no figures; those of the others count.
    private static BenchmarkResult Join(BenchmarkResult[] all)
    {
        var same = BenchmarkResult.WithBaseline(all);
        // A proof of one machine holds for machines without a figure, because their builds come from the same commits.
        var isProven =
            same.Any(benchmark => benchmark.HasSameCode) && same.All(benchmark => benchmark.HasSameCode || IsUnmeasured(benchmark));
        BenchmarkResult[] unmeasured = [.. same.Where(benchmark => benchmark.HasSameCode == isProven)];
        return all[0] with
        {
            Places = [.. all.SelectMany(benchmark => benchmark.Places)],
            Environments = [.. all.SelectMany(benchmark => benchmark.Environments).Distinct()],
            Failure = BenchmarkResult.FirstText(same, benchmark => benchmark.Failure),
            BaselineFailure = BenchmarkResult.FirstText(same, benchmark => benchmark.BaselineFailure),
            BaselineFailureInSome =
                same.Count < all.Length ? BenchmarkResult.FirstText(all, benchmark => benchmark.BaselineFailureInSome) : null,
            Unmeasured = BenchmarkResult.FirstText(unmeasured, benchmark => benchmark.Unmeasured),
            IsScreened = same.Any(benchmark => benchmark.IsScreened),
            HasSameCode = isProven,
            Replicates = [.. same.SelectMany(benchmark => benchmark.Replicates)],
            Counts = [.. same.SelectMany(benchmark => benchmark.Counts)],
            AllocatedBytes = [.. same.SelectMany(benchmark => benchmark.AllocatedBytes)],
            BaselineAllocatedBytes = [.. same.SelectMany(benchmark => benchmark.BaselineAllocatedBytes)],
            AllocationSources = same.Select(benchmark => benchmark.AllocationSources).FirstOrDefault(sources => sources.Count > 0) ?? [],
            NearestChange = same.Select(benchmark => benchmark.NearestChange).FirstOrDefault(change => change is not null),
        };
    }
}
