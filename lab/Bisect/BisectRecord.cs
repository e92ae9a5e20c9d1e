namespace Lab.Bisect;

/// <summary>The result and the time of a bisection of a known history.</summary>
/// <param name="Position">The commit from which on the benchmark is slower, of <paramref name="Commits"/>; null for none.</param>
/// <param name="Found">The positions that the report names; 0 for an unknown commit.</param>
/// <param name="Seconds">From the start of the command to its end, builds included.</param>
/// <param name="Ratio">The ratio of both ends, as in the report.</param>
/// <param name="Head">The commit whose history was searched, with its own <c>bench</c>.</param>
/// <param name="Known">The change of that history and the order; null if the change was written into it.</param>
/// <param name="Open">The positions that the report names next to it, as commits without a result.</param>
internal sealed record BisectRecord(
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
    /// <summary>It names the commit and no other, or nothing if nothing changed.</summary>
    public bool IsRight => ExitCode == 0 && (Position is { } position ? Found is [var found] && found == position : Found.Count == 0);

    /// <summary>It names several commits, and one of them is the right one.</summary>
    public bool IsAmongSeveral =>
        ExitCode == 3
        && Open is { Count: > 0 }
        && Position is { } position
        && Found is [var found]
        && Open.Append(found).Contains(position);
}
