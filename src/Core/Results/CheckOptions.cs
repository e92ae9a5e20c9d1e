using System.Text.Json.Serialization;

namespace Bench.Results;

// The options that a check was judged with, in addition to its builds' settings. Null or false if not given. ConfigFile is the name of
// the given settings file, and Config its text. Margin is relative (0.05 = 5%).
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
    [JsonIgnore]
    public bool IsPlausible =>
        (Margin ?? 0.05) is > 0 and < 10
        && (NoiseFloorNanoseconds ?? 0) is >= 0 and <= Limits.Largest
        && (MaxInconclusive ?? 0) is >= 0 and <= 1
        && (Controls ?? []).All(pattern => pattern is not null);

    // Ignores ConfigFile, because the file may have another name on another machine.
    public bool Equals(CheckOptions? other) =>
        other is not null
        && (Config, Margin, NoiseFloorNanoseconds, MaxInconclusive)
            == (other.Config, other.Margin, other.NoiseFloorNanoseconds, other.MaxInconclusive)
        && (AllowMissing ?? false, StrictEnvironment ?? false) == (other.AllowMissing ?? false, other.StrictEnvironment ?? false)
        && (Controls ?? []).SequenceEqual(other.Controls ?? []);

    public override int GetHashCode() => HashCode.Combine(Config, Margin, NoiseFloorNanoseconds, MaxInconclusive);
}
