using System.Diagnostics.CodeAnalysis;

namespace Bench.Results;

// Throws ResultsException for what no run can have written.
internal static class SoundResults
{
    public static void EnsureCheck(string place, CheckInfo? check)
    {
        if (
            check is { Baseline: null } or { Candidate: null }
            || check?.Shard is { } shard && (shard.Index < 1 || shard.Index > shard.Count)
            || check?.Replicate is { } replicate && (replicate.Index < 1 || replicate.Index > replicate.Count)
        )
            throw new ResultsException(place, "has a check without baseline and candidate, or with an impossible shard or replicate.");
        if (check?.Options is { IsPlausible: false })
            throw new ResultsException(place, "has unknown options of its check.");
        if (check?.Settings is { IsPlausible: false })
            throw new ResultsException(place, "has unknown settings of its check.");
    }

    public static void EnsureMachines(string place, IReadOnlyList<CheckMachine> machines, IReadOnlyList<BenchResults.CaseData> benchmarks)
    {
        if (machines.Any(machine => machine is not { Replicate: >= 1, Environment: not null }))
            throw new ResultsException(place, "has machines without a replicate from 1 on and an environment.");
        if (
            benchmarks
                .SelectMany(one => one?.Replicates ?? [])
                .Any(replicate => replicate is { Machine: { } machine } && IsUnlisted(machine))
        )
            throw new ResultsException(place, "has a replicate of a machine that is not listed.");
        if (benchmarks.SelectMany(one => one?.Counts ?? []).Any(counts => counts is { Machine: var machine } && IsUnlisted(machine)))
            throw new ResultsException(place, "has counts of a machine that is not listed.");

        bool IsUnlisted(int machine) => machine < 1 || machine > machines.Count;
    }

    public static void EnsureBenchmark(string place, ResultsKind kind, [NotNull] BenchResults.CaseData? benchmark)
    {
        if (benchmark is null || string.IsNullOrEmpty(benchmark.FullName))
            throw new ResultsException(place, "has no fullName.");

        var launches = benchmark.Launches ?? [];
        var replicates = benchmark.Replicates ?? [];
        if (launches.Any(launch => launch is null || launch.Length == 0 || !launch.All(IsTime)))
            throw new ResultsException(place, "a launch is empty, or has a time that is invalid: expected 0 or more.");
        // Their logarithms are needed.
        if (
            replicates.Any(replicate =>
                replicate is null
                || !IsTime(replicate.BaselineNanoseconds)
                || !IsTime(replicate.CandidateNanoseconds)
                || replicate.BaselineNanoseconds == 0
                || replicate.CandidateNanoseconds == 0
                || !(Math.Abs(replicate.LogRatio) <= 50)
            )
        )
            throw new ResultsException(place, "a replicate needs two times above 0 and a logRatio.");
        EnsureBytes(place, benchmark);
        if (replicates.Length > 0 && kind != ResultsKind.Paired)
            throw new ResultsException(place, "has replicates in a file that is not paired.");
        if (benchmark.SameCode is true && (launches.Length > 0 || kind != ResultsKind.Paired))
            throw new ResultsException(place, "is marked as the same code in both builds, but is not paired.");
        if (
            benchmark.Failure is null
            && benchmark.BaselineFailure is null
            && benchmark.Unmeasured is null
            && benchmark.Sides is null
            && launches.Length == 0
            && replicates.Length == 0
            && benchmark.AllocatedBytes is not { Length: > 0 }
        )
            throw new ResultsException(place, "has neither launches nor replicates nor a failure.");
        if (benchmark.Sides is { } sides && !Enum.IsDefined(sides))
            throw new ResultsException(place, "names unknown builds.");
    }

    private static void EnsureBytes(string place, BenchResults.CaseData benchmark)
    {
        var replicates = benchmark.Replicates ?? [];
        if (
            replicates.Any(replicate =>
                replicate.BaselineBytes is null != replicate.CandidateBytes is null
                || replicate.BaselineBytes is { Count: 0 }
                || replicate.CandidateBytes is { Count: 0 }
            )
        )
            throw new ResultsException(place, "a replicate has bytes of one build only.");
        if (
            (benchmark.AllocatedBytes ?? [])
                .Concat(benchmark.BaselineAllocatedBytes ?? [])
                .Concat(replicates.SelectMany(replicate => (replicate.BaselineBytes ?? []).Concat(replicate.CandidateBytes ?? [])))
                .Any(bytes => !IsTime(bytes))
        )
            throw new ResultsException(place, "allocated bytes are invalid: expected 0 or more.");
        if (
            (benchmark.Counts ?? []).Any(counts =>
                counts is not { BaselineBytes.Count: > 0, CandidateBytes.Count: > 0 }
                || !counts.BaselineBytes.Concat(counts.CandidateBytes).All(IsTime)
            )
        )
            throw new ResultsException(place, "counts are invalid: expected baselineBytes and candidateBytes of 0 or more.");
        if (
            (benchmark.AllocationSources ?? []).Any(source =>
                source is not { Type: not null, Method: not null } || !IsTime(source.BaselineBytes) || !IsTime(source.CandidateBytes)
            )
        )
            throw new ResultsException(place, "allocationSources are invalid: expected type, method and bytes of 0 or more.");
        if (benchmark.NearestChange is { } change && (change.Text is null || change.Line <= 0))
            throw new ResultsException(place, "nearestChange is invalid: expected text, and a line from 1.");
    }

    private static bool IsTime(double value) => value is >= 0 and <= Limits.Largest;
}
