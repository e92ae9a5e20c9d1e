using Lab.Trials;

namespace Lab.LoadTrials;

/// <summary>A known change of a sample.</summary>
/// <param name="Measures">The measures that it makes worse; empty for none.</param>
/// <param name="Before">The edits that are committed as the baseline.</param>
/// <param name="After">The edits of the work tree.</param>
internal sealed record Change(
    string Name,
    IReadOnlyList<string> Measures,
    string Sample,
    string Path,
    IReadOnlyList<Edit> Before,
    IReadOnlyList<Edit> After
)
{
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
