using System.Text.RegularExpressions;
using Bench.Results;

namespace Bench.Comparison;

/// <summary>Whether two runs were measured on one machine class: only their times can be compared.</summary>
internal static partial class Machines
{
    private static readonly Version ChangedAllocation = new(0, 15);

    /// <summary>What differs between the machines of a benchmark's sides; null where nothing is known to.</summary>
    public static string? Difference(BenchmarkPair pair) =>
        pair is not { Baseline: { } baseline, Candidate: { } candidate }
            ? null
            : baseline
                .Environments.SelectMany(before => candidate.Environments.Select(after => Difference(before, after)))
                .FirstOrDefault(difference => difference is not null);

    /// <summary>What differs between two machines; null where nothing is known to.</summary>
    public static string? Difference(RunEnvironment before, RunEnvironment after) =>
        before.ProcessorModel is not null && after.ProcessorModel is not null
            ? AreOtherModels(before.ProcessorModel, after.ProcessorModel)
                ? $"processor {before.ProcessorModel} and {after.ProcessorModel}"
                : DifferenceBesides(before, after)
            : Differ(Processor(before.Processor), Processor(after.Processor))
                ? $"processor {before.Processor} and {after.Processor}"
                : DifferenceBesides(before, after);

    // A record may lack the stepping, which is the last part of a model.
    private static bool AreOtherModels(string a, string b) =>
        !(a + " ").StartsWith(b + " ", StringComparison.OrdinalIgnoreCase)
        && !(b + " ").StartsWith(a + " ", StringComparison.OrdinalIgnoreCase);

    private static string? DifferenceBesides(RunEnvironment before, RunEnvironment after) =>
        Differ(before.Instructions, after.Instructions) ? $"instruction set {before.Instructions} and {after.Instructions}"
        : before.Cores is { } old && after.Cores is { } now && old != now ? FormattableString.Invariant($"{old} and {now} logical cores")
        : Differ(Family(before.OperatingSystem), Family(after.OperatingSystem))
            ? $"operating system {before.OperatingSystem} and {after.OperatingSystem}"
        : Differ(before.Architecture, after.Architecture) ? $"architecture {before.Architecture} and {after.Architecture}"
        : null;

    /// <summary>What a reader must know of the machines and of the versions of BenchmarkDotNet.</summary>
    public static IEnumerable<string> Warnings(
        IReadOnlyList<BenchmarkPair> pairs,
        string?[] differences,
        IReadOnlyList<ComparedBenchmark> benchmarks
    )
    {
        if (differences.FirstOrDefault(difference => difference is not null) is { } first)
        {
            var ratios = benchmarks.Count(benchmark => benchmark is { TimeNotCompared: not null, RatioToBaseline: not null });
            var rest =
                ratios > 0 ? ": only ratios to the baseline and allocation are"
                : pairs.Any(pair => pair.Candidate is { IsOfLoad: false })
                    ? ": only allocation is, for there are no ratios to an interleaved baseline"
                : "";
            yield return $"Times are not compared ({first}){rest}. --times-across-machines compares them.";
        }

        if (pairs.SelectMany(pair => new[] { pair.Baseline, pair.Candidate }).Any(IsOfUnknownMachine))
            yield return "Crank's file of several --iterations names neither machine nor load: whether the sides have the same is not known.";

        if (HaveOtherBytes(pairs.Select(pair => pair.Baseline), pairs.Select(pair => pair.Candidate)))
            yield return "The sides are of BenchmarkDotNet before and since 0.15.0: allocation figures mean something else since then, and are not compared.";
    }

    /// <summary>Whether the sides are of versions of BenchmarkDotNet that count other bytes of the same code.</summary>
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

    private static bool Differ(string? a, string? b) => a is not null && b is not null && !a.Equals(b, StringComparison.OrdinalIgnoreCase);

    // Versions of BenchmarkDotNet name one processor with and without its speed, microarchitecture and marks.
    private static string? Processor(string? name)
    {
        var plain = name is null ? "" : Blanks().Replace(Decoration().Replace(name, " "), " ").Trim();
        return plain.Length == 0 || plain.StartsWith("Unknown", StringComparison.OrdinalIgnoreCase) ? null : plain;
    }

    // Another version of a system is a warning of its own; a kernel's patch must not forbid a comparison.
    private static string? Family(string? system) =>
        system is null ? null
        : system.Contains("Windows", StringComparison.OrdinalIgnoreCase) ? "Windows"
        : new[] { "macOS", "Darwin", "OS X", "OSX" }.Any(name => system.Contains(name, StringComparison.OrdinalIgnoreCase)) ? "macOS"
        : "Linux";

    [GeneratedRegex(@"^\d{1,5}\.\d{1,5}", RegexOptions.CultureInvariant)]
    private static partial Regex VersionNumber();

    [GeneratedRegex(
        @"\([^()]*\)|\b\d+(?:\.\d+)?\s?GHz\b|@|\b\w+-Core\b|\bCPU\b|\bProcessor\b",
        RegexOptions.CultureInvariant | RegexOptions.IgnoreCase
    )]
    private static partial Regex Decoration();

    [GeneratedRegex(@"\s+", RegexOptions.CultureInvariant)]
    private static partial Regex Blanks();
}
