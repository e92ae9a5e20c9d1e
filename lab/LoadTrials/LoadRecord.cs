using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Bench.Eng;

namespace LoadTrials;

/// <summary>The verdict of a check under load on one measure.</summary>
/// <param name="Ratio">Candidate / baseline (lower is better), with the interval that decided.</param>
/// <param name="Confidence">The interval's level: 0.95, or 0.9 if the measure is Equivalent; null in older records.</param>
internal sealed record JudgedMeasure(
    string Name,
    double Ratio,
    double? Lower,
    double? Upper,
    string Verdict,
    bool Fails,
    double? Confidence = null
);

/// <summary>The result of a check of a known change under load, and its cost.</summary>
/// <param name="Expected">The measures that must fail; empty if none may fail.</param>
/// <param name="Seconds">The time of the whole command, including builds.</param>
internal sealed record TrialRecord(
    string Change,
    IReadOnlyList<string> Expected,
    bool IsBusy,
    int ExitCode,
    double Seconds,
    IReadOnlyList<JudgedMeasure> Measures,
    string Command,
    string Commit
)
{
    /// <summary>
    /// Whether it failed with all changed measures Regressed, or passed if none was changed. Inconclusive is neither right nor wrong.
    /// </summary>
    [JsonIgnore]
    public bool IsRight => Expected.Count == 0 ? ExitCode == 0 : FailsWith(one => one.Verdict == "Regressed");

    [JsonIgnore]
    public bool IsRightByEach => FailsWith(one => one.Fails);

    private bool FailsWith(Func<JudgedMeasure, bool> isFound) =>
        ExitCode == 1 && Expected.All(name => Measures.Any(one => one.Name == name && isFound(one)));

    [JsonIgnore]
    public string Machine => IsBusy ? "one core busy" : "idle";

    public static string CommandOf(IEnumerable<string> arguments) => $"bench {string.Join(' ', arguments)}";

    public static TrialRecord Read(
        Change change,
        bool isBusy,
        int exitCode,
        TimeSpan time,
        string report,
        IEnumerable<string> arguments,
        string commit
    )
    {
        var judged = JsonNode.Parse(File.ReadAllText(report))!["rows"]!.AsArray();
        return new TrialRecord(
            change.Name,
            change.Measures,
            isBusy,
            exitCode,
            Math.Round(time.TotalSeconds),
            [.. judged.Select(measure => Measure(change, measure!))],
            CommandOf(arguments),
            commit
        );
    }

    public static IReadOnlyList<TrialRecord> ReadAll(string path) => JsonLines.ReadAll<TrialRecord>(path);

    public void AppendTo(string path) => JsonLines.Append(path, this);

    private static JudgedMeasure Measure(Change change, JsonNode measure)
    {
        // Without a figure, for instance if both builds run the same code, the trial would show nothing.
        var time = measure["time"] ?? throw new InvalidOperationException($"{change.Name}: {measure["fullName"]} was not measured.");
        return new JudgedMeasure(
            ((string)measure["fullName"]!).Split('.')[^1],
            (double)time["ratio"]!,
            (double?)time["lower"],
            (double?)time["upper"],
            (string)time["verdict"]!,
            (bool)time["fails"]!,
            (double?)time["confidence"]
        );
    }
}
