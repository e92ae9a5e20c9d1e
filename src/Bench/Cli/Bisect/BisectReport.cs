using System.Text;
using Bench.Reports;
using Bench.Results;
using Bench.Runner;

namespace Bench.Cli.Bisect;

internal static class BisectReport
{
    private const int MaxListed = 8;

    /// <param name="options">The options with which <c>bench explain</c> measures the same program, each with a leading space.</param>
    public static string Render(
        IReadOnlyList<BisectedBenchmark> benchmarks,
        IReadOnlyList<NotSearched> leftOut,
        BisectHistory history,
        bool isOfAllocation,
        string options
    )
    {
        var page = new StringBuilder();
        var unrelated = history.All.Count - history.Path.Count;
        page.Line($"# Bisected\n");
        page.Line(
            $"From {history.Good.Name} to {history.Bad.Name}: {history.All.Count - 1} {(history.All.Count == 2 ? "commit" : "commits")}{(unrelated > 0 ? FormattableString.Invariant($", {unrelated} of which {(unrelated == 1 ? "changes" : "change")} no file of the program's projects") : "")}. {(isOfAllocation ? "Allocated bytes" : $"Time, margin {string.Join(", ", benchmarks.Select(MarginOf).Distinct())}")}."
        );
        if (leftOut.Count > 0)
            page.Line($"\nNot searched: {ListOf([.. leftOut.Select(one => Cell(one.ToString()))])}.");
        foreach (var benchmark in benchmarks)
            Render(page, benchmark, history, options);
        return page.ToString();
    }

    public static string Narrowed(BenchmarkId benchmark, OpenRange range) =>
        FormattableString.Invariant(
            $"So far: {benchmark} changed {(range.Commits == 1 ? $"at {range.After.Name}" : $"in the {range.Commits} commits after {range.Before.Name}, up to {range.After.Name}")}: {Sentence(range.Comparison, range.Before.Name)}."
        );

    private static void Render(StringBuilder page, BisectedBenchmark benchmark, BisectHistory history, string options)
    {
        page.Line($"\n## {MarkdownText.Cell(benchmark.Id.ToString())}\n");
        if (benchmark.Whole is not { } whole)
            page.Line($"Not compared: {MarkdownText.Cell(benchmark.Failure ?? "")}.");
        else if (benchmark.IsUndecided)
            page.Line(
                $"**Undecided**: {history.Bad.Name} is {Ratio(whole)} of {history.Good.Name} after {whole.Replicates} replicates, and this interval includes the margin. {Remedy(benchmark, whole)}"
            );
        else if (benchmark.Steps.Count == 0)
            page.Line(
                $"No difference{(whole.Replicates == 0 ? ": both ends run the same code" : BytesOf(whole) is { } bytes ? $": {bytes}" : $" beyond the margin: {Ratio(whole)}")}."
            );
        else
            RenderSteps(page, benchmark, whole, history, options);
    }

    private static void RenderSteps(
        StringBuilder page,
        BisectedBenchmark benchmark,
        CommitComparison whole,
        BisectHistory history,
        string options
    )
    {
        page.Line($"{history.Bad.Name}{(whole.BytesBefore is null ? " is" : ":")} {Sentence(whole, history.Good.Name)}.");
        foreach (var step in benchmark.Steps)
            Render(page, step, options);
        page.Line($"\nComparisons: {benchmark.Measured.Measured} measured, {benchmark.Measured.Proven} proven to run the same code.");
        if (benchmark.NotExcluded.Count > 0)
            page.Line(
                $"\nAnother change is possible: {ListOf([.. benchmark.NotExcluded.Select(open => FormattableString.Invariant($"{open.After.Name} is {Sentence(open.Comparison, open.Before.Name)}, {CountText.Of(open.Commits, "commit")}"))])}."
            );
        if (benchmark.Skipped.Count > 0)
            page.Line(
                $"\nSkipped: {ListOf([.. benchmark.Skipped.Select(skipped => $"{skipped.Key.Name} ({MarkdownText.Cell(skipped.Value)})")])}."
            );
    }

