using System.Collections.Immutable;
using BenchmarkDotNet.Order;
using BenchmarkDotNet.Running;

namespace Bench.Harness.Interleaving;

// The cases that BenchmarkDotNet shows as one logical group. Its baseline may not have been built.
internal sealed record Category(IReadOnlyList<BuiltCase> Cases, BuiltCase? Baseline, bool HasBaseline = false)
{
    // Processes that are alive at once: enough for any group, and few enough for any machine.
    private const int MaxProcesses = 24;

    // Without a baseline, nothing is compared, and more simultaneous processes save only start time.
    private const int MaxProcessesWithoutBaseline = 8;

    // Variants per process of the baseline. Two processes of the same code differ by a few percent, and the difference of a baseline
    // process is in every ratio of the group.
    public const int AlternativesPerBaseline = 7;

    public string Name =>
        Cases.Count == 1
            ? Cases[0].Benchmark.Descriptor.DisplayInfo
            : $"{Cases[0].Benchmark.Descriptor.Type.Name}{(IsOfOneMethod ? $".{Cases[0].Benchmark.Descriptor.WorkloadMethod.Name}" : "")} {(Cases.Select(benchmark => benchmark.Benchmark.Parameters.DisplayInfo).Distinct().Count() == 1 ? Cases[0].Benchmark.Parameters.DisplayInfo : "")}".TrimEnd();

    private bool IsOfOneMethod =>
        Cases.All(other => other.Benchmark.Descriptor.WorkloadMethod == Cases[0].Benchmark.Descriptor.WorkloadMethod);

    // As many at a time as the machine can hold. Each part contains the baseline.
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

    /// <summary>A name that distinguishes the cases of a group: by method, by job if there are several, or by both.</summary>
    /// <param name="cases">All cases of the group.</param>
    /// <param name="benchmark">One of them.</param>
    public static string NameOf(IReadOnlyCollection<BenchmarkCase> cases, BenchmarkCase benchmark)
    {
        var method = benchmark.Descriptor.WorkloadMethodDisplayInfo;
        var hasMethods = cases.Any(other => other.Descriptor.WorkloadMethod != benchmark.Descriptor.WorkloadMethod);
        return cases.All(other => other.Job.ResolvedId == benchmark.Job.ResolvedId) ? method
            : hasMethods ? $"{method} ({benchmark.Job.ResolvedId})"
            : benchmark.Job.ResolvedId;
    }

    /// <summary>Groups all cases that were built, in the order of the classes.</summary>
    /// <param name="announced">All cases, including those that were not built.</param>
    /// <param name="built">The cases that were built.</param>
    public static Category[] Group(IReadOnlyCollection<BenchmarkCase> announced, IReadOnlyCollection<BuiltCase> built)
    {
        var groups = new List<Category>();
        foreach (
            var type in built
                .OrderBy(benchmark => announced.TakeWhile(known => known != benchmark.Benchmark).Count())
                .GroupBy(benchmark => benchmark.Benchmark.Descriptor.Type)
        )
        {
            // Includes cases that were not built. A baseline that was not built remains the baseline, because ratios to another case would
            // have its name.
            var all = announced
                .Where(benchmark => benchmark.Descriptor.Type == type.Key)
                .Union(type.Select(benchmark => benchmark.Benchmark))
                .ToImmutableArray();
            var orderer = all[0].Config.Orderer ?? DefaultOrderer.Instance;
            // As in BenchmarkDotNet: if a class has both, the baseline is that method of that job.
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

    // Compares the values of parameters. The key of a logical group is their text, which is the same for all arrays of a type. Values of
    // arguments are created for each method, and can be compared by their text only.
    private sealed class SameInput : IEqualityComparer<BenchmarkCase>
    {
        public static SameInput Instance { get; } = new();

        public bool Equals(BenchmarkCase? x, BenchmarkCase? y) => x is not null && y is not null && Values(x).SequenceEqual(Values(y));

        public int GetHashCode(BenchmarkCase obj) => 0;

        private static IEnumerable<object?> Values(BenchmarkCase benchmark) =>
            benchmark.Parameters.Items.Where(parameter => !parameter.IsArgument).Select(parameter => parameter.Value);
    }
}
