using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Bench.Comparison;
using Bench.Hiding;
using Bench.Results;

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
    IReadOnlyList<MeasuredArm> Arms,
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

    // Each variant against the first. A replicate is a round, and its time that of a good answer at full speed.
    public IReadOnlyList<BenchmarkResult> Benchmarks() =>
        [
            .. Arms.Skip(1).Select(arm => Benchmark(arm, LoadMeasure.FullSpeed, arm.Arm.Name)),
            .. Matrix.Requests.SelectMany((request, i) => OfRequest(i).Benchmarks().Select(benchmark => Named(benchmark, request.Name))),
        ];

    // As a variant of the same name with a parameter.
    private BenchmarkResult Named(BenchmarkResult benchmark, string request) =>
        benchmark with
        {
            Id = IdOf(Full(benchmark.Method, request)),
            Parameters = $"Request={request}",
            Against = $"{Matrix.Name}.{Full(Arms[0].Arm.Name, request)}",
        };

    private static string Full(string arm, string request) => $"{arm}(Request: {request})";

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
            Arms = [.. Arms.Select(arm => arm with { Rounds = [.. arm.Rounds.Select(round => round.OfRequest(request, share))] })],
        };
    }

    public MatrixResult? OfRequest(string name) =>
        Enumerable.Range(0, Matrix.Requests.Count).Where(i => Matrix.Requests[i].Name == name).Select(OfRequest).FirstOrDefault();

    // The second variant against the first: one benchmark per measure.
    public IReadOnlyList<BenchmarkResult> Measures() =>
        [
            .. LoadMeasure
                .All.Select(measure => Benchmark(Arms[1], measure, measure.Id))
                .Where(benchmark => benchmark.HasSameCode || benchmark.Replicates.Count > 0),
        ];

    // Each variant against the first.
    public RunComparison Compare(Settings settings, LoadMeasure? measure = null) =>
        new MatrixJudge(this, settings).Compare(measure ?? LoadMeasure.FullSpeed);

    // The second variant against the first.
    public RunComparison CompareMeasures(Settings settings) => new MatrixJudge(this, settings).CompareMeasures();

    /// <summary>Why the throughput is not the server's alone; null if it is, or if the number of cores is unknown.</summary>
    public string? LimitOfGenerator(MeasuredArm arm)
    {
        if (arm.Rounds.Count == 0 || Environment.Cores is not { } cores)
            return null;
        var own = Matrix.Pin ? cores - CoreSplit.CoresOfServer(cores) : cores;
        return GeneratorLimit.Of(
            arm.Rounds.Average(round => round.Peak.GeneratorCores),
            arm.Rounds.Average(round => round.Peak.ServerCores),
            Matrix.IsMix ? own : Wrk.ThreadsFor(Matrix.Connections, own),
            Matrix.Pin ? null : cores
        );
    }

    [JsonIgnore]
    public int? CoresOfServers => Environment.Cores is { } cores && Matrix.Pin ? CoreSplit.CoresOfServer(cores) : Environment.Cores;

    // A ratio needs two figures above 0.
    public int RoundsWithNone(MeasuredArm arm, LoadMeasure measure) =>
        Arms[0].Rounds.Zip(arm.Rounds).Count(round => measure.Of(Matrix, round.First) is 0 || measure.Of(Matrix, round.Second) is 0);

    /// <summary>A clause; null if the share of good answers hardly differs from that of the first variant.</summary>
    public string? OtherShareAtThePace(MeasuredArm arm) =>
        (Arms[0].GoodShareAtThePace, arm.GoodShareAtThePace) is ({ } before, { } after) && Math.Abs(before - after) > MaxLostShare
            ? GoodShares(before, arm, after, "at the pace")
            : null;

    public string GoodShares(double? first, MeasuredArm arm, double? other, string when) =>
        FormattableString.Invariant(
            $"{other:0.0%} of the responses of {arm.Arm.Name} are good, and {first:0.0%} of those of {Arms[0].Arm.Name}, {when}"
        );

    /// <summary>Answered share of the target pace; null if nothing was measured at a pace.</summary>
    public double? ShareOfPace(ArmRound round) => round.Paced?.Requests / round.PacedSeconds / PaceOf(round);

    /// <summary>Target requests/s of each variant in a round; null while unknown.</summary>
    public double? PaceOf(ArmRound round) => round.Pace ?? Pace;

    public BenchmarkId IdOf(string name) => new($"{Matrix.Name}.{name}", JobTraits.Default);

    // Against the first variant. A replicate is a round.
    public BenchmarkResult Benchmark(MeasuredArm arm, LoadMeasure measure, string name)
    {
        var (first, replicates) = (Arms[0], Replicates(arm, measure));
        return new BenchmarkResult
        {
            Id = IdOf(name),
            Type = Matrix.Name,
            Method = name,
            Parameters = "",
            Places = [],
            IsPaired = true,
            IsThroughput = measure == LoadMeasure.FullSpeed && name == measure.Id,
            Unit = measure.Unit,
            Against = name == arm.Arm.Name ? $"{Matrix.Name}.{first.Arm.Name}" : null,
            Replicates = replicates,
            HasSameCode = HasSameCode is true,
            Unmeasured =
                HasSameCode is true ? "its code is the same in both builds"
                : replicates.Length > 0 ? null
                : Partial ?? (measure.IsLatency ? WhyNoPercentiles : null) ?? "no round had a good response",
        };
    }

    /// <param name="bySums">Use the ratios of whole rounds instead of those of their slices.</param>
    public Replicate[] Replicates(MeasuredArm arm, LoadMeasure measure, bool bySums = false) =>
        [.. Arms[0].Rounds.Zip(arm.Rounds, (first, other) => Replicate(measure, first, other, bySums)).OfType<Replicate>()];

    // The figures are those of the whole round. Their ratio comes from the slices if there are enough of them.
    private Replicate? Replicate(LoadMeasure measure, ArmRound first, ArmRound other, bool bySums) =>
        measure.Of(Matrix, first) is > 0 and var before && measure.Of(Matrix, other) is > 0 and var after
            ? new Replicate(before, after, (bySums ? null : measure.LogRatio(first, other)) ?? Math.Log(after / before))
            : null;

    /// <summary>Format bench-results/1 of kind Paired, with the matrix next to its benchmarks.</summary>
    /// <param name="benchmarks">Null for each variant against the first.</param>
    public string ToJson(IReadOnlyList<BenchmarkResult>? benchmarks = null) =>
        BenchResults.ToJson(
            ResultsKind.Paired,
            Environment,
            benchmarks ?? Benchmarks(),
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
                    is { Matrix: not null, Arms.Count: > 0, Tools: not null, Environment: not null } read
                && IsWhole(read.Matrix)
                && read.Arms.All(arm => arm?.Arm?.Name is not null)
                && read.Matrix.Arms.Concat(read.Arms.Select(arm => arm.Arm)).All(LoadSecrets.IsWhole)
                && LoadSecrets.IsWhole(read.Matrix)
                && read.Arms.DistinctBy(arm => arm.Arm.Name).Count() == read.Arms.Count
                && read.Arms.All(arm =>
                    arm.Rounds is not null && arm.Rounds.All(round => round?.Peak is not null && round.Counters is not null)
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
        matrix is { Name: not null, Question: not null, Sample: not null, Headers: not null, Start: not null, Arms: not null };

    // Each round of a mix has figures of each request. Without a mix it has none.
    private static bool IsMixWhole(MatrixResult read)
    {
        var rounds = read.Arms.SelectMany(arm => arm.Rounds).ToArray();
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
        Arms.SelectMany(arm => arm.Rounds).Select(round => round.WhyNoPercentiles).FirstOrDefault(reason => reason is not null);

    /// <summary>A clause for each variant that hung in a round or slice.</summary>
    [JsonIgnore]
    public IReadOnlyList<string> Silences =>
        [
            .. Arms.Select(arm => ArmSilence.Of(arm, [.. Arms.Where(other => other != arm)]) ?? ArmSilence.AtFullSpeed(arm))
                .OfType<string>(),
            .. Matrix.Requests.SelectMany((request, i) => OfRequest(i).Silences.Select(silence => $"{request.Name}: {silence}")),
        ];

    /// <summary>For a title.</summary>
    [JsonIgnore]
    public string Target =>
        $"{string.Join(", ", Arms.Select(arm => arm.Arm.Sample ?? Matrix.Sample).Distinct(StringComparer.Ordinal))} {string.Join(" + ", Matrix.Sent.Select(sent => sent.Path))}";

    [JsonIgnore]
    public bool IsInterleaved => Arms.SelectMany(arm => arm.Rounds).Any(round => round.Slices is not null);

    /// <summary>True if the ratios of a round come from its slices.</summary>
    [JsonIgnore]
    public bool HasSlices => Arms.SelectMany(arm => arm.Rounds).Any(round => round.FullSpeedSlices?.Count >= SliceRatio.MinSlices);

    /// <summary>True if CPU time is compared by slices in which two variants were loaded at the same time.</summary>
    [JsonIgnore]
    public bool HasDuets =>
        HasSlices && Arms.SelectMany(arm => arm.Rounds).Any(round => round.ProcessorOfDuets?.Any(one => one is not null) == true);

    /// <summary>True if slices have CPU time of their own. A few ticks of the clock are too coarse.</summary>
    [JsonIgnore]
    public bool HasProcessorOfSlices =>
        HasSlices
        && Arms.SelectMany(arm => arm.Rounds).Any(round => round.PacedSlices?.Any(one => one.ProcessorMicroseconds is not null) == true);

    // A run may continue with the rounds of another that measured the same in the same place.
    public static bool CanGoOn(MatrixResult interrupted, MatrixResult planned)
    {
        // Rounds are assigned to variants by their order.
        return Plan(interrupted) == Plan(planned)
            && interrupted.Arms.Select(arm => arm.Arm.Name).SequenceEqual(planned.Matrix.Arms.Select(arm => arm.Name))
            && interrupted.Arms.All(arm => arm.Rounds.Count == interrupted.Arms[0].Rounds.Count);

        static string Plan(MatrixResult result) =>
            JsonSerializer.Serialize(
                (result with { Pace = null, Shares = null, Arms = [], Partial = null }).WithoutSecrets(),
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
            Arms = [.. Arms.Select(arm => arm with { Arm = LoadSecrets.Hide(arm.Arm, secrets) })],
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