    private static void Render(StringBuilder page, BisectedStep step, string options)
    {
        var (before, after) = (step.Before, step.After);
        if (!step.IsDecided)
        {
            page.Line(
                $"\n**{Sentence(step.Comparison, before.Name)}** at {after.Name}, in {step.Between.Count + 1} commits. No difference between these is significant."
            );
            return;
        }

        page.Line($"\n**{after.Name}** {MarkdownText.Cell(after.Subject)}\n");
        if (after.Hash is not null)
            page.Line($"- {MarkdownText.Cell(after.Author)}, {after.Date}");
        page.Line(
            $"- {Sentence(step.Comparison, before.Name)}{(step.IsBesideBranches ? ", which the changes on the merged branch above do not explain" : "")}"
        );
        if (step.Between.Count > 0)
            page.Line(
                $"- or {(step.Between.Count == 1 ? "the commit before it, which has no result" : $"one of the {step.Between.Count} commits before it, which have no result")}: {string.Join(", ", step.Between.Select(commit => commit.Name))}"
            );
        foreach (var (tip, reason) in step.Unsearched)
            page.Line($"- or a commit of the merged branch of {tip.Name}, which was not searched: {MarkdownText.Cell(reason)}");
        if (step.Change is not null)
            page.Line($"- {MarkdownText.Cell(step.Change)}");
        if (step.Name is not null)
            page.Line(
                $"\nSee why:\n\n```\n{(after.Hash is null ? "" : $"git checkout --detach {after.Name} && ")}bench explain {ShellText.Argument(step.Name)} --baseline {before.Name} --baseline-exact{options}\n```"
            );
    }

    private static string MarginOf(BisectedBenchmark benchmark) =>
        Figures.Percent(benchmark.Margin) + (benchmark.IsOfNoiseFloor ? " by the noise floor" : "");

    public static string ListOf(IReadOnlyCollection<string> all) =>
        string.Join("; ", all.Take(MaxListed))
        + (all.Count > MaxListed ? FormattableString.Invariant($"; and {all.Count - MaxListed} more") : "");

    // The stars of a filter are not emphasis.
    private static string Cell(string text) => MarkdownText.Cell(text).Replace("*", @"\*", StringComparison.Ordinal);

    // Suggests margins just outside the interval, so they are rounded away from it. A smaller margin has no effect below the noise floor.
    private static string Remedy(BisectedBenchmark benchmark, CommitComparison whole)
    {
        var (lower, upper) = (Math.Abs(whole.Lower), Math.Abs(whole.Upper));
        var (low, high) = (Math.Exp(Math.Min(lower, upper)) - 1, Math.Exp(Math.Max(lower, upper)) - 1);
        var (smaller, larger) = (Math.Floor((low * 1000) + 1e-9) / 1000, Math.Ceiling((high * 1000) - 1e-9) / 1000);
        var isSmallerOne = whole.IsChange && smaller > 0 && !benchmark.IsOfNoiseFloor;
        return $"A quieter machine would narrow the interval. With {Margin(larger)}, it would not count as a change{(isSmallerOne ? $"; with {Margin(smaller)}, it would" : "")}.";

        string Margin(double share) =>
            benchmark.IsMarginOfRule ? $"a rule with a margin of {Figures.Percent(share)}" : $"`--margin {Figures.Percent(share)}`";
    }

    private static string Sentence(CommitComparison comparison, string before) =>
        comparison is not { BytesBefore: { } first, BytesAfter: { } second }
            ? $"{Ratio(comparison)} of {before}"
            // There is no ratio to zero bytes.
            : $"{Bytes(second)} instead of {Bytes(first)}{(first > 0 ? FormattableString.Invariant($" ({second / first:0.000}x)") : "")}";

    private static string? BytesOf(CommitComparison comparison) =>
        comparison is { BytesBefore: { } first, BytesAfter: { } second }
            ? string.Join(" and ", new[] { first, second }.Select(Bytes).Distinct())
            : null;

    private static string Bytes(double bytes) => FormattableString.Invariant($"{bytes:#,0.##} B");

    private static string Ratio(CommitComparison comparison) =>
        FormattableString.Invariant(
            $"{Math.Exp(comparison.LogRatio):0.000}x ({Math.Exp(comparison.Lower):0.000}-{Math.Exp(comparison.Upper):0.000})"
        );
}
