using Bench.Results;

namespace Bench.Comparison;

/// <summary>A benchmark of both sides, or of one.</summary>
/// <param name="Baseline">Its baseline; null for a new benchmark.</param>
/// <param name="Candidate">Its candidate; null for a removed benchmark.</param>
internal sealed record BenchmarkPair(BenchmarkId Id, BenchmarkResult? Baseline, BenchmarkResult? Candidate)
{
    /// <summary>
    /// Whether a pattern fits the benchmark by the name of either side: a table knows a benchmark by another name than JSON.
    /// </summary>
    public bool Fits(BenchmarkPattern pattern) =>
        pattern.Fits(Id) || (Candidate is not null && Candidate.Id != Id && pattern.Fits(Candidate.Id));
}

/// <summary>Finds for each benchmark of the baseline the same benchmark of the candidate.</summary>
internal static class BenchmarkPairs
{
    public static IReadOnlyList<BenchmarkPair> Match(Run baseline, Run candidate)
    {
        var open = candidate.Benchmarks.ToDictionary(benchmark => benchmark.Id);
        var found = new Dictionary<BenchmarkId, BenchmarkResult>();
        foreach (var benchmark in baseline.Benchmarks)
        {
            if (open.Remove(benchmark.Id, out var same))
                found.Add(benchmark.Id, same);
        }

        // A table knows neither full values nor, for a single job, its characteristics; and another runtime or GC mode for the one job
        // of a benchmark is what the sides are compared for, and a warning.
        MatchBy(benchmark => $"{benchmark.Id.Section}\n{benchmark.TableName}\n{benchmark.Id.Job.What}", onlyTables: true);
        MatchBy(benchmark => $"{benchmark.Id.Section}\n{benchmark.TableName}", onlyTables: true, isOfOneJob: true);
        MatchBy(benchmark => $"{benchmark.Id.Section}\n{benchmark.Id.FullName}", onlyTables: false, isOfOneJob: true);

        return
        [
            .. baseline.Benchmarks.Select(benchmark => new BenchmarkPair(benchmark.Id, benchmark, found.GetValueOrDefault(benchmark.Id))),
            .. candidate
                .Benchmarks.Where(benchmark => open.ContainsKey(benchmark.Id))
                .Select(benchmark => new BenchmarkPair(benchmark.Id, null, benchmark)),
        ];

        // Of several jobs one that went and one that came are not the same, where both sides name their jobs in the same way.
        void MatchBy(Func<BenchmarkResult, string> name, bool onlyTables, bool isOfOneJob = false)
        {
            var theirs = open.Values.ToLookup(name, StringComparer.Ordinal);
            var several = isOfOneJob ? Several(baseline).Concat(Several(candidate)).ToHashSet(StringComparer.Ordinal) : [];
            foreach (
                var group in baseline
                    .Benchmarks.Where(benchmark => !found.ContainsKey(benchmark.Id))
                    .GroupBy(name, StringComparer.Ordinal)
                    .ToArray()
            )
            {
                // Only where there is no choice, on either side.
                if (group.Count() != 1 || theirs[group.Key].Count() != 1)
                    continue;

                var (mine, other) = (group.First(), theirs[group.Key].First());
                if (onlyTables && !mine.IsFromTable && !other.IsFromTable)
                    continue;
                if (several.Contains(group.Key) && mine.IsFromTable == other.IsFromTable)
                    continue;

                found.Add(mine.Id, other);
                open.Remove(other.Id);
            }

            IEnumerable<string> Several(Run run) =>
                run.Benchmarks.CountBy(name, StringComparer.Ordinal).Where(one => one.Value > 1).Select(one => one.Key);
        }
    }
}
