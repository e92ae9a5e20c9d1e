using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Results;

namespace Bench.Study;

/// <summary>What a study found. Shares are of 1; spreads are standard deviations of log ratios.</summary>
/// <param name="Margin">The default margin that checks were replayed with.</param>
/// <param name="SecondsOfPair">What a process pair took on average, idle, identical code.</param>
/// <param name="Allocation">Benchmarks whose allocation repeats exactly and of which 8 bytes more were found.</param>
/// <param name="OtherRules">What simple rules say of the same records.</param>
/// <param name="LeftOut">Benchmarks that have no replicate of identical code, measured idle; null for none.</param>
internal sealed record StudyResult(
    RunEnvironment Environment,
    double Margin,
    [property: JsonPropertyName("rows")] int Benchmarks,
    int Pairs,
    double SecondsOfPair,
    IReadOnlyList<BenchmarkSpread> Spreads,
    [property: JsonPropertyName("alarms")] IReadOnlyList<FalsePositives> FalsePositives,
    IReadOnlyList<Detection> Power,
    Wilson Allocation,
    IReadOnlyList<OtherRule> OtherRules,
    IReadOnlyList<CalibratedChange> Calibration,
    IReadOnlyList<string>? LeftOut = null
)
{
    /// <summary>
    /// The slope of what interleaved pairs say over what ordinary runs say, through the origin; NaN without a calibration.
    /// </summary>
    public double Slope =>
        Calibration.Count == 0
            ? double.NaN
            : Calibration.Sum(change => change.Truth * change.Interleaved) / Calibration.Sum(change => change.Truth * change.Truth);

    public string ToJson() => JsonSerializer.Serialize(this, StudyResultContext.Default.StudyResult) + "\n";
}

/// <summary>How far the replicates of a benchmark lie apart.</summary>
/// <param name="Idle">The spread of replicates, idle; null with fewer than two.</param>
/// <param name="Busy">The same with one core kept busy.</param>
/// <param name="OneAfterTheOther">The spread between processes that did not run interleaved, idle.</param>
internal sealed record BenchmarkSpread(
    [property: JsonPropertyName("row")] string Benchmark,
    double Nanoseconds,
    [property: JsonPropertyName("units")] int Replicates,
    double? Idle,
    double? Busy,
    double? OneAfterTheOther
);

/// <summary>Of checks of identical code.</summary>
/// <param name="Checks">Checks that failed.</param>
/// <param name="Benchmarks">Benchmarks that failed.</param>
/// <param name="Undecided">Benchmarks that stayed Inconclusive.</param>
internal sealed record FalsePositives(
    Condition Condition,
    Wilson Checks,
    [property: JsonPropertyName("ofRows")] Wilson Benchmarks,
    Wilson Undecided,
    [property: JsonPropertyName("pairsOfRow")] double PairsOfBenchmark,
    [property: JsonPropertyName("units")] string Replicates
);

internal sealed record Detection(double Share, double Margin, Wilson Found, double Measured);

/// <summary>What a simple rule says of one run a side.</summary>
/// <param name="Interleaved">Benchmarks of identical code that it calls slower, where the two ran interleaved.</param>
/// <param name="OneAfterTheOther">The same where they ran one after the other.</param>
/// <param name="ChecksOneAfterTheOther">Checks of all benchmarks with at least one such benchmark, one after the other.</param>
/// <param name="FindsTenPercent">Benchmarks made 10 % slower that it calls slower, interleaved.</param>
internal sealed record OtherRule(
    string Name,
    [property: JsonPropertyName("inTurns")] Wilson Interleaved,
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
