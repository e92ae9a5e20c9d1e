using System.Text.RegularExpressions;
using Bench.Results;

namespace Bench.Comparison;

// Warns of differences between the tools that measured both sides.
internal static partial class MeasuringTools
{
    private static readonly Version ChangedAllocation = new(0, 15);

    public static IEnumerable<string> Warnings(IReadOnlyList<BenchmarkPair> pairs)
    {
        if (pairs.SelectMany(pair => new[] { pair.Baseline, pair.Candidate }).Any(IsOfUnknownMachine))
            yield return "A file of crank with several --iterations names neither machine nor load, so it is unknown whether both runs have the same.";

        if (HaveOtherBytes(pairs.Select(pair => pair.Baseline), pairs.Select(pair => pair.Candidate)))
            yield return "One run is from BenchmarkDotNet before 0.15.0 and one from later. Allocation figures changed their meaning, so they are not compared.";
    }

    // Since BenchmarkDotNet 0.15 the same code has different allocation figures.
    public static bool HaveOtherBytes(BenchmarkPair pair) => HaveOtherBytes([pair.Baseline], [pair.Candidate]);

    private static bool HaveOtherBytes(IEnumerable<BenchmarkResult?> baseline, IEnumerable<BenchmarkResult?> candidate)
    {
        var (before, after) = (Versions(baseline), Versions(candidate));
        return before.Any(old => after.Any(now => old < ChangedAllocation != now < ChangedAllocation));
    }

    private static bool IsOfUnknownMachine(BenchmarkResult? benchmark) =>
        benchmark is { How: CrankJson.How } && benchmark.Environments.Any(environment => environment.OperatingSystem is null);

    private static Version[] Versions(IEnumerable<BenchmarkResult?> benchmarks) =>
        [
            .. benchmarks
                .OfType<BenchmarkResult>()
                .SelectMany(benchmark => benchmark.Environments)
                .Select(environment => environment.BenchmarkDotNet)
                .OfType<string>()
                .Distinct()
                .Select(text => VersionNumber().Match(text))
                .Where(match => match.Success)
                .Select(match => Version.Parse(match.Value)),
        ];

    [GeneratedRegex(@"^\d{1,5}\.\d{1,5}", RegexOptions.CultureInvariant)]
    private static partial Regex VersionNumber();
}
