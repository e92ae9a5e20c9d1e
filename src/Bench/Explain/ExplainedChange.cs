using Bench.Runner;

namespace Bench.Explain;

/// <summary>Code that changed and runs, as its sources have it.</summary>
/// <param name="Text">What it is, and what became of it.</param>
/// <param name="Place">File and first line that differs, in the candidate where it is there; null where that is not known.</param>
/// <param name="Lines">How its lines differ, as a diff; none where they do not, or are not known.</param>
internal sealed record ExplainedChange(string Text, string? Place, IReadOnlyList<string> Lines)
{
    public static ExplainedChange Create(ChangedCode code)
    {
        var (before, after) = (code.Baseline?.Lines() ?? [], code.Candidate?.Lines() ?? []);
        var indent = before.Concat(after).Where(line => line.Trim().Length > 0).Select(Indent).DefaultIfEmpty().Min();
        return new(
            code.Text,
            (code.Candidate ?? code.Baseline) is { } place ? $"{place.Name}:{place.First + FirstDifference(before, after)}" : null,
            before.SequenceEqual(after)
                ? []
                : [.. CodeDiff.Create(Without(before), Without(after), context: 1).SkipWhile(string.IsNullOrWhiteSpace)]
        );

        string[] Without(IReadOnlyList<string> lines) => [.. lines.Select(line => line[Math.Min(indent, line.Length)..])];
    }

    // Both have the line before their first one, unless it is the first of the file.
    private static int FirstDifference(IReadOnlyList<string> before, IReadOnlyList<string> after) =>
        before.Count == 0 || after.Count == 0 || before.SequenceEqual(after)
            ? 0
            : Math.Max(0, before.Zip(after).TakeWhile(lines => lines.First == lines.Second).Count() - 1);

    private static int Indent(string line) => line.Length - line.TrimStart().Length;
}
