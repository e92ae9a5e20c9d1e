using Bench.Runner;

namespace Bench.Cli.Explain;

/// <param name="Text">The name, and whether it was changed, added or removed.</param>
/// <param name="Place">The file and first different line, in the candidate if it exists there; null if unknown.</param>
/// <param name="Lines">A diff; empty if the lines are the same or unknown.</param>
internal sealed record ExplainedChange(string Text, string? Place, IReadOnlyList<string> Lines)
{
    public static ExplainedChange Create(ChangedCode code)
    {
        var (before, after) = (code.Baseline?.Lines() ?? [], code.Candidate?.Lines() ?? []);
        var indent = before.Concat(after).Where(line => line.Trim().Length > 0).Select(Indent).DefaultIfEmpty().Min();
        return new(
            code.Text,
            code.Place is var (file, line) ? FormattableString.Invariant($"{file}:{line}") : null,
            before.SequenceEqual(after)
                ? []
                : [.. CodeDiff.Create(Without(before), Without(after), context: 1).SkipWhile(string.IsNullOrWhiteSpace)]
        );

        string[] Without(IReadOnlyList<string> lines) => [.. lines.Select(line => line[Math.Min(indent, line.Length)..])];
    }

    private static int Indent(string line) => line.Length - line.TrimStart().Length;
}
