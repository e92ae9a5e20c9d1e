using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Lab.Trials;

namespace Lab.LoadTrials;

/// <summary>The verdict of a check under load on one measure.</summary>
/// <param name="Ratio">Candidate / baseline, with the interval that decided. Less is better.</param>
/// <param name="Confidence">That of the interval: 0.95, or 0.9 if the measure is Equivalent; null in older records.</param>
internal sealed record JudgedMeasure(
    string Name,
    double Ratio,
    double? Lower,
    double? Upper,
    string Verdict,
    bool Fails,
    double? Confidence = null
);

/// <summary>The result and the time of a check of a known change under load.</summary>
/// <param name="Expected">The measures that must fail; empty if none may fail.</param>
/// <param name="Seconds">From the start of the command to its end, builds included.</param>
internal sealed record LoadRecord(
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
    /// <summary>It failed, and each changed measure is Regressed; or it passed, and nothing was changed.</summary>
    [JsonIgnore]
    public bool IsRight => Expected.Count == 0 ? ExitCode == 0 : FailsWith(one => one.Verdict == "Regressed");

    /// <summary>Each changed measure alone fails the check.</summary>
    [JsonIgnore]
    public bool IsRightByEach => FailsWith(one => one.Fails);

    private bool FailsWith(Func<JudgedMeasure, bool> isFound) =>
        ExitCode == 1 && Expected.All(name => Measures.Any(one => one.Name == name && isFound(one)));

    [JsonIgnore]
    public string Machine => IsBusy ? "one core busy" : "idle";

    public static LoadRecord Read(Change change, bool isBusy, BenchRun gate, string report, string command, string commit)
    {
        var judged = JsonNode.Parse(File.ReadAllText(report))!["benchmarks"]!.AsArray();
        return new LoadRecord(
            change.Name,
            change.Measures,
            isBusy,
            gate.ExitCode,
            gate.Seconds,
            [.. judged.Select(measure => Measure(change, measure!))],
            command,
            commit
        );
    }

    private static JudgedMeasure Measure(Change change, JsonNode measure)
    {
        // Without a figure, this trial would test nothing.
        var time = measure["time"] ?? throw new BenchException($"{change.Name}: {measure["fullName"]} was not measured.");
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
