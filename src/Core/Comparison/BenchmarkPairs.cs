using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

// A new benchmark has no baseline, and a removed one no candidate.
internal sealed record BenchmarkPair(BenchmarkId Id, BenchmarkResult? Baseline, BenchmarkResult? Candidate)
{
    public string? BaselineFailure { get; init; }

    // Includes a figure that is missing in only some of the candidate's files.
    public string? CandidateFailure { get; init; }

    // Null if the candidate has the benchmark, or recorded no reason.
    public string? LeftOut { get; init; }

    public IReadOnlyList<double> BaselineBytes { get; init; } = [];

    // Null if there is nothing to judge.
    public BenchmarkSample? Sample { get; init; }

    // The judgement to report if there is nothing to judge.
    public TimeJudgement? NotJudged { get; init; }

    // Nobody measured its time on purpose.
    public bool IsAllocationOnly { get; init; }

    // Null if both machine classes are known to be the same.
    public MachineMeeting? Meeting { get; init; }

    // Tries the names of both sides, because a table may name a benchmark differently from JSON.
    public bool Fits(BenchmarkPattern pattern) =>
        pattern.Fits(Id) || (Candidate is not null && Candidate.Id != Id && pattern.Fits(Candidate.Id));
}

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

        // A table has neither full values nor, for a single job, its characteristics. If a benchmark has one job, a different runtime or
        // GC mode may be the purpose of the comparison. The report warns about it.
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

        // With several jobs, one that disappeared and one that is new are different jobs if both sides name jobs in the same way.
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
                // Only if the match is unique on both sides.
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
