using System.Text.Json.Serialization;

namespace Bench.Published;

/// <summary>The alternatives of a category.</summary>
/// <param name="Type">The class, without namespace and "Benchmarks".</param>
/// <param name="Parameters">
/// Its method where jobs are the alternatives, the values of its parameters, in order, then its job where each has a baseline of its own.
/// </param>
/// <param name="Name">The benchmark categories; empty where there are none.</param>
/// <param name="Benchmarks">The benchmarks, in the order of the table.</param>
/// <param name="Seconds">What a launch of all of them took, s, from which the next run estimates its time; 0 where not known.</param>
internal sealed record CategoryRecord(
    string Type,
    IReadOnlyList<string> Parameters,
    string Name,
    IReadOnlyList<BenchmarkRecord> Benchmarks,
    double Seconds = 0
)
{
    /// <summary>What tells it from all others of its topic.</summary>
    [JsonIgnore]
    public string Title => string.Join(", ", [Type, .. Parameters, .. Name.Length > 0 ? [Name] : Array.Empty<string>()]);

    /// <summary>What the others are compared with; null where there is none.</summary>
    [JsonIgnore]
    public BenchmarkRecord? Baseline => Benchmarks.FirstOrDefault(benchmark => benchmark.IsBaseline);

    public bool IsPlausible() =>
        Benchmarks.Count > 0
        && Seconds >= 0
        && Benchmarks.All(benchmark => benchmark is not null && benchmark.IsPlausible())
        && Benchmarks.Count(benchmark => benchmark.IsBaseline) <= 1
        && Benchmarks.DistinctBy(benchmark => benchmark.Name, StringComparer.Ordinal).Count() == Benchmarks.Count;
}
