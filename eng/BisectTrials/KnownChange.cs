using System.Text.Json;

namespace BisectTrials;

/// <summary>A change of this repository's own history that its message or a published table tells of.</summary>
/// <param name="Benchmark">Its name as of that commit.</param>
/// <param name="Before">How many commits before it the search begins.</param>
/// <param name="After">How many after it the search ends.</param>
/// <param name="Metric">By what the command compares: time, or allocation.</param>
/// <param name="Variable">NAME=VALUE, with which the benchmark exists; null where none is needed.</param>
internal sealed record KnownChange(string Benchmark, string Commit, int Before, int After, string Metric = "time", string? Variable = null)
{
    private static readonly JsonSerializerOptions Format = new(JsonSerializerDefaults.Web);

    public int Commits => Before + After;

    public static KnownChange[] All() =>
        JsonSerializer.Deserialize<KnownChange[]>(File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "known.json")), Format)!;

    /// <summary>The first commit that is changed, where the history begins with its oldest, or with its newest.</summary>
    public int Position(bool isReverse) => isReverse ? After + 1 : Before;
}
