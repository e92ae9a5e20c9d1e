using Bench.Results;

namespace Bench.Runner;

// Finds benchmarks that a change has renamed. A pair matches only if each build has exactly one candidate for it and neither has its own
// match.
internal static class BenchmarkMatching
{
    // "removed" are only in the baseline, "added" only in the candidate. Each benchmark is in at most one pair. Change describes the
    // difference.
    public static IReadOnlyList<(BenchmarkPairing Pairing, string Change)> Find(
        IReadOnlyList<HostedBenchmark> removed,
        IReadOnlyList<HostedBenchmark> added
    )
    {
        var (before, after) = (removed.ToList(), added.ToList());
        var found = new List<(BenchmarkPairing Pairing, string Change)>();
        Pair(benchmark => benchmark.Id.FullName, pair => $"its job was {Job(pair.Baseline.Id)}");
        var more = AddedParameters(before, after);
        Pair(
            benchmark => more.TryGetValue(benchmark, out var without) ? without : benchmark.Id.FullName,
            pair => $"was {pair.Baseline.Id} with other parameters"
        );
        // Somebody chose a title on purpose, but a title that equals the method's name is only the default.
        Pair(
            benchmark =>
                benchmark.MethodTitle == benchmark.Method
                    ? null
                    : string.Join('\n', benchmark.Type, benchmark.MethodTitle, benchmark.Parameters, benchmark.Id.Job),
            pair => $"was {pair.Baseline.Id} with the same description"
        );
        Pair(
            benchmark => string.Join('\n', Class(benchmark.Type), benchmark.Method, benchmark.Parameters, benchmark.Id.Job),
            pair => $"was {pair.Baseline.Id}, in another namespace"
        );
        return found;

        void Pair(Func<HostedBenchmark, string?> key, Func<BenchmarkPairing, string> change)
        {
            var theirs = after.Where(benchmark => key(benchmark) is not null).ToLookup(key);
            foreach (var same in before.Where(benchmark => key(benchmark) is not null).GroupBy(key).ToArray())
            {
                // Single invocations and slices of many are different measurements.
                if (same.ToArray() is not [var one] || theirs[same.Key].ToArray() is not [var other] || one.Mode != other.Mode)
                    continue;
                var pairing = new BenchmarkPairing(one, other);
                found.Add((pairing, change(pairing)));
                before.Remove(one);
                after.Remove(other);
            }
        }
    }

    // The likely counterpart in the other build; null if no name is similar.
    public static HostedBenchmark? Nearest(HostedBenchmark benchmark, IEnumerable<HostedBenchmark> others) =>
        others
            .Where(other => Class(other.Type) == Class(benchmark.Type) || other.Method == benchmark.Method)
            .OrderByDescending(other => other.Method == benchmark.Method)
            .ThenByDescending(other => other.Parameters == benchmark.Parameters)
            .FirstOrDefault();

    // Names without an added parameter. It counts as added if all benchmarks of the class have it with one value, and earlier names lack
    // it.
    private static Dictionary<HostedBenchmark, string> AddedParameters(List<HostedBenchmark> before, List<HostedBenchmark> after)
    {
        var names = new Dictionary<HostedBenchmark, string>();
        foreach (var type in after.GroupBy(benchmark => benchmark.Type))
        {
            var known = before.Where(benchmark => benchmark.Type == type.Key).Select(benchmark => benchmark.Id.FullName).ToHashSet();
            foreach (var parameter in type.SelectMany(Parameters).GroupBy(parameter => parameter.Name, parameter => parameter.Value))
            {
                if (parameter.Count() != type.Count() || parameter.Distinct().ToArray() is not [var only])
                    continue;
                foreach (var benchmark in type.Where(benchmark => !names.ContainsKey(benchmark)))
                {
                    if (Without(benchmark.Id.FullName, $"{parameter.Key}: {only}") is { } without && known.Contains(without))
                        names.Add(benchmark, without);
                }
            }
        }

        return names;
    }

    private static IEnumerable<(string Name, string Value)> Parameters(HostedBenchmark benchmark) =>
        (benchmark.Id.Parameters(benchmark.Type) ?? "")
            .Split(", ")
            .Select(part => part.Split(": "))
            .Where(part => part.Length == 2)
            .Select(part => (part[0], part[1]))
            .DistinctBy(parameter => parameter.Item1);

    // Removes a parameter: the only one with its parentheses, any other with its comma.
    private static string? Without(string fullName, string parameter) =>
        fullName.EndsWith($"({parameter})", StringComparison.Ordinal) ? fullName[..^(parameter.Length + 2)]
        : fullName.Contains($"({parameter}, ", StringComparison.Ordinal)
            ? fullName.Replace($"({parameter}, ", "(", StringComparison.Ordinal)
        : fullName.Contains($", {parameter}", StringComparison.Ordinal) ? fullName.Replace($", {parameter}", "", StringComparison.Ordinal)
        : null;

    private static string Class(string type) => type[(type.LastIndexOf('.') + 1)..];

    private static string Job(BenchmarkId id) => id.Job.IsDefault ? "the default one" : id.Job.ToString();
}
