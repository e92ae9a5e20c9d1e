using Bench.Runner;

namespace Bench.Explain;

/// <summary>Code that changed and runs, as its sources have it.</summary>
/// <param name="Text">What it is, and what became of it.</param>
/// <param name="Place">File and line, in the candidate where it is there; null where that is not known.</param>
/// <param name="Lines">How its lines differ, as a diff; none where they do not, or are not known.</param>
internal sealed record ExplainedChange(string Text, string? Place, IReadOnlyList<string> Lines)
{
    public static ExplainedChange Create(ChangedCode code)
    {
        var (before, after) = (code.Baseline?.Lines() ?? [], code.Candidate?.Lines() ?? []);
        var indent = before.Concat(after).Where(line => line.Trim().Length > 0).Select(Indent).DefaultIfEmpty().Min();
        return new(
            code.Text,
            (code.Candidate ?? code.Baseline) is { } place ? $"{place.Name}:{place.First}" : null,
            before.SequenceEqual(after)
                ? []
                : [.. CodeDiff.Create(Without(before), Without(after), context: 1).SkipWhile(string.IsNullOrWhiteSpace)]
        );

        string[] Without(IReadOnlyList<string> lines) => [.. lines.Select(line => line[Math.Min(indent, line.Length)..])];
    }

    private static int Indent(string line) => line.Length - line.TrimStart().Length;
}
