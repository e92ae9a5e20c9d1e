using System.Text.Json.Serialization;

namespace Lab.Study;

/// <summary>What else runs on the machine while process pairs are recorded, and how the code is compiled.</summary>
internal enum Condition
{
    Idle,

    OneCoreBusy,

    TwoLoops,

    FourLoops,

    SixLoops,

    /// <summary>A program that copies 64 MB again and again.</summary>
    MemoryCopies,

    /// <summary>A second check that measures the same benchmarks.</summary>
    SecondCheck,

    /// <summary>A loop of the lowest priority on each core, so that no core sleeps between slices.</summary>
    CoresAwake,

    /// <summary>Nothing else runs, and the JIT compiler uses no profiles (<c>DOTNET_TieredPGO=0</c>).</summary>
    WithoutProfiles,
}

internal sealed record Effect(double Share, int Bytes)
{
    public static Effect None { get; } = new(0, 0);

    public override string ToString() =>
        Bytes > 0 ? FormattableString.Invariant($"+{Bytes} B")
        : Share > 0 ? FormattableString.Invariant($"+{Share * 100:0.#} %")
        : "identical";
}

/// <summary>One recorded process pair.</summary>
/// <param name="LogRatio">The natural logarithm of candidate / baseline.</param>
/// <param name="BaselineNanoseconds">The typical time of the baseline, ns per operation.</param>
/// <param name="BaselineBytes">Bytes per operation; null if not counted.</param>
/// <param name="BaselineIterations">
/// The slices of the baseline in order, joined to fifteen values like the iterations of an ordinary run. In ns per operation.
/// </param>
/// <param name="ByProcessor">Whether the times are CPU times; null in records that do not say.</param>
internal sealed record StudyRecord(
    string Benchmark,
    Condition Condition,
    Effect Effect,
    DateTime Time,
    bool BaselineFirst,
    double LogRatio,
    double BaselineNanoseconds,
    double CandidateNanoseconds,
    double? BaselineBytes,
    double? CandidateBytes,
    double Seconds,
    IReadOnlyList<double> BaselineIterations,
    IReadOnlyList<double> CandidateIterations,
    bool? ByProcessor = null
);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    AllowDuplicateProperties = false,
    UseStringEnumConverter = true,
    RespectRequiredConstructorParameters = true
)]
[JsonSerializable(typeof(StudyRecord))]
internal sealed partial class StudyContext : JsonSerializerContext;
