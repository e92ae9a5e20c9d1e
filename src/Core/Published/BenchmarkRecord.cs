using System.Text.Json.Serialization;

namespace Bench.Published;

/// <summary>What a run says of a benchmark.</summary>
/// <param name="Name">What tells it from the others of its category: the method, the job, or both.</param>
/// <param name="FullName">BenchmarkDotNet's full name, with the job where a class has several.</param>
/// <param name="IsBaseline">Whether the others are compared with it.</param>
/// <param name="Times">The mean of each launch, ns an operation; none where it failed.</param>
/// <param name="LogRatios">The logarithm of the ratio to the baseline in each launch that measured both.</param>
/// <param name="Errors">The standard errors of those, from the rounds of the launch.</param>
/// <param name="Bytes">Allocated bytes an operation; null where not counted.</param>
/// <param name="IsInterleaved">Whether it was measured interleaved with its baseline.</param>
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
    /// <summary>The class with its namespace: what stands before the method, with the arguments of a generic class.</summary>
    [JsonIgnore]
    public string Type
    {
        get
        {
            // Neither parameters nor a job, which may have dots.
            var name = FullName.Split('(')[0].Split(" [")[0];
            return name[..Math.Max(0, name.LastIndexOf('.'))];
        }
    }

    public bool IsPlausible() =>
        Times.All(time => time > 0) && Errors.Count == LogRatios.Count && Errors.All(error => error >= 0) && Bytes is null or >= 0;
}
