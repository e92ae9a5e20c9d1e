using System.Text.Json.Serialization;
using Bench.Eng;

namespace LoadTruth;

/// <summary>How each difference is measured.</summary>
/// <param name="InterleavedSeconds">How long each arm is loaded in a round, interleaved with the other.</param>
/// <param name="AloneSeconds">How long each is loaded in a round, alone.</param>
internal sealed record TruthSettings(int Rounds, double WarmUpSeconds, double InterleavedSeconds, double AloneSeconds);

/// <summary>A log ratio of an arm to the first one, with half of its 95 % interval.</summary>
internal sealed record LogRatio(double Log, double HalfInterval);

internal sealed record MeasuredTwice(string Measure, LogRatio Interleaved, LogRatio Alone)
{
    /// <summary>What is smaller is no difference that matters to a check.</summary>
    private const double Negligible = 0.02;

    /// <summary>Whether both ways contradict each other: by more than the 95 % interval of their difference, and than 2 %.</summary>
    [JsonIgnore]
    public bool IsMissed => Math.Abs(Interleaved.Log - Alone.Log) > Math.Max(Negligible, HalfOfDifference);

    private double HalfOfDifference => double.Hypot(Interleaved.HalfInterval, Alone.HalfInterval);
}

/// <summary>A real difference, measured interleaved and by long lone runs.</summary>
internal sealed record TruthRecord(string Difference, IReadOnlyList<MeasuredTwice> Measures, TruthSettings Settings, string Commit)
{
    public static IReadOnlyList<TruthRecord> ReadAll(string path) => JsonLines.ReadAll<TruthRecord>(path);

    public void AppendTo(string path) => JsonLines.Append(path, this);
}
