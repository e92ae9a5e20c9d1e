using Bench.Comparison;
using Bench.Results;

namespace Bench.Reports;

/// <summary>The commands that measure benchmarks again, and say why they differ.</summary>
internal static class Reproduction
{
    private const int MaxExplained = 3;

    /// <summary>
    /// Of a check the same check of these benchmarks, and what explains the worst; a program may not understand BenchmarkDotNet's options.
    /// Of two runs a run of each.
    /// </summary>
    public static IReadOnlyList<string> Commands(RunComparison comparison, IReadOnlyList<ComparedBenchmark> benchmarks)
    {
        if (benchmarks.Count == 0)
            return [];
        var project = comparison.Project is { } path ? $" --project {path}" : "";
        if (comparison.Check?.Commit is not { } commit)
        {
            return
            [
                .. benchmarks
                    .Select(benchmark => $"dotnet run -c Release{project} -- --filter '{Filter(benchmark.Id)}' --launchCount 5")
                    .Distinct(),
            ];
        }

        return
        [
            $"bench gate --baseline {commit}{project} --filter {string.Join(' ', benchmarks.Select(benchmark => $"'{Filter(benchmark.Id)}'").Distinct())}",
            .. benchmarks
                .Where(benchmark => benchmark is { Presence: Presence.Both, Measured: not null })
                .Take(MaxExplained)
                .Select(benchmark => $"bench explain '{Filter(benchmark.Id)}' --baseline {commit}{project}")
                .Distinct(),
        ];
    }

    /// <summary>
    /// A filter for one benchmark. Quoted for a shell, so nothing from a file gets out of the quotes: what is no part of a name becomes a
    /// '?', which fits it.
    /// </summary>
    public static string Filter(BenchmarkId benchmark)
    {
        var end = benchmark.FullName.IndexOf('(', StringComparison.Ordinal);
        var name = end < 0 ? benchmark.FullName : benchmark.FullName[..end] + "(*";
        return string.Concat(
            name.Select(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '_' or '+' or '*' or '(' or '<' or '>' or ',' ? c : '?')
        );
    }
}
