using System.Text.Json.Serialization;

namespace Bench.Published;

// A comparison group. Type is the class, without namespace and "Benchmarks". Parameters are the method if jobs are the variants, then the
// parameter values in order, and the job if each has its own baseline. Name is the benchmark categories, and empty without any. Benchmarks
// are in the order of the table. Seconds is the time for a launch of all of them, from which the next run estimates its time; 0 if unknown.
internal sealed record CategoryRecord(
    string Type,
    IReadOnlyList<string> Parameters,
    string Name,
    IReadOnlyList<BenchmarkRecord> Benchmarks,
    double Seconds = 0
)
{
    // Unique within the topic.
    [JsonIgnore]
    public string Title => string.Join(", ", [Type, .. Parameters, .. Name.Length > 0 ? [Name] : Array.Empty<string>()]);

    [JsonIgnore]
    public BenchmarkRecord? Baseline => Benchmarks.FirstOrDefault(benchmark => benchmark.IsBaseline);

    public bool IsPlausible() =>
        Benchmarks.Count > 0
        && Seconds >= 0
        && Benchmarks.All(benchmark => benchmark is not null && benchmark.IsPlausible())
        && Benchmarks.Count(benchmark => benchmark.IsBaseline) <= 1
        && Benchmarks.DistinctBy(benchmark => benchmark.Name, StringComparer.Ordinal).Count() == Benchmarks.Count;
}
