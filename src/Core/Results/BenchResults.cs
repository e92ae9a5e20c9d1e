using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;

namespace Bench.Results;

/// <summary>What the rows of a results file of ours are.</summary>
internal enum ResultsKind
{
    Launches,

    /// <summary>Two builds, or two ways, measured in turns: each row holds both.</summary>
    Paired,

    /// <summary>Rounds of a load test: a launch is a round, and its time the mean response time.</summary>
    Load,
}

/// <summary>
/// Reads and writes results files of our own, <c>bench-results/1</c>, described in <c>docs/bench-results.schema.json</c>. What is
/// written is read back the same; what does not fit the schema is an error that names the file.
/// </summary>
internal static partial class BenchResults
{
    /// <summary>How a file of ours begins to say what it is.</summary>
    public const string Schema = "bench-results/1";

    /// <summary>The files of this schema in a folder and the folders in it: some are called NAME.json, so that the names say nothing.</summary>
    public static IEnumerable<string> FilesIn(string folder) => 
        FolderFiles.List(folder).Where(name => name.EndsWith(".json", StringComparison.OrdinalIgnoreCase)).Select(name => Path.Combine(folder, name)).Where(IsOne);

    /// <summary>Whether a file begins like one of this schema.</summary>
    public static bool IsOne(string file)
    {
        try
        {
            using var reader = new StreamReader(file);
            var head = new char[200];
            return Mark().IsMatch(head.AsSpan(0, reader.ReadBlock(head)));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    [GeneratedRegex("\"schema\"\\s*:\\s*\"bench-results/1\"", RegexOptions.CultureInvariant)]
    private static partial Regex Mark();

    public static void Write(Stream stream, ResultsKind kind, RunEnvironment environment, IEnumerable<Row> rows, RunEnvironment? baselineEnvironment = null, CheckInfo? check = null)
    {
        var file = new FileData(Schema, kind, environment, [.. rows.Select(ToData)], baselineEnvironment == environment ? null : baselineEnvironment, check);
        JsonSerializer.Serialize(stream, file, BenchResultsContext.Default.FileData);
    }

    /// <summary>The same as text, with something of the writer's own beside the rows, which readers of rows pass over.</summary>
    /// <param name="name">What stands beside them is called so.</param>
    public static string ToJson(ResultsKind kind, RunEnvironment environment, IEnumerable<Row> rows, string name, JsonNode? value)
    {
        var file = JsonSerializer.SerializeToNode(new FileData(Schema, kind, environment, [.. rows.Select(ToData)]), BenchResultsContext.Default.FileData)!.AsObject();
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
            throw new ResultsException(e.LineNumber is { } line ? $"{place}, line {line + 1}" : place, $"does not fit {Schema}: {e.Message.Split(" LineNumber:")[0].Split(" Path:")[0]}", e);
        }

        if (file is null || file.Schema != Schema)
            throw new ResultsException(place, $"is not a file of the schema {Schema}.");
        if (file.Kind is not { } kind || !Enum.IsDefined(kind))
            throw new ResultsException(place, "names no kind: Launches, Paired or Load.");

        var rows = (file.Rows ?? throw new ResultsException(place, "has no rows.")).Select((row, index) => FromData($"{place}, row {index + 1}", kind, row));
        if (file.Check is { } check && (check.Baseline is null || check.Candidate is null || check.Shard is { } shard && (shard.Index < 1 || shard.Index > shard.Count)))
            throw new ResultsException(place, "has a check without baseline and candidate, or with a shard that there is not.");
        return new RunFile(place, file.Environment ?? new RunEnvironment(), [.. rows]) { BaselineEnvironment = file.BaselineEnvironment, Check = file.Check };
    }

    private static RowData ToData(Row row) => new()
    {
        FullName = row.Id.FullName,
        Job = row.Id.Job.IsDefault ? null : new JobData(row.Id.Job.What, row.Id.Job.Length),
        Type = row.Type,
        Method = row.Method,
        Parameters = row.Parameters,
        Failure = row.Failure,
        BaselineFailure = row.BaselineFailure,
        Sides = row.Sides == PairedSides.Both ? null : row.Sides,
        Screened = row.IsScreened ? true : null,
        How = row.How,
        Against = row.Against,
        Unmeasured = row.Unmeasured,
        // The launches of a paired row are its units, seen from the candidate.
        Launches = row.Launches.Count == 0 || row.Units.Count > 0 ? null : [.. row.Launches.Select(launch => launch.NanosecondsPerOperation.ToArray())],
        Units = row.Units.Count == 0 ? null : [.. row.Units.Select(unit => new UnitData(
            unit.BaselineNanoseconds, unit.CandidateNanoseconds, unit.LogRatio, unit.BaselineBytes, unit.CandidateBytes, unit.IsFresh ? true : null))],
        AllocatedBytes = row.AllocatedBytes.Count == 0 || row.Units.Any(HasBytes) ? null : [.. row.AllocatedBytes],
        BaselineAllocatedBytes = row.BaselineAllocatedBytes.Count == 0 || row.Units.Any(HasBytes) ? null : [.. row.BaselineAllocatedBytes],
    };

    private static Row FromData(string place, ResultsKind kind, RowData? row)
    {
        if (row is null || string.IsNullOrEmpty(row.FullName))
            throw new ResultsException(place, "has no fullName.");

        var launches = row.Launches ?? [];
        var units = row.Units ?? [];
        if (launches.Any(launch => launch is null || launch.Length == 0 || !launch.All(IsTime)))
            throw new ResultsException(place, "a launch is empty or has a time that is no number of 0 or more.");
        // Logarithms are taken of them.
        if (units.Any(unit => unit is null || !IsTime(unit.BaselineNanoseconds) || !IsTime(unit.CandidateNanoseconds) || unit.BaselineNanoseconds == 0 || unit.CandidateNanoseconds == 0 || !(Math.Abs(unit.LogRatio) <= 50)))
            throw new ResultsException(place, "a unit has no two times above 0 and a logRatio.");
        if (units.Any(unit => unit.BaselineBytes is null != unit.CandidateBytes is null || unit.BaselineBytes is { Count: 0 } || unit.CandidateBytes is { Count: 0 }))
            throw new ResultsException(place, "a unit has bytes of one side only.");
        if ((row.AllocatedBytes ?? []).Concat(row.BaselineAllocatedBytes ?? []).Concat(units.SelectMany(unit => (unit.BaselineBytes ?? []).Concat(unit.CandidateBytes ?? []))).Any(bytes => !IsTime(bytes)))
            throw new ResultsException(place, "allocated bytes are no number of 0 or more.");
        if (units.Length > 0 && kind != ResultsKind.Paired)
            throw new ResultsException(place, "has units in a file that is not paired.");
        if (row.Failure is null && row.BaselineFailure is null && row.Unmeasured is null && row.Sides is null && launches.Length == 0 && units.Length == 0)
            throw new ResultsException(place, "has neither launches nor units nor a failure.");
        if (row.Sides is { } sides && !Enum.IsDefined(sides))
            throw new ResultsException(place, "names sides that there are not.");

        return new Row
        {
            Id = new RowId(row.FullName, row.Job is { } job ? JobTraits.Restore(job.What ?? "", job.Length ?? "") : JobTraits.Default),
            Type = row.Type ?? "",
            Method = row.Method ?? row.FullName,
            Parameters = row.Parameters ?? "",
            Places = [place],
            Failure = row.Failure,
            BaselineFailure = row.BaselineFailure,
            Sides = row.Sides ?? PairedSides.Both,
            IsPaired = kind == ResultsKind.Paired && launches.Length == 0,
            IsScreened = row.Screened ?? false,
            How = row.How,
            Against = row.Against,
            Unmeasured = row.Unmeasured,
            // Compared with another run, the candidate of a pair counts like any launch.
            Launches = units.Length > 0 ? [.. units.Select(unit => new Launch([unit.CandidateNanoseconds]))] : [.. launches.Select(launch => new Launch(launch))],
            Units = [.. units.Select(unit => new PairedUnit(unit.BaselineNanoseconds, unit.CandidateNanoseconds, unit.LogRatio, unit.BaselineBytes, unit.CandidateBytes, unit.Fresh ?? false))],
            AllocatedBytes = row.AllocatedBytes ?? [.. units.SelectMany(unit => unit.CandidateBytes ?? [])],
            BaselineAllocatedBytes = row.BaselineAllocatedBytes ?? [.. units.SelectMany(unit => unit.BaselineBytes ?? [])],
        };
    }

    private static bool HasBytes(PairedUnit unit) => unit.CandidateBytes is not null;

    private static bool IsTime(double value) => value is >= 0 and <= Limits.Largest;

    internal sealed record FileData(
        string? Schema, ResultsKind? Kind, RunEnvironment? Environment, IReadOnlyList<RowData>? Rows, RunEnvironment? BaselineEnvironment = null, CheckInfo? Check = null);

    internal sealed record UnitData(
        double BaselineNanoseconds, double CandidateNanoseconds, double LogRatio, IReadOnlyList<double>? BaselineBytes, IReadOnlyList<double>? CandidateBytes, bool? Fresh);

    internal sealed record JobData(string? What, string? Length);

    internal sealed class RowData
    {
        public string? FullName { get; set; }
        public JobData? Job { get; set; }
        public string? Type { get; set; }
        public string? Method { get; set; }
        public string? Parameters { get; set; }
        public string? Failure { get; set; }
        public string? BaselineFailure { get; set; }
        public PairedSides? Sides { get; set; }
        public bool? Screened { get; set; }
        public string? How { get; set; }
        public string? Against { get; set; }
        public string? Unmeasured { get; set; }
        public double[][]? Launches { get; set; }
        public UnitData[]? Units { get; set; }
        public double[]? AllocatedBytes { get; set; }
        public double[]? BaselineAllocatedBytes { get; set; }
    }
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UseStringEnumConverter = true,
    AllowDuplicateProperties = false,
    WriteIndented = true,
    NewLine = "\n")]
[JsonSerializable(typeof(BenchResults.FileData))]
internal sealed partial class BenchResultsContext : JsonSerializerContext;
