using System.Collections.Immutable;
using BenchmarkDotNet.Order;
using BenchmarkDotNet.Running;

namespace Bench.Harness.Interleaving;

/// <summary>The cases that BenchmarkDotNet shows as one logical group. Its baseline may not have been built.</summary>
internal sealed record Category(IReadOnlyList<BuiltCase> Cases, BuiltCase? Baseline, bool HasBaseline = false)
{
    /// <summary>Processes that are alive at once: more than any category needs, fewer than any machine can't hold.</summary>
    private const int MaxProcesses = 24;

    /// <summary>Where no baseline asks for a comparison, processes side by side gain nothing but the time to start.</summary>
    private const int MaxProcessesWithoutBaseline = 8;

    /// <summary>
    /// Alternatives for each process of the baseline. Two processes of the same code differ by some percent, and what differs in the
    /// baseline's is in every ratio of the category.
    /// </summary>
    public const int AlternativesPerBaseline = 7;

    public string Name =>
        Cases.Count == 1
            ? Cases[0].Benchmark.Descriptor.DisplayInfo
            : $"{Cases[0].Benchmark.Descriptor.Type.Name}{(IsOfOneMethod ? $".{Cases[0].Benchmark.Descriptor.WorkloadMethod.Name}" : "")} {(Cases.Select(benchmark => benchmark.Benchmark.Parameters.DisplayInfo).Distinct().Count() == 1 ? Cases[0].Benchmark.Parameters.DisplayInfo : "")}".TrimEnd();

    private bool IsOfOneMethod =>
        Cases.All(other => other.Benchmark.Descriptor.WorkloadMethod == Cases[0].Benchmark.Descriptor.WorkloadMethod);

    /// <summary>As many at a time as the machine can hold; the baseline among each.</summary>
    public IEnumerable<IReadOnlyList<BuiltCase>> Split(IReadOnlyList<BuiltCase> wanted)
    {
        var baseline = wanted.FirstOrDefault(benchmark => benchmark == Baseline);
        return baseline is null ? wanted.Chunk(MaxProcessesWithoutBaseline)
            : wanted.Count == 1 ? [wanted]
            : wanted
                .Where(benchmark => benchmark != baseline)
                .Chunk(MaxProcesses - 1 - (MaxProcesses / AlternativesPerBaseline))
                .Select(chunk => (IReadOnlyList<BuiltCase>)[baseline, .. chunk]);
    }

    /// <summary>What tells the cases of a category apart: their methods; the jobs where there are several; both, if need be.</summary>
    /// <param name="cases">All of the category.</param>
    /// <param name="benchmark">One of them.</param>
    public static string NameOf(IReadOnlyCollection<BenchmarkCase> cases, BenchmarkCase benchmark)
    {
        var method = benchmark.Descriptor.WorkloadMethodDisplayInfo;
        var hasMethods = cases.Any(other => other.Descriptor.WorkloadMethod != benchmark.Descriptor.WorkloadMethod);
        return cases.All(other => other.Job.ResolvedId == benchmark.Job.ResolvedId) ? method
            : hasMethods ? $"{method} ({benchmark.Job.ResolvedId})"
            : benchmark.Job.ResolvedId;
    }

    /// <summary>The categories of all cases that were built, in the order of the classes.</summary>
    /// <param name="announced">All cases, also those that were not built.</param>
    /// <param name="built">Those that were.</param>
    public static Category[] Group(IReadOnlyCollection<BenchmarkCase> announced, IReadOnlyCollection<BuiltCase> built)
    {
        var groups = new List<Category>();
        foreach (
            var type in built
                .OrderBy(benchmark => announced.TakeWhile(known => known != benchmark.Benchmark).Count())
                .GroupBy(benchmark => benchmark.Benchmark.Descriptor.Type)
        )
        {
            // With those that were not built: a baseline among them is one still, and ratios to another would have its name.
            var all = announced
                .Where(benchmark => benchmark.Descriptor.Type == type.Key)
                .Union(type.Select(benchmark => benchmark.Benchmark))
                .ToImmutableArray();
            var orderer = all[0].Config.Orderer ?? DefaultOrderer.Instance;
            // As BenchmarkDotNet: where a class has both, the baseline is that method of that job.
            var hasMethod = all.Any(benchmark => benchmark.Descriptor.Baseline);
            var hasJob = all.Any(benchmark => benchmark.Job.Meta.Baseline);
            var withBaseline = all.Where(IsBaseline).Select(KeyOf).ToHashSet(StringComparer.Ordinal);
            groups.AddRange(
                type.GroupBy(benchmark => KeyOf(benchmark.Benchmark))
                    .SelectMany(group => hasMethod || hasJob ? WithBaselines(group) : [new Category([.. group], null)])
            );

            string KeyOf(BenchmarkCase benchmark) => orderer.GetLogicalGroupKey(all, benchmark) ?? "";

            IEnumerable<Category> WithBaselines(IGrouping<string, BuiltCase> group) =>
                group
                    .GroupBy(benchmark => benchmark.Benchmark, SameInput.Instance)
                    .Select(same => new Category(
                        [.. same],
                        same.FirstOrDefault(benchmark => IsBaseline(benchmark.Benchmark)),
                        withBaseline.Contains(group.Key)
                    ));

            bool IsBaseline(BenchmarkCase benchmark) =>
                (!hasMethod || benchmark.Descriptor.Baseline) && (!hasJob || benchmark.Job.Meta.Baseline);
        }

        return [.. groups];
    }

    /// <summary>
    /// Whether parameters are the same values: the key of a logical group is their text, which is one of all arrays of a type. The values
    /// of arguments are made for each method, and have no other identity than their text.
    /// </summary>
    private sealed class SameInput : IEqualityComparer<BenchmarkCase>
    {
        public static SameInput Instance { get; } = new();

        public bool Equals(BenchmarkCase? x, BenchmarkCase? y) => x is not null && y is not null && Values(x).SequenceEqual(Values(y));

        public int GetHashCode(BenchmarkCase obj) => 0;

        private static IEnumerable<object?> Values(BenchmarkCase benchmark) =>
            benchmark.Parameters.Items.Where(parameter => !parameter.IsArgument).Select(parameter => parameter.Value);
    }
}
