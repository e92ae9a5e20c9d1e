using Bench.Results;

namespace Bench.Cli.Merge;

// A check has one part for each shard and replicate.
internal static class CheckParts
{
    public static string Name(CheckInfo check) =>
        (check.Shard, check.Replicate) switch
        {
            (null, null) => "the whole check",
            ({ } shard, null) => $"shard {shard}",
            (null, { } replicate) => $"replicate {replicate}",
            var (shard, replicate) => $"shard {shard} of replicate {replicate}",
        };

    public static void EnsureComplete(IReadOnlyList<CheckInfo> checks)
    {
        var first = checks[0];
        var (shards, replicates) = (first.Shard?.Count ?? 1, first.Replicate?.Count ?? 1);
        if (checks.FirstOrDefault(check => (check.Shard?.Count ?? 1) != shards) is { } other)
            throw new UsageException(
                $"one shard is {first.Shard?.ToString() ?? "all benchmarks"}, another {other.Shard?.ToString() ?? "all benchmarks"}. Run all with the same count: bench gate --shard 1/{shards}."
            );
        if (checks.FirstOrDefault(check => (check.Replicate?.Count ?? 1) != replicates) is { } differing)
            throw new UsageException(
                $"one part is replicate {first.Replicate?.ToString() ?? "1 of 1"}, another {differing.Replicate?.ToString() ?? "1 of 1"}. Run all with the same count: bench gate --replicate 1/{replicates}."
            );

        // The counts come from files and may be huge, so stop at the first missing part.
        var present = checks.Select(check => (check.Replicate?.Index ?? 1, check.Shard?.Index ?? 1)).ToHashSet();
        for (var replicate = 1; replicate <= replicates; replicate++)
        {
            for (var shard = 1; shard <= shards; shard++)
            {
                if (present.Contains((replicate, shard)))
                    continue;
                var missing = first with
                {
                    Shard = first.Shard is null ? null : new Shard(shard, shards),
                    Replicate = first.Replicate is null ? null : new CheckReplicate(replicate, replicates),
                };
                throw new UsageException($"{Name(missing)} is missing. Add its result, or create it with bench gate{Options(missing)}.");
            }
        }

        if (checks.GroupBy(Name).FirstOrDefault(same => same.Count() > 1) is { } twice)
            throw new UsageException($"{twice.Key} is given more than once. Name each part once: bench merge DIR DIR.");
    }

    /// <summary>The options of <c>bench gate</c> that measure this part.</summary>
    public static string Options(CheckInfo check) =>
        (check.Shard is { } shard ? $" --shard {shard}" : "") + (check.Replicate is { } replicate ? $" --replicate {replicate}" : "");
}
