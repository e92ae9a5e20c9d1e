using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Results;

namespace Lab.Study;

/// <summary>Shares are from 0 to 1. Spreads are standard deviations of log ratios.</summary>
/// <param name="Margin">The default margin that checks were replayed with.</param>
/// <param name="SecondsOfPair">The average time of a process pair: identical code on an idle machine.</param>
/// <param name="Allocation">Benchmarks in which 8 more bytes were found, out of those whose allocation repeats exactly.</param>
/// <param name="OtherRules">The results of simple rules on the same records.</param>
/// <param name="LeftOut">Benchmarks without a replicate of identical code on an idle machine; null for none.</param>
internal sealed record StudyResult(
    RunEnvironment Environment,
    double Margin,
    int Benchmarks,
    int Pairs,
    double SecondsOfPair,
    IReadOnlyList<BenchmarkSpread> Spreads,
    IReadOnlyList<FalsePositives> FalsePositives,
    IReadOnlyList<Detection> Power,
    Wilson Allocation,
    IReadOnlyList<OtherRule> OtherRules,
    IReadOnlyList<CalibratedChange> Calibration,
    IReadOnlyList<string>? LeftOut = null,
    IReadOnlyList<CanaryResult>? Canary = null,
    IReadOnlyList<CanaryResult>? BusyCanary = null
)
{
    /// <summary>The regression through the origin of interleaved pairs on ordinary runs; NaN without a calibration.</summary>
    public double Slope =>
        Calibration.Count == 0
            ? double.NaN
            : Calibration.Sum(change => change.Truth * change.Interleaved) / Calibration.Sum(change => change.Truth * change.Truth);

    public string ToJson() => JsonSerializer.Serialize(this, StudyResultContext.Default.StudyResult) + "\n";
}

/// <summary>The spread of a benchmark's replicates.</summary>
/// <param name="Interleaved">In each condition with at least two replicates.</param>
/// <param name="ByProcessor">Whether it was timed by CPU time on an idle machine; null if the records do not say.</param>
/// <param name="OneAfterTheOther">Between processes that were not interleaved, on an idle machine.</param>
internal sealed record BenchmarkSpread(
    string Benchmark,
    double Nanoseconds,
    int Replicates,
    IReadOnlyDictionary<Condition, double> Interleaved,
    double? OneAfterTheOther,
    bool? ByProcessor = null
);

/// <summary>Results of checks of identical code.</summary>
/// <param name="Checks">Checks that failed.</param>
/// <param name="Benchmarks">Benchmarks that failed.</param>
/// <param name="Undecided">Benchmarks that stayed Inconclusive.</param>
internal sealed record FalsePositives(
    Condition Condition,
    Wilson Checks,
    Wilson Benchmarks,
    Wilson Undecided,
    double PairsOfBenchmark,
    string Replicates
);

internal sealed record Detection(double Share, double Margin, Wilson Found, double Measured);

/// <summary>The results of a simple rule that sees one run of each build.</summary>
/// <param name="Interleaved">Benchmarks of identical code that it calls slower after interleaved runs.</param>
/// <param name="OneAfterTheOther">The same after runs one after the other.</param>
/// <param name="ChecksOneAfterTheOther">The checks that call at least one benchmark slower, one after the other.</param>
/// <param name="FindsTenPercent">Interleaved benchmarks made 10% slower that it calls slower.</param>
internal sealed record OtherRule(
    string Name,
    Wilson Interleaved,
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
