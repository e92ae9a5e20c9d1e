using System.Text.Json;
using Bench.Results;

namespace Lab.Study;

// One record per line, so that an interrupted study can continue.
internal static class StudyRecords
{
    public static IReadOnlyList<StudyRecord> Read(string path)
    {
        if (!File.Exists(path))
            return [];

        var records = new List<StudyRecord>();
        var lines = new InputFile(path, path).ReadLines();
        for (var i = 0; i < lines.Count; i++)
        {
            if (lines[i].Length == 0)
                continue;
            if (Parse(lines[i]) is { } record)
                records.Add(record);
            // The last line may be incomplete if the study was killed.
            else if (i < lines.Count - 1)
                throw new ResultsException(FormattableString.Invariant($"{path}, line {i + 1}"), "is not a record of a study.");
        }

        return records;
    }

    /// <summary>Reads a file in order to add records to it.</summary>
    public static IReadOnlyList<StudyRecord> Open(string path)
    {
        // Damage before the end of the file is an error: Read throws, and nothing is cut off.
        var records = Read(path);
        return File.Exists(path) ? AppendedLines.Open(path, Parse) : records;
    }

    private static StudyRecord? Parse(string line)
    {
        try
        {
            return JsonSerializer.Deserialize(line, StudyContext.Default.StudyRecord) is { } record && IsWhole(record) ? record : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    // Logarithms are taken of the times, so they must be positive.
    private static bool IsWhole(StudyRecord record) =>
        record
            is
        {
            Benchmark: not null,
            Effect: not null,
            BaselineIterations: { Count: > 0 } before,
            CandidateIterations: { Count: > 0 } after
        }
        && Enum.IsDefined(record.Condition)
        && IsTime(record.BaselineNanoseconds)
        && IsTime(record.CandidateNanoseconds)
        && Math.Abs(record.LogRatio) <= 50
        && record.Seconds is >= 0 and <= 1e6
        && before.Concat(after).All(IsTime)
        && (record.BaselineBytes ?? 0) is >= 0 and <= Limit
        && (record.CandidateBytes ?? 0) is >= 0 and <= Limit
        && record.Effect is { Share: >= 0 and <= 100, Bytes: >= 0 };

    private const double Limit = 1e15;

    private static bool IsTime(double value) => value is > 1e-9 and <= Limit;

    public static void Append(string path, StudyRecord record) =>
        File.AppendAllText(path, JsonSerializer.Serialize(record, StudyContext.Default.StudyRecord) + "\n");
}
