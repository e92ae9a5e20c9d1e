using Bench.Results;

namespace Bench.Comparison;

// Pages with several tables of the same benchmarks are compared section by section. Sections match by heading, or in their order if the
// pages have no heading in common.
internal static class Sections
{
    // Renames the candidate's sections to those of the baseline, and removes sections that only one side has.
    public static (Run Baseline, Run Candidate) Match(Run baseline, Run candidate, List<string> warnings)
    {
        var (old, now) = (Names(baseline), Names(candidate));
        if (old is [null] && now is [null])
            return (baseline, candidate);

        if (!old.Intersect(now).Any())
        {
            var counterparts = InOrder(baseline, candidate, old, now);
            candidate = candidate with
            {
                Benchmarks =
                [
                    .. candidate.Benchmarks.Select(benchmark =>
                        counterparts.TryGetValue(benchmark.Id.Section ?? "", out var name)
                            ? benchmark with
                            {
                                Id = benchmark.Id with { Section = name },
                            }
                            : benchmark
                    ),
                ],
            };
            now = Names(candidate);
        }

        foreach (var name in old.Except(now))
            warnings.Add($"The section {Shown(name)} is not compared, because only the baseline has it.");
        foreach (var name in now.Except(old))
            warnings.Add($"The section {Shown(name)} is not compared, because only the candidate has it.");
        return (Without(baseline, old.Except(now)), Without(candidate, now.Except(old)));
    }

    // A single table matches the section of the same machine, if there is one.
    private static Dictionary<string, string?> InOrder(Run baseline, Run candidate, string?[] old, string?[] now) =>
        old.Length == 1 ? new() { [now.FirstOrDefault(name => IsSameMachine(baseline, old[0], candidate, name)) ?? now[0] ?? ""] = old[0] }
        : now.Length == 1
            ? new() { [now[0] ?? ""] = old.FirstOrDefault(name => IsSameMachine(baseline, name, candidate, now[0])) ?? old[0] }
        : old.Zip(now).ToDictionary(pair => pair.Second ?? "", pair => pair.First);

    private static bool IsSameMachine(Run baseline, string? old, Run candidate, string? now) =>
        Environments(baseline, old).All(before => Environments(candidate, now).All(after => MachineMeeting.Of(before, after) is null));

    private static IEnumerable<RunEnvironment> Environments(Run run, string? section) =>
        run.Benchmarks.Where(benchmark => benchmark.Id.Section == section).SelectMany(benchmark => benchmark.Environments).Distinct();

    private static string?[] Names(Run run) => [.. run.Benchmarks.Select(benchmark => benchmark.Id.Section).Distinct()];

    private static Run Without(Run run, IEnumerable<string?> sections)
    {
        var gone = sections.ToHashSet();
        return gone.Count == 0
            ? run
            : run with
            {
                Benchmarks = [.. run.Benchmarks.Where(benchmark => !gone.Contains(benchmark.Id.Section))],
            };
    }

    private static string Shown(string? name) => name is null ? "without a heading" : $"'{name}'";
}
