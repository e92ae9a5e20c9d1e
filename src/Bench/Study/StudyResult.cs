using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Results;
using Bench.Statistics;
using MathNet.Numerics.Statistics;

namespace Bench.Study;

/// <summary>What a study found. Shares are of 1; spreads are standard deviations of log ratios.</summary>
/// <param name="Margin">The default margin that checks were replayed with.</param>
/// <param name="SecondsOfPair">What a process pair took on average, idle, identical code.</param>
/// <param name="Allocation">Benchmarks whose allocation repeats exactly and of which 8 bytes more were found.</param>
/// <param name="OtherRules">What simple rules say of the same records.</param>
internal sealed record StudyResult(
    RunEnvironment Environment,
    double Margin,
    int Rows,
    int Pairs,
    double SecondsOfPair,
    IReadOnlyList<BenchmarkSpread> Spreads,
    IReadOnlyList<Alarms> Alarms,
    IReadOnlyList<Detection> Power,
    Wilson Allocation,
    IReadOnlyList<OtherRule> OtherRules,
    IReadOnlyList<CalibratedChange> Calibration
)
{
    /// <summary>
    /// The slope of what interleaved pairs says over what ordinary runs say, through the origin; NaN without a calibration.
    /// </summary>
    public double Slope =>
        Calibration.Count == 0
            ? double.NaN
            : Calibration.Sum(change => change.Truth * change.Tandem) / Calibration.Sum(change => change.Truth * change.Truth);

    public string ToJson() => JsonSerializer.Serialize(this, StudyResultContext.Default.StudyResult) + "\n";
}

/// <summary>How far the replicates of a benchmark lie apart.</summary>
/// <param name="Idle">The spread of replicates, idle; null with fewer than two.</param>
/// <param name="Busy">The same with one core kept busy.</param>
/// <param name="OneAfterTheOther">The spread between processes that did not run interleaved, idle.</param>
internal sealed record BenchmarkSpread(string Row, double Nanoseconds, int Units, double? Idle, double? Busy, double? OneAfterTheOther);

internal sealed record Alarms(Condition Condition, Wilson Checks, Wilson OfRows, Wilson Undecided, double PairsOfRow, string Units);

internal sealed record Detection(double Share, double Margin, Wilson Found, double Measured);

/// <summary>What a simple rule says of one run a side.</summary>
/// <param name="InTurns">Benchmarks of identical code that it calls slower, where the two ran interleaved.</param>
/// <param name="OneAfterTheOther">The same where they ran one after the other.</param>
/// <param name="ChecksOneAfterTheOther">Checks of all benchmarks with at least one such benchmark, one after the other.</param>
/// <param name="FindsTenPercent">Benchmarks made 10 % slower that it calls slower, interleaved.</param>
internal sealed record OtherRule(
    string Name,
    Wilson InTurns,
    Wilson OneAfterTheOther,
    Wilson ChecksOneAfterTheOther,
    Wilson FindsTenPercent
);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UseStringEnumConverter = true,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    WriteIndented = true,
    NewLine = "\n"
)]
[JsonSerializable(typeof(StudyResult))]
internal sealed partial class StudyResultContext : JsonSerializerContext;
