using Bench.Eng;

namespace BisectTrials;

/// <summary>The result of a bisection of a known history, and its cost.</summary>
/// <param name="Position">The first slower commit of <paramref name="Commits"/>; null for none.</param>
/// <param name="Found">The positions that the report names; 0 for any other commit.</param>
/// <param name="Seconds">The time of the whole command, including builds.</param>
/// <param name="Ratio">The reported ratio between both ends.</param>
/// <param name="Head">The commit whose history was searched, and whose <c>bench</c> searched it.</param>
/// <param name="Known">The known change and the order of the history; null for an injected change.</param>
/// <param name="Open">Other positions that the report names because their commits could not be measured.</param>
internal sealed record TrialRecord(
    string Benchmark,
    int Commits,
    int? Position,
    IReadOnlyList<int> Found,
    int ExitCode,
    double Seconds,
    string Ratio,
    string Head,
    string? Known = null,
    IReadOnlyList<int>? Open = null
)
{
    /// <summary>Whether it names only the changed commit, or none if nothing changed.</summary>
    public bool IsRight => ExitCode == 0 && (Position is { } position ? Found is [var found] && found == position : Found.Count == 0);

    /// <summary>Whether it could not choose between several commits, and the changed one is among them.</summary>
    public bool IsAmongSeveral =>
        ExitCode == 3
        && Open is { Count: > 0 }
        && Position is { } position
        && Found is [var found]
        && Open.Append(found).Contains(position);

    public static IReadOnlyList<TrialRecord> ReadAll(string path) => JsonLines.ReadAll<TrialRecord>(path);

    public void AppendTo(string path) => JsonLines.Append(path, this);
}
