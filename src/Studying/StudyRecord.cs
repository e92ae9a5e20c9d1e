using System.Text.Json;
using System.Text.Json.Serialization;

namespace Bench.Studying;

/// <summary>What the machine did besides.</summary>
public enum Condition
{
    /// <summary>Nothing that the study knows of.</summary>
    Idle,

    /// <summary>One core was kept busy.</summary>
    OneCoreBusy,
}

/// <summary>What was put into the candidate.</summary>
/// <param name="Share">The share of invocations on which the body was called once more: 0.1 makes a row 10 % slower.</param>
/// <param name="Bytes">Bytes allocated for each operation besides.</param>
public sealed record Effect(double Share, int Bytes)
{
    /// <summary>Identical code.</summary>
    public static Effect None { get; } = new(0, 0);

    /// <inheritdoc/>
    public override string ToString() => Bytes > 0 ? FormattableString.Invariant($"+{Bytes} B") : Share > 0 ? FormattableString.Invariant($"+{Share * 100:0.#} %") : "identical";
}

/// <summary>A process pair as it was recorded.</summary>
/// <param name="Row">The row's full name.</param>
/// <param name="Condition">What the machine did besides.</param>
/// <param name="Effect">What was put into the candidate.</param>
/// <param name="Time">When the pair ended, UTC.</param>
/// <param name="BaselineFirst">Which side was started first.</param>
/// <param name="LogRatio">The natural logarithm of candidate / baseline.</param>
/// <param name="BaselineNanoseconds">The typical time of the baseline, ns an operation.</param>
/// <param name="CandidateNanoseconds">The typical time of the candidate.</param>
/// <param name="BaselineBytes">Bytes an operation; null where not counted.</param>
/// <param name="CandidateBytes">Bytes an operation of the candidate.</param>
/// <param name="Seconds">What the pair took.</param>
/// <param name="BaselineIterations">The slices of the baseline in order, joined to fifteen like iterations of an ordinary run, ns an operation.</param>
/// <param name="CandidateIterations">The same of the candidate.</param>
public sealed record StudyRecord(
    string Row, Condition Condition, Effect Effect, DateTime Time, bool BaselineFirst, double LogRatio, double BaselineNanoseconds, double CandidateNanoseconds,
    double? BaselineBytes, double? CandidateBytes, double Seconds, IReadOnlyList<double> BaselineIterations, IReadOnlyList<double> CandidateIterations);

/// <summary>The records of a study: a line each, so that a study can be interrupted and go on.</summary>
public static class StudyRecords
{
    /// <summary>Reads records.</summary>
    /// <param name="path">The file; one that does not exist has none.</param>
    /// <returns>The records in the order of the file.</returns>
    /// <exception cref="Results.ResultsException">A line is no record.</exception>
    public static IReadOnlyList<StudyRecord> Read(string path)
    {
        if (!File.Exists(path))
            return [];

        var records = new List<StudyRecord>();
        var lines = File.ReadAllLines(path);
        for (var i = 0; i < lines.Length; i++)
        {
            if (lines[i].Length == 0)
                continue;
            try
            {
                var record = JsonSerializer.Deserialize(lines[i], StudyContext.Default.StudyRecord);
                records.Add(record is not null && IsWhole(record) ? record : throw new JsonException());
            }
            catch (JsonException e)
            {
                // The last line may have been cut off when the study was killed.
                if (i < lines.Length - 1)
                    throw new Results.ResultsException(FormattableString.Invariant($"{path}, line {i + 1}"), "is no record of a study.", e);
            }
        }

        return records;
    }

    // Logarithms are taken of the times.
    private static bool IsWhole(StudyRecord record) =>
        record is { Row: not null, Effect: not null, BaselineIterations: { Count: > 0 } before, CandidateIterations: { Count: > 0 } after }
        && Enum.IsDefined(record.Condition) && IsTime(record.BaselineNanoseconds) && IsTime(record.CandidateNanoseconds) && Math.Abs(record.LogRatio) <= 50
        && record.Seconds is >= 0 and <= 1e6 && before.Concat(after).All(IsTime) && (record.BaselineBytes ?? 0) is >= 0 and <= Limit && (record.CandidateBytes ?? 0) is >= 0 and <= Limit
        && record.Effect is { Share: >= 0 and <= 100, Bytes: >= 0 };

    private const double Limit = 1e15;

    private static bool IsTime(double value) => value is > 1e-9 and <= Limit;

    /// <summary>Adds a record to the end of a file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="record">The record.</param>
    public static void Append(string path, StudyRecord record) => File.AppendAllText(path, JsonSerializer.Serialize(record, StudyContext.Default.StudyRecord) + "\n");
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, AllowDuplicateProperties = false, UseStringEnumConverter = true, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(StudyRecord))]
internal sealed partial class StudyContext : JsonSerializerContext;
