using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;

namespace Bench.Results;

// The contents of a results file.
internal enum ResultsKind
{
    Launches,

    // Two builds or two variants, measured interleaved. Each benchmark has both.
    Paired,

    // Rounds of a load test. A launch is a round, and its time is the mean response time.
    Load,

    // Rounds of several variants of a web application. The file has no benchmarks, but what bench load measured.
    Matrix,
}

// Reads and writes results files of the schema `bench-results/1` (docs/bench-results.schema.json). Reading restores what was written.
// A file that does not match the schema is an error.
internal static partial class BenchResults
{
    // Longer than any benchmark takes.
    private const double MaxSeconds = 1e6;

    // The value of the property "schema".
    public const string Schema = "bench-results/1";

    // The name of a results file, or the end of its name.
    public const string FileName = "bench-results.json";

    // Includes subfolders. Some files have other names ending in .json, so the content decides.
    public static IEnumerable<string> FilesIn(string folder) =>
        FolderFiles
            .List(folder)
            .Where(name => name.EndsWith(".json", StringComparison.OrdinalIgnoreCase))
            .Select(name => Path.Combine(folder, name))
            .Where(IsOne);

    public static bool IsOne(string file)
    {
        try
        {
            using var reader = new StreamReader(new InputFile(file, file).Open(InputFile.MaxMegabytesOfRun));
            var head = new char[200];
            return Mark().IsMatch(head.AsSpan(0, reader.ReadBlock(head)));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ResultsException)
        {
            return false;
        }
    }

    [GeneratedRegex("\"schema\"\\s*:\\s*\"bench-results/1\"", RegexOptions.CultureInvariant)]
    private static partial Regex Mark();

    public static void Write(
        Stream stream,
        ResultsKind kind,
        RunEnvironment environment,
        IEnumerable<BenchmarkResult> benchmarks,
        RunEnvironment? baselineEnvironment = null,
        CheckInfo? check = null,
        IReadOnlyList<CheckMachine>? machines = null
    )
    {
        var file = new FileData(
            Schema,
            kind,
            environment,
            [.. benchmarks.Select(ToData)],
            baselineEnvironment == environment ? null : baselineEnvironment,
            check?.WithoutSecrets(),
            machines is { Count: > 0 } ? machines : null
        );
        JsonSerializer.Serialize(stream, file, BenchResultsContext.Default.FileData);
    }

    // Adds a property `name` next to the benchmarks, which may be null. Readers of results ignore it.
    public static string ToJson(
        ResultsKind kind,
        RunEnvironment environment,
        IEnumerable<BenchmarkResult>? benchmarks,
        string name,
        JsonNode? value
    )
    {
        var file = JsonSerializer
            .SerializeToNode(
                new FileData(Schema, kind, environment, benchmarks?.Select(ToData).ToArray()),
                BenchResultsContext.Default.FileData
            )!
            .AsObject();
        file.Add(name, value);
        return file.ToJsonString(BenchResultsContext.Default.Options) + "\n";
    }

    internal static RunFile Read(string place, Stream stream)
    {
        FileData? file;
        try
        {
            file = JsonSerializer.Deserialize(stream, BenchResultsContext.Default.FileData);
        }
        catch (JsonException e)
        {
            throw new ResultsException(
                e.LineNumber is { } line ? $"{place}, line {line + 1}" : place,
                $"does not fit {Schema}: {JsonTrouble.Of(e)}.",
                e
            );
        }

        if (file is null || file.Schema != Schema)
            throw new ResultsException(place, $"is not a file of the schema {Schema}.");
        if (file.Kind is not { } kind || !Enum.IsDefined(kind))
            throw new ResultsException(place, "has no kind. Use Launches, Paired, Load or Matrix.");

        if (kind == ResultsKind.Matrix)
            return new RunFile(place, file.Environment ?? new RunEnvironment(), []) { IsMatrix = true };

        var benchmarks = (file.Benchmarks ?? throw new ResultsException(place, "has no benchmarks.")).Select(
            (benchmark, index) => FromData($"{place}, benchmark {index + 1}", kind, benchmark)
        );
        SoundResults.EnsureCheck(place, file.Check);
        var machines = file.Machines ?? [];
        SoundResults.EnsureMachines(place, machines, file.Benchmarks);
        return new RunFile(place, file.Environment ?? new RunEnvironment(), [.. benchmarks])
        {
            BaselineEnvironment = file.BaselineEnvironment,
            // Replicate 1 of 1 is a complete check.
            Check = (file.Check is { Replicate.Count: 1 } lone ? lone with { Replicate = null } : file.Check)?.WithoutSecrets(),
            Machines = machines,
        };
    }

