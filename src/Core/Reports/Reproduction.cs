using Bench.Comparison;
using Bench.Results;

namespace Bench.Reports;

/// <summary>The command that measures a benchmark again.</summary>
internal static class Reproduction
{
    public static string Command(RunComparison comparison, ComparedBenchmark benchmark) =>
        $"dotnet run -c Release{(comparison.Project is { } project ? $" --project {project}" : "")} -- --filter '{Filter(benchmark.Id)}' --launchCount 5";

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
