using System.Text.RegularExpressions;

namespace Bench.Published;

// A namespace of benchmarks in a run. It is published as a whole, because compared figures must come from one run. Name is the last part of
// the namespace. Benchmarks is the number requested. Code identifies the code that the figures depend on, and is null without git. Files
// are the names of its tables in the results folder. Notes apply to all its tables. Files and Categories are empty before the run.
internal sealed partial record TopicRecord(
    string Name,
    int Benchmarks,
    string? Code,
    IReadOnlyList<string> Files,
    IReadOnlyList<string> Notes,
    IReadOnlyList<CategoryRecord> Categories
)
{
    // The record may have been edited. Only files in the results folder may be copied, and each must be a table.
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