    private static CaseData ToData(BenchmarkResult benchmark) =>
        new()
        {
            FullName = benchmark.Id.FullName,
            Job = benchmark.Id.Job.IsDefault ? null : new JobData(benchmark.Id.Job.What, benchmark.Id.Job.Length),
            Type = benchmark.Type,
            Method = benchmark.Method,
            Parameters = benchmark.Parameters,
            Failure = benchmark.Failure,
            BaselineFailure = benchmark.BaselineFailure,
            BaselineFailureInSome = benchmark.BaselineFailureInSome,
            Sides = benchmark.Sides == PairedSides.Both ? null : benchmark.Sides,
            Screened = benchmark.IsScreened ? true : null,
            How = benchmark.How,
            Seconds = benchmark.Seconds > 0 ? Math.Round(benchmark.Seconds, 1) : null,
            Against = benchmark.Against,
            Unmeasured = benchmark.Unmeasured,
            SameCode = benchmark.HasSameCode ? true : null,
            Launches =
                benchmark.Launches.Count == 0 ? null : [.. benchmark.Launches.Select(launch => launch.NanosecondsPerOperation.ToArray())],
            Replicates = benchmark.Replicates.Count == 0 ? null : [.. benchmark.Replicates],
            AllocatedBytes =
                benchmark.AllocatedBytes.Count == 0 || benchmark.Replicates.Any(HasBytes) ? null : [.. benchmark.AllocatedBytes],
            BaselineAllocatedBytes =
                benchmark.BaselineAllocatedBytes.Count == 0 || benchmark.Replicates.Any(HasBytes)
                    ? null
                    : [.. benchmark.BaselineAllocatedBytes],
            Counts = benchmark.Counts.Count == 0 ? null : [.. benchmark.Counts],
            AllocationSources = benchmark.AllocationSources.Count == 0 ? null : [.. benchmark.AllocationSources],
            NearestChange = benchmark.NearestChange,
        };

    private static BenchmarkResult FromData(string place, ResultsKind kind, CaseData? benchmark)
    {
        SoundResults.EnsureBenchmark(place, kind, benchmark);
        var launches = benchmark.Launches ?? [];
        var replicates = benchmark.Replicates ?? [];
        return new BenchmarkResult
        {
            Id = new BenchmarkId(
                benchmark.FullName!,
                benchmark.Job is { } job ? JobTraits.Restore(job.What ?? "", job.Length ?? "") : JobTraits.Default
            ),
            Type = benchmark.Type ?? "",
            Method = benchmark.Method ?? benchmark.FullName!,
            Parameters = benchmark.Parameters ?? "",
            Places = [place],
            Failure = benchmark.Failure,
            BaselineFailure = benchmark.BaselineFailure,
            BaselineFailureInSome = benchmark.BaselineFailureInSome,
            Sides = benchmark.Sides ?? PairedSides.Both,
            IsPaired = kind == ResultsKind.Paired && launches.Length == 0,
            IsOfLoad = kind == ResultsKind.Load,
            IsScreened = benchmark.Screened ?? false,
            How = benchmark.How,
            Seconds = Math.Clamp(benchmark.Seconds ?? 0, 0, MaxSeconds),
            Against = benchmark.Against,
            Unmeasured = benchmark.Unmeasured,
            HasSameCode = benchmark.SameCode ?? false,
            Launches = replicates.Length > 0 ? [] : [.. launches.Select(launch => new Launch(launch))],
            Replicates = replicates,
            AllocatedBytes = benchmark.AllocatedBytes ?? [],
            BaselineAllocatedBytes = benchmark.BaselineAllocatedBytes ?? [],
            Counts = benchmark.Counts ?? [],
            AllocationSources = benchmark.AllocationSources ?? [],
            NearestChange = benchmark.NearestChange,
        };
    }

    private static bool HasBytes(Replicate replicate) => replicate.CandidateBytes is not null;

    internal sealed record FileData(
        string? Schema,
        ResultsKind? Kind,
        RunEnvironment? Environment,
        IReadOnlyList<CaseData>? Benchmarks,
        RunEnvironment? BaselineEnvironment = null,
        CheckInfo? Check = null,
        IReadOnlyList<CheckMachine>? Machines = null
    );

    internal sealed record JobData(string? What, string? Length);

    internal sealed class CaseData
    {
        public string? FullName { get; set; }
        public JobData? Job { get; set; }
        public string? Type { get; set; }
        public string? Method { get; set; }
        public string? Parameters { get; set; }
        public string? Failure { get; set; }
        public string? BaselineFailure { get; set; }
        public string? BaselineFailureInSome { get; set; }
        public PairedSides? Sides { get; set; }
        public bool? Screened { get; set; }
        public string? How { get; set; }
        public double? Seconds { get; set; }
        public string? Against { get; set; }
        public string? Unmeasured { get; set; }
        public bool? SameCode { get; set; }
        public double[][]? Launches { get; set; }
        public Replicate[]? Replicates { get; set; }
        public double[]? AllocatedBytes { get; set; }
        public double[]? BaselineAllocatedBytes { get; set; }
        public MachineCounts[]? Counts { get; set; }
        public AllocationSource[]? AllocationSources { get; set; }
        public CodeChange? NearestChange { get; set; }
    }
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UseStringEnumConverter = true,
    AllowDuplicateProperties = false,
    WriteIndented = true,
    NewLine = "\n"
)]
[JsonSerializable(typeof(BenchResults.FileData))]
internal sealed partial class BenchResultsContext : JsonSerializerContext;
