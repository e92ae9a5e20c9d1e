using System.Text.Json.Serialization;

namespace Bench.Published;

// A benchmark of a run. Name distinguishes it within its comparison group: the method, the job, or both. FullName is BenchmarkDotNet's,
// with the job if a class has several. Times are the mean of each launch in ns per operation, and empty if it failed. LogRatios are
// those to the baseline, for each launch that measured both. Errors are their standard errors, from the rounds of the launch. Bytes are
// per operation, and null if not counted.
internal sealed record BenchmarkRecord(
    string Name,
    string FullName,
    bool IsBaseline,
    IReadOnlyList<double> Times,
    IReadOnlyList<double> LogRatios,
    IReadOnlyList<double> Errors,
    double? Bytes,
    bool IsInterleaved
)
{
    // The class with its namespace and its type arguments.
    [JsonIgnore]
    public string Type
    {
        get
        {
            // Without parameters and job, which may contain dots.
            var name = FullName.Split('(')[0].Split(" [")[0];
            return name[..Math.Max(0, name.LastIndexOf('.'))];
        }
    }

    public bool IsPlausible() =>
        Times.All(time => time > 0) && Errors.Count == LogRatios.Count && Errors.All(error => error >= 0) && Bytes is null or >= 0;
}
