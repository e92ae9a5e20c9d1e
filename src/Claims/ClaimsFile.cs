using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.LoadTesting;

namespace Bench.Claims;

/// <summary>What others have measured, and what measures it here.</summary>
/// <remarks>Properties can be set: of those that can only be initialised, the generated reader drops the defaults.</remarks>
public sealed record ClaimsFile
{
    private const double MostTolerance = 1;

    /// <summary>How far a measured ratio may be from a claimed one and still confirm it: 0.2 is 20 % up or down.</summary>
    public double Tolerance { get; set; } = 0.2;

    /// <summary>The sources.</summary>
    public IReadOnlyList<ClaimSource> Sources { get; set; } = [];

    /// <summary>Reads a file.</summary>
    /// <param name="file">The file.</param>
    /// <exception cref="LoadException">There is none, or it is wrong.</exception>
    public static ClaimsFile Read(string file) => PlanFile.Read(file, ClaimsContext.Default.ClaimsFile, "claims", claims => claims.Mistake());

    private string? Mistake() =>
        Tolerance is not (> 0 and <= MostTolerance) ? "tolerance is more than 0 and at most 1."
        : Sources.Any(source => source is null || string.IsNullOrWhiteSpace(source.Name)) ? "each source has a name."
        : Sources.SelectMany(source => source.Claims).Select(claim => claim is null ? "a claim is nothing." : claim.Mistake()).FirstOrDefault(mistake => mistake is not null);
}

/// <summary>Who claims something.</summary>
public sealed record ClaimSource
{
    /// <summary>What it is.</summary>
    public string Name { get; set; } = "";

    /// <summary>On what it was measured.</summary>
    public string Conditions { get; set; } = "";

    /// <summary>What it claims.</summary>
    public IReadOnlyList<Claim> Claims { get; set; } = [];
}

/// <summary>One claimed ratio, of times or of throughputs, and the row or arm that measures it here.</summary>
public sealed record Claim
{
    /// <summary>The claim in words.</summary>
    public string Says { get; set; } = "";

    /// <summary>The claimed ratio of times; null where throughputs are compared.</summary>
    public double? Time { get; set; }

    /// <summary>The claimed ratio of throughputs; null where times are compared.</summary>
    public double? Throughput { get; set; }

    /// <summary>The benchmark that measures it, by its full name with parameters; null where a matrix does, or nothing.</summary>
    public string? Row { get; set; }

    /// <summary>The matrix that measures it: a file, from the folder that the command runs in.</summary>
    public string? Matrix { get; set; }

    /// <summary>The arm of the matrix.</summary>
    public string? Arm { get; set; }

    /// <summary>What it is compared with: a method of the same class and parameters, the full name of another row, or another arm.</summary>
    public string? Against { get; set; }

    /// <summary>In what the measurement here differs from the source's; null where in nothing that matters.</summary>
    public string? Differs { get; set; }

    /// <summary>Why nothing measures it here.</summary>
    public string? Unmeasured { get; set; }

    /// <summary>What came of it, in plain words; null where nothing is to be said.</summary>
    public string? Comment { get; set; }

    /// <summary>The ratio, of whichever.</summary>
    internal double Ratio => Time ?? Throughput!.Value;

    internal string? Mistake() =>
        string.IsNullOrWhiteSpace(Says) ? "each claim says something."
        : Time is null == Throughput is null || Ratio is not (> 0 and < 1e6) ? $"'{Says}': a claim has a ratio, of time or of throughput."
        : Unmeasured is not null ? (Row ?? Matrix ?? Arm ?? Against) is null ? null : $"'{Says}': what is not measured has no row and no arm."
        : string.IsNullOrWhiteSpace(Against) ? $"'{Says}': against what?"
        : Row is null == Matrix is null ? $"'{Says}': a row measures it, or a matrix."
        : Matrix is null != Arm is null ? $"'{Says}': a matrix has an arm."
        : Row is not null && Row.IndexOf('.', StringComparison.Ordinal) < 0 ? $"'{Says}': a row is named with its class."
        : null;
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, ReadCommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow, RespectNullableAnnotations = true, AllowDuplicateProperties = false)]
[JsonSerializable(typeof(ClaimsFile))]
internal sealed partial class ClaimsContext : JsonSerializerContext;
