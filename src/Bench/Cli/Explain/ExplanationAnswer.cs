using System.Globalization;
using System.Text;
using Bench.Reports;

namespace Bench.Cli.Explain;

// The answer is short so that it gets read. It lists the program's methods first, then packages, then the framework.
internal static class ExplanationAnswer
{
    // A method is named if its time changed by at least this share of the longer total time.
    private const double MinShare = 0.02;

    // Bytes per operation. The smallest object has 24 bytes, so samples show nothing below that.
    private const double MinBytes = 24;

    private const int MaxOwn = 6;
    private const int MaxOthers = 2;
    private const int MaxInlinings = 3;
    private const int MaxTypes = 3;
    private const int MaxChanges = 3;
    private const int MaxLines = 20;

    public static string Render(Explanation explanation, bool isWhole)
    {
        var page = new StringBuilder("### What changed\n\n");
        Change[] changes = [.. Changes(explanation).Where(change => change.Size >= MinShare)];
        Code(page, explanation.ChangedCode, changes, isWhole);
        Times(page, explanation, changes);
        Inlinings(page, explanation);
        Allocations(page, explanation);
        return page.ToString();
    }

    private static void Code(StringBuilder page, IReadOnlyList<ExplainedChange> code, Change[] changes, bool isWhole)
    {
        if (code.Count == 0)
            return;
        page.Append(
            "Changed code that this benchmark runs. Code that takes more time comes first, then code nearest to the benchmark:\n\n"
        );
        (ExplainedChange Code, Change? Time)[] changed =
        [
            .. code.Select(one => (Code: one, Time: TimeOf(one, changes)))
                .OrderByDescending(one => one.Time is { } time ? time.After - time.Before : 0),
        ];
        var shown = isWhole ? changed : [.. changed.Take(MaxChanges)];
        var lines = MaxLines / Math.Max(1, shown.Count(one => one.Code.Lines.Count > 0));
        foreach (var (one, time) in shown)
        {
            page.Line(
                $"- {MarkdownText.Code(one.Text)}{(one.Place is { } place ? $" at {MarkdownText.Code(place)}" : "")}{(time is { } known ? $", {(known.Before == 0 ? $"{Figures.Time(known.After)} in the candidate" : Text(known))}" : "")}"
            );
            if (one.Lines.Count > 0)
                page.Append('\n').Append(MarkdownText.Block("diff", isWhole ? one.Lines : Shortened(one.Lines, lines)));
        }

        if (changed.Length > shown.Length)
            page.Line($"- … and {changed.Length - shown.Length} more");
        // A diff already ends with an empty line.
        if (changed.Length > shown.Length || shown[^1].Code.Lines.Count == 0)
            page.Append('\n');
    }

    // The profile's method names include namespace and parameters.
    private static Change? TimeOf(ExplainedChange code, IEnumerable<Change> changes)
    {
        var name = code.Text.Split(' ')[0];
        Change[] own =
        [
            .. changes.Where(change =>
                change.Method.Split('(')[0] is var method && (method == name || method.EndsWith($".{name}", StringComparison.Ordinal))
            ),
        ];
        return own.Length == 1 ? own[0] : null;
    }

    private static IEnumerable<string> Shortened(IReadOnlyList<string> lines, int most) =>
        lines.Count <= most ? lines : lines.Take(most).Append($"@@ {lines.Count - most} more lines: use --full @@");

    private static void Times(StringBuilder page, Explanation explanation, Change[] all)
    {
        if (explanation.Baseline.Samples == 0 || explanation.Candidate.Samples == 0)
        {
            page.Append("No sample found both builds at work: the benchmark waits.\n\n");
            return;
        }

        var changes = all.GroupBy(change => change.Origin)
            .OrderBy(same => same.Key)
            .SelectMany(same => same.OrderByDescending(change => change.Size).Take(same.Key == Origin.Program ? MaxOwn : MaxOthers))
            .ToArray();
        if (changes.Length == 0)
        {
            page.Append("No method's time changed by 2% of an operation or more.\n\n");
            return;
        }

        page.Append("Time per operation. The program's own methods include the time of the libraries that they call.\n\n");
        page.Append("| Code | Method | Baseline | Candidate | Change |\n| --- | --- | ---: | ---: | ---: |\n");
        foreach (var change in changes)
            page.Line(
                $"| {Name(change.Origin)} | {MarkdownText.Code(change.Method)} | {Time(change.Before)} | {Time(change.After)} | {Text(change)} |"
            );
        page.Append('\n');
        if (changes.Any(change => change.Origin == Origin.Program && (change.Before == 0 || change.After == 0)))
            page.Append("A method that only one build shows may be inlined in the other. Its time then counts for its caller.\n\n");
    }

