using System.Text.Json.Serialization;

namespace Bench.Results;

// How a check was measured, if not in the default way. AllocationOnly means that only allocation was counted. Framework was requested, of
// several. Runtimes are the target frameworks of both builds. The candidate was built with the versions in Packages (NAME@VERSION).
// Variables are those of the measured processes (NAME=VALUE), without secrets.
internal sealed record CheckSettings(
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool BaselineExact = false,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool AllocationOnly = false,
    string? Framework = null,
    IReadOnlyList<string>? Runtimes = null,
    IReadOnlyList<string>? Packages = null,
    IReadOnlyList<string>? Variables = null
)
{
    public const string BaselineExactOption = "--baseline-exact";
    public const string AllocationOnlyOption = "--allocation-only";
    public const string RuntimesOption = "--runtimes";

    [JsonIgnore]
    public bool IsPlausible =>
        Runtimes is null or { Count: 2 }
        && new[] { Runtimes, Packages, Variables }.All(values => values is null || values.All(value => value is not null));

    // The options of `bench gate` besides --env, each with its values.
    public IEnumerable<string[]> Options()
    {
        if (BaselineExact)
            yield return [BaselineExactOption];
        if (AllocationOnly)
            yield return [AllocationOnlyOption];
        if (Framework is not null)
            yield return ["--framework", Framework];
        if (Runtimes is not null)
            yield return [RuntimesOption, .. Runtimes];
        foreach (var package in Packages ?? [])
            yield return ["--package", package];
    }

    public override string ToString() => string.Join(", ", Options().Select(option => string.Join(' ', option)).Concat(Variables ?? []));

    public bool Equals(CheckSettings? other) => other is not null && ToString() == other.ToString();

    public override int GetHashCode() => ToString().GetHashCode(StringComparison.Ordinal);
}
