using Lab.Trials;

namespace Lab.Bisect;

/// <summary>A change in this repository's own history that its message or a published table mentions.</summary>
/// <param name="Benchmark">Its name at that commit.</param>
/// <param name="Before">How many commits before the change the search begins.</param>
/// <param name="After">How many commits after the change the search ends.</param>
/// <param name="Metric">The command's --metric: time or allocation.</param>
/// <param name="Variable">The variable, NAME=VALUE, without which the benchmark does not exist; null for none.</param>
internal sealed record KnownChange(string Benchmark, string Commit, int Before, int After, string Metric = "time", string? Variable = null)
{
    public int Commits => Before + After;

    public static IReadOnlyList<KnownChange> All() => DataFile.Read<KnownChange>("Bisect/known.json");

    /// <summary>The position of the first changed commit in the history or the reversed history.</summary>
    public int Position(bool isReverse) => isReverse ? After + 1 : Before;
}
