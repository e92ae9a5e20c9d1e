using System.Text.Json.Serialization;

namespace Bench.Results;

/// <summary>The options that a check was judged by, beside the settings of its builds; null or false for what was not given.</summary>
/// <param name="ConfigFile">How the file of settings was named that was given.</param>
/// <param name="Config">Its text.</param>
/// <param name="Margin">The relative change that matters (0.05 = 5 %).</param>
/// <param name="Controls">The patterns of benchmarks that should not move.</param>
internal sealed record CheckOptions(
    string? ConfigFile = null,
    string? Config = null,
    double? Margin = null,
    double? NoiseFloorNanoseconds = null,
    IReadOnlyList<string>? Controls = null,
    double? MaxInconclusive = null,
    bool? AllowMissing = null,
    bool? StrictEnvironment = null
)
{
    /// <summary>Whether its figures can be meant.</summary>
    [JsonIgnore]
    public bool IsPlausible =>
        (Margin ?? 0.05) is > 0 and < 10
        && (NoiseFloorNanoseconds ?? 0) is >= 0 and <= Limits.Largest
        && (MaxInconclusive ?? 0) is >= 0 and <= 1
        && (Controls ?? []).All(pattern => pattern is not null);

    /// <summary>Whether they judge the same: the file may be called otherwise on another machine.</summary>
    public bool Equals(CheckOptions? other) =>
        other is not null
        && (Config, Margin, NoiseFloorNanoseconds, MaxInconclusive)
            == (other.Config, other.Margin, other.NoiseFloorNanoseconds, other.MaxInconclusive)
        && (AllowMissing ?? false, StrictEnvironment ?? false) == (other.AllowMissing ?? false, other.StrictEnvironment ?? false)
        && (Controls ?? []).SequenceEqual(other.Controls ?? []);

    public override int GetHashCode() => HashCode.Combine(Config, Margin, NoiseFloorNanoseconds, MaxInconclusive);
}
