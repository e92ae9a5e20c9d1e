using System.Text;
using Bench.Reports;
using Bench.Runner;

namespace Bench.Bisect;

/// <summary>What a bisection found, as Markdown for an issue.</summary>
internal static class BisectReport
{
    private const int MaxSkipped = 8;

    /// <param name="commits">How many commits lie between, and how many of them can't have changed the program.</param>
    public static string Render(
        IReadOnlyList<BisectedBenchmark> benchmarks,
        IReadOnlyList<PathCommit> path,
        (int All, int Unrelated) commits,
        bool isOfAllocation,
        double margin
    )
    {
        var page = new StringBuilder();
        page.Line($"# Bisected\n");
        page.Line(
            $"From {path[0].Name} to {path[^1].Name}: {commits.All} commits{(commits.Unrelated > 0 ? FormattableString.Invariant($", {commits.Unrelated} of which change nothing that the program is built from") : "")}. {(isOfAllocation ? "Allocated bytes" : $"Time, margin {Figures.Percent(margin)}")}."
        );
        foreach (var benchmark in benchmarks)
            Render(page, benchmark, path, isOfAllocation);
        return page.ToString();
    }

    private static void Render(StringBuilder page, BisectedBenchmark benchmark, IReadOnlyList<PathCommit> path, bool isOfAllocation)
    {
        page.Line($"\n## {MarkdownText.Cell(benchmark.Id.ToString())}\n");
        if (benchmark.Whole is not { } whole)
        {
            page.Line($"Not compared: {MarkdownText.Cell(benchmark.Failure ?? "")}.");
            return;
        }

        if (benchmark.Steps.Count == 0)
        {
            page.Line(
                $"No difference{(whole.Replicates == 0 ? ": both ends run the same code" : isOfAllocation ? "" : $" beyond the margin: {Ratio(whole)}")}."
            );
            return;
        }

        page.Line($"{path[^1].Name}: {Sentence(whole, path[0].Name)}.");
        foreach (var (step, change) in benchmark.Steps)
            Render(page, benchmark, step, change, path);
        page.Line(
            $"\n{benchmark.Measured.Measured} comparisons were measured, {benchmark.Measured.Proven} are proven to be of the same code."
        );
        if (benchmark.Skipped.Count > 0)
            page.Line(
                $"\nSkipped: {string.Join("; ", benchmark.Skipped.Take(MaxSkipped).Select(skipped => $"{skipped.Key.Name} ({MarkdownText.Cell(skipped.Value)})"))}{(benchmark.Skipped.Count > MaxSkipped ? FormattableString.Invariant($"; and {benchmark.Skipped.Count - MaxSkipped} more") : "")}."
            );
    }

    private static void Render(
        StringBuilder page,
        BisectedBenchmark benchmark,
        FoundStep step,
        string? change,
        IReadOnlyList<PathCommit> path
    )
    {
        var (before, after) = (path[step.Before], path[step.After]);
        if (!step.IsDecided)
        {
            page.Line(
                $"\n**{Sentence(step.Comparison, before.Name)}** at {after.Name}, in {step.After - step.Before} commits, none of which is beyond the margin alone."
            );
            return;
        }

        page.Line($"\n**{after.Name}** {MarkdownText.Cell(after.Subject)}\n");
        if (after.Hash is not null)
            page.Line($"- {MarkdownText.Cell(after.Author)}, {after.Date}");
        page.Line($"- {Sentence(step.Comparison, before.Name)}");
        if (step.After - step.Before > 1)
            page.Line(
                $"- or one of the {step.After - step.Before - 1} commits before it, which say nothing: {string.Join(", ", path.Skip(step.Before + 1).Take(step.After - step.Before - 1).Select(commit => commit.Name))}"
            );
        if (change is not null)
            page.Line($"- {MarkdownText.Cell(change)}");
        page.Line(
            $"- `{(after.Hash is null ? "" : $"git checkout --detach {after.Name} && ")}bench explain {ShellText.Argument(benchmark.Id.FullName)} --baseline {before.Name} --baseline-exact`"
        );
    }

    private static string Sentence(CommitComparison comparison, string before) =>
        comparison is not { BytesBefore: { } first, BytesAfter: { } second }
            ? $"{Ratio(comparison)} of {before}"
            // What allocates nothing has no ratio.
            : FormattableString.Invariant($"{second:#,0.##} B instead of {first:#,0.##} B{(first > 0 ? $" ({second / first:0.000}x)" : "")}");

    private static string Ratio(CommitComparison comparison) =>
        FormattableString.Invariant(
            $"{Math.Exp(comparison.LogRatio):0.000}x ({Math.Exp(comparison.Lower):0.000}-{Math.Exp(comparison.Upper):0.000})"
        );
}
