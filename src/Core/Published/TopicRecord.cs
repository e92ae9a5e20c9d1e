using System.Text.RegularExpressions;

namespace Bench.Published;

/// <summary>A namespace of benchmarks in a run: what is published together, because what is compared must come from one run.</summary>
/// <param name="Name">The last part of the namespace.</param>
/// <param name="Benchmarks">How many benchmarks of it were asked for.</param>
/// <param name="Code">What identifies the code that its figures depend on; null without git.</param>
/// <param name="Files">The names of its tables in the results folder; none before the run.</param>
/// <param name="Notes">What a reader must know beside the figures of all its tables.</param>
/// <param name="Categories">What was measured; none before the run.</param>
internal sealed partial record TopicRecord(
    string Name,
    int Benchmarks,
    string? Code,
    IReadOnlyList<string> Files,
    IReadOnlyList<string> Notes,
    IReadOnlyList<CategoryRecord> Categories
)
{
    // The record may have been edited: nothing outside the results folder is copied, and nothing is replaced by less than a table.
    public bool IsPlausible() =>
        SafeName().IsMatch(Name)
        && Files.All(file =>
            file is { Length: > 0 } && file == Path.GetFileName(file) && file.Contains("-report", StringComparison.Ordinal)
        )
        && Files.Distinct(StringComparer.OrdinalIgnoreCase).Count() == Files.Count
        && Files.Any(file => file.EndsWith("-report-github.md", StringComparison.Ordinal))
        && Categories.All(category => category is not null && category.IsPlausible());

    [GeneratedRegex(@"\A[A-Za-z][A-Za-z0-9_]{0,50}\z")]
    private static partial Regex SafeName();
}
