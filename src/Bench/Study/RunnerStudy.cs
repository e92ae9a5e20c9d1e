using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Results;

namespace Bench.Study;

/// <summary>What one study of a type of machine found, in few enough figures that a repository can keep one of each week.</summary>
/// <param name="Runner">The type of machine, as a workflow names it.</param>
/// <param name="FailedChecks">Of <paramref name="Checks"/> replayed checks of identical code.</param>
/// <param name="Undecided">The share of benchmarks of identical code that stayed Inconclusive.</param>
/// <param name="Commit">The commit whose benchmarks were measured; null where it is not known.</param>
internal sealed record RunnerStudy(
    string Runner,
    DateTime Date,
    RunEnvironment Environment,
    int Benchmarks,
    int Pairs,
    double Margin,
    int FailedChecks,
    int Checks,
    double Undecided,
    IReadOnlyList<RunnerDetection> Detections,
    string? Commit = null
)
{
    private const double LargestCount = 1e9;

    /// <summary>What is kept of a study.</summary>
    public static RunnerStudy Create(StudyResult result, string runner, string? commit, DateTime date)
    {
        var idle = result.FalsePositives.First(cell => cell.Condition == Condition.Idle);
        return new RunnerStudy(
            runner,
            date,
            result.Environment,
            result.Benchmarks,
            result.Pairs,
            result.Margin,
            idle.Checks.Hits,
            idle.Checks.Count,
            idle.Undecided.Share,
            [
                .. result
                    .Power.Where(detection => detection.Margin == result.Margin && detection.Share > 0 && detection.Found.Count > 0)
                    .DistinctBy(detection => detection.Share)
                    .Select(detection => new RunnerDetection(
                        detection.Share,
                        detection.Found.Hits,
                        detection.Found.Count,
                        detection.Measured
                    )),
            ],
            commit
        );
    }

    /// <summary>Adds it to the end of a file.</summary>
    /// <exception cref="ResultsException">The file holds something else.</exception>
    public void AppendTo(string file)
    {
        EnsureRecord(file);
        if (File.Exists(file))
            AppendedLines.Open(file, Parse);
        File.AppendAllText(file, ToLine() + "\n");
    }

    public string ToLine() => JsonSerializer.Serialize(this, RunnerStudyContext.Default.RunnerStudy);

    /// <summary>Refuses a file that holds something else than studies; its last line may have been cut off.</summary>
    public static void EnsureRecord(string file)
    {
        var lines = File.Exists(file) ? new InputFile(file, file).ReadLines() : [];
        for (var i = 0; i < lines.Count; i++)
        {
            // A whole object is something that somebody keeps there, at the end as well.
            if (!string.IsNullOrWhiteSpace(lines[i]) && Parse(lines[i]) is null && (i < lines.Count - 1 || IsJson(lines[i])))
                throw NoStudy(file, i + 1);
        }
    }

    /// <summary>Reads a file of such lines.</summary>
    /// <exception cref="ResultsException">There is none, or a line is something else.</exception>
    public static IReadOnlyList<RunnerStudy> Read(string file)
    {
        if (!File.Exists(file))
            throw new ResultsException(file, "is not there: bench study --append makes it.");
        var studies = new List<RunnerStudy>();
        var number = 0;
        foreach (var line in new InputFile(file, file).ReadLines())
        {
            number++;
            if (line.Length == 0)
                continue;
            studies.Add(Parse(line) ?? throw NoStudy(file, number));
        }

        return studies.Count > 0 ? studies : throw new ResultsException(file, "has no study.");
    }

    private static ResultsException NoStudy(string file, int line) =>
        new(FormattableString.Invariant($"{file}, line {line}"), "is no study.");

    private static bool IsJson(string line)
    {
        try
        {
            using var document = JsonDocument.Parse(line);
            return true;
        }
        catch (JsonException)
        {
            return false;
        }
    }

    private static RunnerStudy? Parse(string line)
    {
        try
        {
            return JsonSerializer.Deserialize(line, RunnerStudyContext.Default.RunnerStudy) is { } study && study.IsWhole() ? study : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private bool IsWhole() =>
        Runner.Length > 0
        && Benchmarks is > 0 and < (int)LargestCount
        && Pairs is > 0 and < (int)LargestCount
        && Margin is > 0 and < 10
        && IsShare(FailedChecks, Checks)
        && Undecided is >= 0 and <= 1
        && Detections.All(detection =>
            detection is { Share: > 0 and < 100, Measured: > -1 and < 1e6 } && IsShare(detection.Found, detection.Of)
        );

    private static bool IsShare(int hits, int count) => hits >= 0 && hits <= count && count is > 0 and < (int)LargestCount;
}

/// <summary>How many of the benchmarks that were made slower a check failed for.</summary>
/// <param name="Share">By how much they were made slower.</param>
/// <param name="Measured">By how much the median one was, as measured.</param>
internal sealed record RunnerDetection(double Share, int Found, int Of, double Measured);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    AllowDuplicateProperties = false,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true
)]
[JsonSerializable(typeof(RunnerStudy))]
internal sealed partial class RunnerStudyContext : JsonSerializerContext;
