using System.Text.Json;
using System.Text.Json.Serialization;

namespace Bench.Results;

/// <summary>What the rows of a results file of ours are.</summary>
public enum ResultsKind
{
    /// <summary>Launches of one build, unpaired.</summary>
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
public static class BenchResults
{
    /// <summary>How a file of ours begins to say what it is.</summary>
    public const string Schema = "bench-results/1";

    /// <summary>Writes rows in the order given.</summary>
    /// <param name="stream">Where to; left open.</param>
    /// <param name="kind">What the rows are.</param>
    /// <param name="environment">Where they were measured.</param>
    /// <param name="rows">The rows; only <see cref="ResultsKind.Paired"/> ones have units.</param>
    public static void Write(Stream stream, ResultsKind kind, RunEnvironment environment, IEnumerable<Row> rows)
    {
        ArgumentNullException.ThrowIfNull(rows);
        var file = new FileData(Schema, kind, environment, [.. rows.Select(ToData)]);
        JsonSerializer.Serialize(stream, file, BenchResultsContext.Default.FileData);
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
        return new RunFile(place, file.Environment ?? new RunEnvironment(), [.. rows]);
    }

    private static RowData ToData(Row row) => new()
    {
        FullName = row.Id.FullName,
        Job = row.Id.Job.IsDefault ? null : new JobData(row.Id.Job.What, row.Id.Job.Length),
        Type = row.Type,
        Method = row.Method,
        Parameters = row.Parameters,
        Failure = row.Failure,
        Launches = row.Launches.Count == 0 ? null : [.. row.Launches.Select(launch => launch.NanosecondsPerOperation.ToArray())],
        Units = row.Units.Count == 0 ? null : [.. row.Units],
        AllocatedBytes = row.AllocatedBytes.Count == 0 ? null : [.. row.AllocatedBytes],
        BaselineAllocatedBytes = row.BaselineAllocatedBytes.Count == 0 ? null : [.. row.BaselineAllocatedBytes],
    };

    private static Row FromData(string place, ResultsKind kind, RowData? row)
    {
        if (row is null || string.IsNullOrEmpty(row.FullName))
            throw new ResultsException(place, "has no fullName.");

        var launches = row.Launches ?? [];
        var units = row.Units ?? [];
        if (launches.Any(launch => launch is null || launch.Length == 0 || !launch.All(IsTime)))
            throw new ResultsException(place, "a launch is empty or has a time that is no number of 0 or more.");
        if (units.Any(unit => unit is null || !IsTime(unit.BaselineNanoseconds) || !IsTime(unit.CandidateNanoseconds) || !(Math.Abs(unit.LogRatio) <= 50)))
            throw new ResultsException(place, "a unit has no two times and a logRatio.");
        if ((row.AllocatedBytes ?? []).Concat(row.BaselineAllocatedBytes ?? []).Any(bytes => !IsTime(bytes)))
            throw new ResultsException(place, "allocated bytes are no number of 0 or more.");
        if (units.Length > 0 && kind != ResultsKind.Paired)
            throw new ResultsException(place, "has units in a file that is not paired.");
        if (row.Failure is null && launches.Length == 0 && units.Length == 0)
            throw new ResultsException(place, "has neither launches nor units nor a failure.");

        return new Row
        {
            Id = new RowId(row.FullName, row.Job is { } job ? JobTraits.Restore(job.What ?? "", job.Length ?? "") : JobTraits.Default),
            Type = row.Type ?? "",
            Method = row.Method ?? row.FullName,
            Parameters = row.Parameters ?? "",
            Places = [place],
            Failure = row.Failure,
            // Compared with another run, the candidate of a pair counts like any launch.
            Launches = units.Length > 0 ? [.. units.Select(unit => new Launch([unit.CandidateNanoseconds]))] : [.. launches.Select(launch => new Launch(launch))],
            Units = units,
            AllocatedBytes = row.AllocatedBytes ?? [],
            BaselineAllocatedBytes = row.BaselineAllocatedBytes ?? [],
        };
    }

    private static bool IsTime(double value) => value is >= 0 and <= Limits.Largest;

    internal sealed record FileData(string? Schema, ResultsKind? Kind, RunEnvironment? Environment, IReadOnlyList<RowData>? Rows);

    internal sealed record JobData(string? What, string? Length);

    internal sealed class RowData
    {
        public string? FullName { get; set; }
        public JobData? Job { get; set; }
        public string? Type { get; set; }
        public string? Method { get; set; }
        public string? Parameters { get; set; }
        public string? Failure { get; set; }
        public double[][]? Launches { get; set; }
        public PairedUnit[]? Units { get; set; }
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