    private static IEnumerable<Change> Changes(Explanation explanation)
    {
        var (before, after) = (Shares(explanation.Baseline), Shares(explanation.Candidate));
        var longer = Math.Max(explanation.Pair.BaselineNanoseconds, explanation.Pair.CandidateNanoseconds);
        return before
            .Keys.Union(after.Keys, StringComparer.Ordinal)
            .Where(method => method != SampledStack.Loop)
            .Select(method =>
            {
                var origin = explanation.OriginOf(method);
                return new Change(
                    origin,
                    method,
                    Share(before, method, origin) * explanation.Pair.BaselineNanoseconds,
                    Share(after, method, origin) * explanation.Pair.CandidateNanoseconds,
                    longer
                );
            });
    }

    private static Dictionary<string, MethodShare> Shares(CpuProfile profile) =>
        profile.Methods.ToDictionary(method => method.Method, StringComparer.Ordinal);

    private static double Share(Dictionary<string, MethodShare> shares, string method, Origin origin) =>
        !shares.TryGetValue(method, out var share) ? 0
        : origin == Origin.Program ? share.Own
        : share.Exclusive;

    private static void Inlinings(StringBuilder page, Explanation explanation)
    {
        var lost = explanation.LostInlinings.OrderBy(lost => explanation.OriginOf(lost.Inlinee)).ToArray();
        foreach (var one in lost.Take(MaxInlinings))
            page.Line(
                $"- No longer inlined into {MarkdownText.Code(one.Method)}: {MarkdownText.Code(one.Inlinee)} ({MarkdownText.Code(one.Reason)})"
            );
        if (lost.Length > MaxInlinings)
            page.Line($"- … and {lost.Length - MaxInlinings} more methods that are no longer inlined");
        if (lost.Length > 0)
            page.Append('\n');
    }

    private static void Allocations(StringBuilder page, Explanation explanation)
    {
        if (explanation.Pair is not { BaselineBytes: { } before, CandidateBytes: { } after } || Math.Abs(after - before) < 1)
            return;
        if (Math.Abs(after - before) < MinBytes)
        {
            page.Line(
                $"Allocated per operation: {Figures.Bytes(before)} -> {Figures.Bytes(after)}. The change is too small to find its source with samples.\n"
            );
            return;
        }

        page.Line($"Allocated per operation: {Figures.Bytes(before)} -> {Figures.Bytes(after)}. Estimated from samples:\n");
        foreach (
            var (type, old, now) in explanation
                .BaselineAllocations.Keys.Union(explanation.CandidateAllocations.Keys)
                .Select(type =>
                    (
                        Type: type,
                        Before: before * explanation.BaselineAllocations.GetValueOrDefault(type),
                        After: after * explanation.CandidateAllocations.GetValueOrDefault(type)
                    )
                )
                .Where(type => Math.Abs(type.After - type.Before) >= MinBytes / 2)
                .OrderByDescending(type => Math.Abs(type.After - type.Before))
                .Take(MaxTypes)
        )
            page.Line($"- {MarkdownText.Code(type.Type)} in {MarkdownText.Code(type.Method)}: {Bytes(old)} -> {Bytes(now)}");
        page.Append('\n');
    }

    private static string Bytes(double bytes) => Figures.Bytes(Math.Round(bytes));

    private static string Time(double nanoseconds) => nanoseconds == 0 ? "" : Figures.Time(nanoseconds);

    private static string Text(Change change) =>
        change.Before == 0 ? "only after"
        : change.After == 0 ? "only before"
        : (change.After > change.Before ? "+" : "-") + Figures.Time(Math.Abs(change.After - change.Before));

    private static string Name(Origin origin) => origin.ToString().ToLower(CultureInfo.InvariantCulture);

    /// <summary>How the time of a method changed. All times are ns per operation; <c>Whole</c> is the total.</summary>
    private readonly record struct Change(Origin Origin, string Method, double Before, double After, double Whole)
    {
        public double Size => Math.Abs(After - Before) / Whole;
    }
}
