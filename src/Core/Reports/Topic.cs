using Bench.Comparison;

namespace Bench.Reports;

/// <summary>The geometric mean of the ratios of a topic, of two benchmarks at least: a summary that hides what they do.</summary>
internal sealed record Topic(string Name, int Benchmarks, double GeometricMean)
{
    public const string Warning = "A geometric mean hides: one benchmark twice as slow and one twice as fast make 1.000x.";

    public static IReadOnlyList<Topic> Create(IEnumerable<ComparedBenchmark> benchmarks) =>
        [
            .. benchmarks
                .Where(benchmark => benchmark is { Judged.Ratio: > 0, IsAcrossMachines: false })
                .GroupBy(benchmark => NameOf(benchmark.Type), StringComparer.Ordinal)
                .Where(topic => topic.Skip(1).Any())
                .OrderBy(topic => topic.Key, StringComparer.Ordinal)
                .Select(topic => new Topic(
                    topic.Key,
                    topic.Count(),
                    Math.Exp(topic.Average(benchmark => Math.Log(benchmark.Judged!.Ratio)))
                )),
        ];

    /// <summary>The namespace of a type, or what stands for it.</summary>
    /// <param name="type">A full name, of a generic type with its arguments.</param>
    public static string NameOf(string type)
    {
        var generic = type.IndexOfAny(['<', '`']);
        var dot = (generic < 0 ? type : type[..generic]).LastIndexOf('.');
        return dot > 0 ? type[..dot]
            : type.Length > 0 ? type
            : "(no type)";
    }
}
