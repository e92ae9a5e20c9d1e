using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Bench.Hiding;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Load;

/// <param name="Check">The check of two builds; null if variants of one build were compared.</param>
/// <param name="HasSameCode">True if both variants are proven to be the same program, so that neither was loaded.</param>
/// <param name="Source">Hash of the work tree that was built; null outside git, or if <paramref name="Check"/> has it.</param>
/// <param name="Method">Version of the <see cref="LoadMethod"/>; null in files without one.</param>
/// <param name="Hidden">Differs if hidden values of the plan differ; null if nothing is hidden.</param>
/// <param name="Shares">Share of each request of a mix in the pace, in the order of the matrix; null without a mix.</param>
/// <param name="Unanswered">How the candidate build failed, so that a round could not be measured; null if it did not.</param>
internal sealed record MatrixResult(
    LoadMatrix Matrix,
    RunEnvironment Environment,
    IReadOnlyList<string> Tools,
    double? Pace,
    IReadOnlyList<MeasuredVariant> Variants,
    string? Partial,
    bool? HasSameCode = null,
    CheckInfo? Check = null,
    string? Source = null,
    string? Unanswered = null,
    int? Method = null,
    string? Hidden = null,
    IReadOnlyList<double>? Shares = null
)
{
    // A variant that answers less of the common pace has another load than the others.
    public const double MinOfPace = 0.95;

    // Variants whose shares of good answers differ by more do not do the same work.
    public const double MaxLostShare = 0.01;

    // One request of a mix as a matrix of its own. It lacks the figures of the whole process.
    public MatrixResult OfRequest(int request)
    {
        var share = Shares?[request] ?? 0;
        return this with
        {
            Matrix = Matrix with
            {
                Path = Matrix.Requests[request].Path,
                Connections = Matrix.Requests[request].Connections,
                Requests = [],
            },
            Pace = Pace * share,
            Shares = null,
            Variants =
            [
                .. Variants.Select(variant =>
                    variant with
                    {
                        Rounds = [.. variant.Rounds.Select(round => round.OfRequest(request, share))],
                    }
                ),
            ],
        };
    }

    public MatrixResult? OfRequest(string name) =>
        Enumerable.Range(0, Matrix.Requests.Count).Where(i => Matrix.Requests[i].Name == name).Select(OfRequest).FirstOrDefault();

    /// <summary>Why the throughput is not the server's alone; null if it is, or if the number of cores is unknown.</summary>
    public string? LimitOfGenerator(MeasuredVariant variant)
    {
        if (variant.Rounds.Count == 0 || Environment.Cores is not { } cores)
            return null;
        var own = Matrix.Pin ? cores - CoreSplit.CoresOfServer(cores) : cores;
        return GeneratorLimit.Of(
            variant.Rounds.Average(round => round.Peak.GeneratorCores),
            variant.Rounds.Average(round => round.Peak.ServerCores),
            Matrix.IsMix ? own : Wrk.ThreadsFor(Matrix.Connections, own),
            Matrix.Pin ? null : cores
        );
    }

    [JsonIgnore]
    public int? CoresOfServers => Environment.Cores is { } cores && Matrix.Pin ? CoreSplit.CoresOfServer(cores) : Environment.Cores;

    // A ratio needs two figures above 0.
    public int RoundsWithNone(MeasuredVariant variant, LoadMeasure measure) =>
        Variants[0]
            .Rounds.Zip(variant.Rounds)
            .Count(round => measure.Of(Matrix, round.First) is 0 || measure.Of(Matrix, round.Second) is 0);

    /// <summary>A clause; null if the share of good answers hardly differs from that of the first variant.</summary>
    public string? OtherShareAtThePace(MeasuredVariant variant) =>
        (Variants[0].GoodShareAtThePace, variant.GoodShareAtThePace) is ({ } before, { } after) && Math.Abs(before - after) > MaxLostShare
            ? GoodShares(before, variant, after, "at the pace")
            : null;

    public string GoodShares(double? first, MeasuredVariant variant, double? other, string when) =>
        FormattableString.Invariant(
            $"{other:0.0%} of the responses of {variant.Variant.Name} are good, and {first:0.0%} of those of {Variants[0].Variant.Name}, {when}"
        );

    /// <summary>Answered share of the target pace; null if nothing was measured at a pace.</summary>
    public double? ShareOfPace(VariantRound round) => round.Paced?.Requests / round.PacedSeconds / PaceOf(round);

    /// <summary>Target requests/s of each variant in a round; null while unknown.</summary>
    public double? PaceOf(VariantRound round) => round.Pace ?? Pace;

    public BenchmarkId IdOf(string name) => new($"{Matrix.Name}.{name}", JobTraits.Default);

    // A variant and the first one: a replicate is a round in which both have the figure. The figures are those of the whole round. Their
    // ratio comes from the slices if there are enough of them.
    /// <param name="bySums">Use the ratios of whole rounds instead of those of their slices.</param>
    public BenchmarkSample Sample(MeasuredVariant variant, LoadMeasure measure, Margin margin, bool bySums = false)
    {
        var rounds = Variants[0]
            .Rounds.Zip(variant.Rounds, (first, other) => (First: first, Other: other, Before: Figure(first), After: Figure(other)))
            .Where(round => round is { Before: > 0, After: > 0 })
            .ToArray();
        return new BenchmarkSample
        {
            Baseline = [.. rounds.Select(round => round.Before)],
            Candidate = [.. rounds.Select(round => round.After)],
            Replicates =
            [
                .. rounds.Select(round =>
                    (bySums ? null : measure.LogRatio(round.First, round.Other)) ?? Math.Log(round.After / round.Before)
                ),
            ],
            Margin = margin,
        };

        double Figure(VariantRound round) => measure.Of(Matrix, round) ?? 0;
    }

    /// <summary>Format bench-results/1 of kind Matrix.</summary>
    public string ToJson() =>
        BenchResults.ToJson(
            ResultsKind.Matrix,
            Environment,
            null,
            "matrix",
            JsonSerializer.SerializeToNode(WithoutSecrets(), MatrixContext.Default.MatrixResult)
        );

    public static MatrixResult Read(InputFile file)
    {
        try
        {
            return TryRead(file) ?? throw new LoadException($"{file} is not the result of a matrix.");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new LoadException($"{file} cannot be read: {e.Message}");
        }
    }

    /// <returns>Null for any other file.</returns>
    public static MatrixResult? TryRead(InputFile file)
    {
        try
        {
            using var content = file.Open();
            return
                JsonNode
                    .Parse(content, documentOptions: new JsonDocumentOptions { AllowDuplicateProperties = false })
                    ?["matrix"].Deserialize(MatrixContext.Default.MatrixResult)
                    is { Matrix: not null, Variants.Count: > 0, Tools: not null, Environment: not null } read
                && IsWhole(read.Matrix)
                && read.Variants.All(variant => variant?.Variant?.Name is not null)
                && read.Matrix.Variants.Concat(read.Variants.Select(variant => variant.Variant)).All(LoadSecrets.IsWhole)
                && LoadSecrets.IsWhole(read.Matrix)
                && read.Variants.DistinctBy(variant => variant.Variant.Name).Count() == read.Variants.Count
                && read.Variants.All(variant =>
                    variant.Rounds is not null && variant.Rounds.All(round => round?.Peak is not null && round.Counters is not null)
                )
                && IsMixWhole(read)
                && PlausibleFigures.AreIn(read)
                ? read.WithoutSecrets()
                : null;
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            return null;
        }
    }

    private static bool IsWhole(LoadMatrix matrix) =>
        matrix is { Name: not null, Question: not null, Sample: not null, Headers: not null, Start: not null, Variants: not null };

    // Each round of a mix has figures of each request. Without a mix it has none.
    private static bool IsMixWhole(MatrixResult read)
    {
        var rounds = read.Variants.SelectMany(variant => variant.Rounds).ToArray();
        return read.Matrix.IsMix
            ? (read.Shares?.Count ?? 0) == (read.Pace is null && rounds.Length == 0 ? 0 : read.Matrix.Requests.Count)
                && rounds.All(round =>
                    round.Mix?.Requests?.Count == read.Matrix.Requests.Count && round.Mix.Requests.All(request => request?.Peak is not null)
                )
            : read.Shares is null && rounds.All(round => round.Mix is null);
    }

    /// <summary>Why percentiles at the pace are meaningless in at least one round; null if all are meaningful.</summary>
    [JsonIgnore]
    public string? WhyNoPercentiles =>
        Variants.SelectMany(variant => variant.Rounds).Select(round => round.WhyNoPercentiles).FirstOrDefault(reason => reason is not null);

    /// <summary>A clause for each variant that hung in a round or slice.</summary>
    [JsonIgnore]
    public IReadOnlyList<string> Silences =>
        [
            .. Variants
                .Select(variant =>
                    VariantSilence.Of(variant, [.. Variants.Where(other => other != variant)]) ?? VariantSilence.AtFullSpeed(variant)
                )
                .OfType<string>(),
            .. Matrix.Requests.SelectMany((request, i) => OfRequest(i).Silences.Select(silence => $"{request.Name}: {silence}")),
        ];

    /// <summary>For a title.</summary>
    [JsonIgnore]
    public string Target =>
        $"{string.Join(", ", Variants.Select(variant => variant.Variant.Sample ?? Matrix.Sample).Distinct(StringComparer.Ordinal))} {string.Join(" + ", Matrix.Sent.Select(sent => sent.Path))}";

    [JsonIgnore]
    public bool IsInterleaved => Variants.SelectMany(variant => variant.Rounds).Any(round => round.Slices is not null);

    /// <summary>True if the ratios of a round come from its slices.</summary>
    [JsonIgnore]
    public bool HasSlices =>
        Variants.SelectMany(variant => variant.Rounds).Any(round => round.FullSpeedSlices?.Count >= SliceRatio.MinSlices);

    /// <summary>True if CPU time is compared by slices in which two variants were loaded at the same time.</summary>
    [JsonIgnore]
    public bool ComparesAtOnce =>
        HasSlices
        && Variants.SelectMany(variant => variant.Rounds).Any(round => round.ProcessorAtOnce?.Any(one => one is not null) == true);

    /// <summary>True if slices have CPU time of their own. A few ticks of the clock are too coarse.</summary>
    [JsonIgnore]
    public bool HasProcessorOfSlices =>
        HasSlices
        && Variants
            .SelectMany(variant => variant.Rounds)
            .Any(round => round.PacedSlices?.Any(one => one.ProcessorMicroseconds is not null) == true);

    // A run may continue with the rounds of another that measured the same in the same place.
    public static bool CanGoOn(MatrixResult interrupted, MatrixResult planned)
    {
        // Rounds are assigned to variants by their order.
        return Plan(interrupted) == Plan(planned)
            && interrupted
                .Variants.Select(variant => variant.Variant.Name)
                .SequenceEqual(planned.Matrix.Variants.Select(variant => variant.Name))
            && interrupted.Variants.All(variant => variant.Rounds.Count == interrupted.Variants[0].Rounds.Count);

        static string Plan(MatrixResult result) =>
            JsonSerializer.Serialize(
                (result with { Pace = null, Shares = null, Variants = [], Partial = null }).WithoutSecrets(),
                MatrixContext.Default.MatrixResult
            );
    }

    public MatrixResult WithoutSecrets()
    {
        var secrets = new Secrets();
        var matrix = LoadSecrets.Hide(Matrix, secrets);
        var hash = secrets.Hash;
        return this with
        {
            Matrix = matrix,
            Check = Check?.WithoutSecrets(),
            Variants = [.. Variants.Select(variant => variant with { Variant = LoadSecrets.Hide(variant.Variant, secrets) })],
            Partial = secrets.Without(Partial),
            Unanswered = secrets.Without(Unanswered),
            Hidden = Hidden ?? hash,
        };
    }
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UseStringEnumConverter = true,
    WriteIndented = true,
    NewLine = "\n"
)]
[JsonSerializable(typeof(MatrixResult))]
internal sealed partial class MatrixContext : JsonSerializerContext;
