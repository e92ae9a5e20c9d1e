using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Load;
using Bench.Results;

namespace Lab.Claims;

// Properties have setters because the generated reader drops the defaults of init-only properties.
internal sealed record ClaimsFile
{
    private const double MaxTolerance = 1;

    /// <summary>
    /// How far a measured effect may differ from the claimed one and still confirm it, as a share of the claimed effect.
    /// For a claim of 1.5x, 0.2 allows 1.4x to 1.6x.
    /// </summary>
    public double Tolerance { get; set; } = 0.2;

    public IReadOnlyList<ClaimSource> Sources { get; set; } = [];

    [JsonIgnore]
    public IEnumerable<Claim> Measurable => Sources.SelectMany(source => source.Claims).Where(claim => claim.Unmeasured is null);

    public static ClaimsFile Read(InputFile file) =>
        PlanFile.Read(file, ClaimsContext.Default.ClaimsFile, "claims", claims => claims.Mistake());

    private string? Mistake() =>
        Tolerance is not (> 0 and <= MaxTolerance) ? "tolerance is more than 0 and at most 1."
        : Sources.Any(source => source is null || string.IsNullOrWhiteSpace(source.Name)) ? "each source has a name."
        : Sources.FirstOrDefault(source => string.IsNullOrWhiteSpace(source.Page)) is { } without
            ? $"'{without.Name}' has no page: expected the path of the page about this source."
        : Sources
            .SelectMany(source => source.Claims)
            .Select(claim => claim is null ? "a claim is nothing." : claim.Mistake())
            .FirstOrDefault(mistake => mistake is not null);
}

internal sealed record ClaimSource
{
    public string Name { get; set; } = "";

    public string Conditions { get; set; } = "";

    /// <summary>How all measurements here differ from the source's; null if they do not.</summary>
    public string? Differs { get; set; }

    /// <summary>The page about this source, relative to the current folder. Results go between two marks in it.</summary>
    public string Page { get; set; } = "";

    public IReadOnlyList<Claim> Claims { get; set; } = [];
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    ReadCommentHandling = JsonCommentHandling.Skip,
    AllowTrailingCommas = true,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    AllowDuplicateProperties = false
)]
[JsonSerializable(typeof(ClaimsFile))]
internal sealed partial class ClaimsContext : JsonSerializerContext;
