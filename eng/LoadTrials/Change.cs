using System.Text.Json;
using Bench.Eng;

namespace LoadTrials;

/// <summary>A known change of a sample.</summary>
/// <param name="Measures">What it makes worse; none where it costs nothing.</param>
/// <param name="Before">What is committed as the baseline.</param>
/// <param name="After">What changes in the work tree.</param>
internal sealed record Change(
    string Name,
    IReadOnlyList<string> Measures,
    string Sample,
    string Path,
    IReadOnlyList<Edit> Before,
    IReadOnlyList<Edit> After
)
{
    public static IReadOnlyList<Change> All() =>
        JsonSerializer.Deserialize<Change[]>(
            File.ReadAllText(System.IO.Path.Combine(AppContext.BaseDirectory, "changes.json")),
            new JsonSerializerOptions(JsonSerializerDefaults.Web)
        )!;

    public void Make(ThrowAwayClone clone)
    {
        foreach (var edit in Before)
            edit.Make(clone.Root);
        if (Before.Count > 0)
            clone.CommitAll("What is compared with");
        foreach (var edit in After)
            edit.Make(clone.Root);
    }
}
