using System.Diagnostics.CodeAnalysis;
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
                $"does not fit {Schema}: {e.Message.Split(" LineNumber:")[0].Split(" Path:")[0]}",
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
        if (
            file.Check is { } check
            && (
                check.Baseline is null
                || check.Candidate is null
                || check.Shard is { } shard && (shard.Index < 1 || shard.Index > shard.Count)
                || check.Replicate is { } replicate && (replicate.Index < 1 || replicate.Index > replicate.Count)
            )
        )
            throw new ResultsException(place, "has a check without baseline and candidate, or with an impossible shard or replicate.");
        if (file.Check?.Options is { IsPlausible: false })
            throw new ResultsException(place, "has unknown options of its check.");
        var machines = file.Machines ?? [];
        if (machines.Any(machine => machine is not { Replicate: >= 1, Environment: not null }))
            throw new ResultsException(place, "has machines without a replicate from 1 on and an environment.");
        if (
            file.Benchmarks.Any(one =>
                (one?.Replicates ?? []).Any(replicate => replicate?.Machine is { } machine && (machine < 1 || machine > machines.Count))
            )
        )
            throw new ResultsException(place, "has a replicate of a machine that is not listed.");
        if (
            file
                .Benchmarks.SelectMany(benchmark => benchmark?.Counts ?? [])
                .Any(counts => counts?.Machine is { } machine && (machine < 1 || machine > machines.Count))
        )
            throw new ResultsException(place, "has counts of a machine that is not listed.");
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
            Replicates =
                benchmark.Replicates.Count == 0
                    ? null
                    :
                    [
                        .. benchmark.Replicates.Select(replicate => new ReplicateData(
                            replicate.BaselineNanoseconds,
                            replicate.CandidateNanoseconds,
                            replicate.LogRatio,
                            replicate.BaselineBytes,
                            replicate.CandidateBytes,
                            replicate.IsConfirmation ? true : null,
                            replicate.HalfDifference,
                            replicate.Machine > 0 ? replicate.Machine : null
                        )),
                    ],
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

    // Throws ResultsException for a benchmark that no run can have.
    private static void EnsureSound(string place, ResultsKind kind, [NotNull] CaseData? benchmark)
    {
        if (benchmark is null || string.IsNullOrEmpty(benchmark.FullName))
            throw new ResultsException(place, "has no fullName.");

        var launches = benchmark.Launches ?? [];
        var replicates = benchmark.Replicates ?? [];
        if (launches.Any(launch => launch is null || launch.Length == 0 || !launch.All(IsTime)))
            throw new ResultsException(place, "a launch is empty, or has a time that is invalid: expected 0 or more.");
        // Their logarithms are needed.
        if (
            replicates.Any(replicate =>
                replicate is null
                || !IsTime(replicate.BaselineNanoseconds)
                || !IsTime(replicate.CandidateNanoseconds)
                || replicate.BaselineNanoseconds == 0
                || replicate.CandidateNanoseconds == 0
                || !(Math.Abs(replicate.LogRatio) <= 50)
            )
        )
            throw new ResultsException(place, "a replicate needs two times above 0 and a logRatio.");
        EnsureSoundBytes(place, benchmark);
        if (replicates.Length > 0 && kind != ResultsKind.Paired)
            throw new ResultsException(place, "has replicates in a file that is not paired.");
        if (benchmark.SameCode is true && (launches.Length > 0 || kind != ResultsKind.Paired))
            throw new ResultsException(place, "is marked as the same code in both builds, but is not paired.");
        if (
            benchmark.Failure is null
            && benchmark.BaselineFailure is null
            && benchmark.Unmeasured is null
            && benchmark.Sides is null
            && launches.Length == 0
            && replicates.Length == 0
            && benchmark.AllocatedBytes is not { Length: > 0 }
        )
            throw new ResultsException(place, "has neither launches nor replicates nor a failure.");
        if (benchmark.Sides is { } sides && !Enum.IsDefined(sides))
            throw new ResultsException(place, "names unknown builds.");
    }

    private static void EnsureSoundBytes(string place, CaseData benchmark)
    {
        var replicates = benchmark.Replicates ?? [];
        if (
            replicates.Any(replicate =>
                replicate.BaselineBytes is null != replicate.CandidateBytes is null
                || replicate.BaselineBytes is { Count: 0 }
                || replicate.CandidateBytes is { Count: 0 }
            )
        )
            throw new ResultsException(place, "a replicate has bytes of one build only.");
        if (
            (benchmark.AllocatedBytes ?? [])
                .Concat(benchmark.BaselineAllocatedBytes ?? [])
                .Concat(replicates.SelectMany(replicate => (replicate.BaselineBytes ?? []).Concat(replicate.CandidateBytes ?? [])))
                .Any(bytes => !IsTime(bytes))
        )
            throw new ResultsException(place, "allocated bytes are invalid: expected 0 or more.");
        if (
            (benchmark.Counts ?? []).Any(counts =>
                counts is not { BaselineBytes.Count: > 0, CandidateBytes.Count: > 0 }
                || !counts.BaselineBytes.Concat(counts.CandidateBytes).All(IsTime)
            )
        )
            throw new ResultsException(place, "counts are invalid: expected baselineBytes and candidateBytes of 0 or more.");
        if (
            (benchmark.AllocationSources ?? []).Any(source =>
                source is not { Type: not null, Method: not null } || !IsTime(source.BaselineBytes) || !IsTime(source.CandidateBytes)
            )
        )
            throw new ResultsException(place, "allocationSources are invalid: expected type, method and bytes of 0 or more.");
        if (benchmark.NearestChange is { } change && (change.Text is null || change.Line <= 0))
            throw new ResultsException(place, "nearestChange is invalid: expected text, and a line from 1.");
    }

    private static BenchmarkResult FromData(string place, ResultsKind kind, CaseData? benchmark)
    {
        EnsureSound(place, kind, benchmark);
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
            Replicates =
            [
                .. replicates.Select(replicate => new Replicate(
                    replicate.BaselineNanoseconds,
                    replicate.CandidateNanoseconds,
                    replicate.LogRatio,
                    replicate.BaselineBytes,
                    replicate.CandidateBytes,
                    replicate.Confirmation ?? false,
                    replicate.HalfDifference
                )
                {
                    Machine = replicate.Machine ?? 0,
                }),
            ],
            AllocatedBytes = benchmark.AllocatedBytes ?? [],
            BaselineAllocatedBytes = benchmark.BaselineAllocatedBytes ?? [],
            Counts = benchmark.Counts ?? [],
            AllocationSources = benchmark.AllocationSources ?? [],
            NearestChange = benchmark.NearestChange,
        };
    }

    private static bool HasBytes(Replicate replicate) => replicate.CandidateBytes is not null;

    private static bool IsTime(double value) => value is >= 0 and <= Limits.Largest;

    internal sealed record FileData(
        string? Schema,
        ResultsKind? Kind,
        RunEnvironment? Environment,
        IReadOnlyList<CaseData>? Benchmarks,
        RunEnvironment? BaselineEnvironment = null,
        CheckInfo? Check = null,
        IReadOnlyList<CheckMachine>? Machines = null
    );

    internal sealed record ReplicateData(
        double BaselineNanoseconds,
        double CandidateNanoseconds,
        double LogRatio,
        IReadOnlyList<double>? BaselineBytes,
        IReadOnlyList<double>? CandidateBytes,
        bool? Confirmation,
        double? HalfDifference = null,
        int? Machine = null
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
        public ReplicateData[]? Replicates { get; set; }
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
