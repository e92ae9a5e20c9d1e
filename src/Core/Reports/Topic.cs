using Bench.Comparison;

namespace Bench.Reports;

// The geometric mean over at least two benchmarks of a namespace. It hides differences between them.
internal sealed record Topic(string Name, int Benchmarks, double GeometricMean)
{
    public const string Warning =
        "A geometric mean hides differences: one benchmark that is twice as slow and one that is twice as fast give 1.000x.";

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

    // The namespace, or the type without one. A generic type has its arguments.
    public static string NameOf(string type)
    {
        var generic = type.IndexOfAny(['<', '`']);
        var dot = (generic < 0 ? type : type[..generic]).LastIndexOf('.');
        return dot > 0 ? type[..dot]
            : type.Length > 0 ? type
            : "(no type)";
    }
}
