namespace Lab.Bisect;

/// <summary>What a bisection of a known history said, and what it cost.</summary>
/// <param name="Position">The commit from which on the benchmark is slower, of <paramref name="Commits"/>; null where none is.</param>
/// <param name="Found">The positions that the report names; 0 for a commit that is none of them.</param>
/// <param name="Seconds">From the start of the command to its end, builds included.</param>
/// <param name="Ratio">What the report says of both ends.</param>
/// <param name="Head">The commit whose history it was, and whose <c>bench</c>.</param>
/// <param name="Known">Which change of that history it is, and in which order; null where one was written into it.</param>
/// <param name="Open">The positions that the report names beside it, as commits that say nothing.</param>
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
    /// <summary>Whether it names the commit and no other, or nothing where nothing changed.</summary>
    public bool IsRight => ExitCode == 0 && (Position is { } position ? Found is [var found] && found == position : Found.Count == 0);

    /// <summary>Whether it leaves open which of several commits did it, and this one is among them.</summary>
    public bool IsAmongSeveral =>
        ExitCode == 3
        && Open is { Count: > 0 }
        && Position is { } position
        && Found is [var found]
        && Open.Append(found).Contains(position);
}
