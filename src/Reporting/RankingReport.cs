using System.Text;
using Bench.Comparison;
using Bench.Statistics;
using MathNet.Numerics.Statistics;

namespace Bench.Reporting;

/// <summary>The ways of each category as Markdown, the fastest first: what <c>bench versus</c> found.</summary>
public static class RankingReport
{
    /// <summary>Writes the report.</summary>
    /// <param name="comparison">A paired run whose rows were compared with other ways.</param>
    /// <param name="command">What makes it again, as a user types it.</param>
    /// <returns>Markdown.</returns>
    public static string Of(RunComparison comparison, string command)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        ArgumentNullException.ThrowIfNull(command);
        var page = new StringBuilder();
        page.Append($"{MarkdownReport.Code(command)}{Origin(comparison)}. Ratios to the baseline of the category with their 95 % intervals over units of two process pairs; ");
        page.Append($"faster and slower are so by more than {Figures.Percent(comparison.Margin.Relative)}, equal within it.\n");
        foreach (var warning in comparison.Warnings)
            page.Append($"\n> {MarkdownReport.Code(warning)}\n");
        foreach (var category in comparison.Rows.GroupBy(row => (row.Against, row.Type, row.Parameters)))
            Category(page, [.. category]);
        return page.ToString();
    }

    private static void Category(StringBuilder page, ComparedRow[] rows)
    {
        var type = rows[0].Type;
        var parameters = rows[0].Id.Parameters(type) ?? rows[0].Parameters;
        page.Append($"\n### {MarkdownReport.Code(type)}{(parameters.Length == 0 ? "" : ", " + MarkdownReport.Code(parameters))}\n\n");
        page.Append("| way | ratio (95 %) | | allocated | |\n| --- | --- | --- | ---: | --- |\n");
        var lines = rows.Select(row => (row.Time?.Ratio ?? double.NaN, Line(row))).Append((1, Baseline(rows)));
        foreach (var (_, line) in lines.OrderBy(line => double.IsNaN(line.Item1) ? double.MaxValue : line.Item1))
            page.Append(line);
    }

    private static string Baseline(ComparedRow[] rows)
    {
        var times = rows.Select(row => row.Time?.BaselineNanoseconds).OfType<double>().ToArray();
        var allocation = rows.Select(row => row.Allocation).FirstOrDefault(judgement => judgement is not null);
        return $"| {MarkdownReport.Code(NameOf(rows[0].Against ?? "baseline", rows[0].Type))} | baseline{(times.Length == 0 ? "" : ", " + Figures.Time(times.Median()))} | | {(allocation is null ? "" : Figures.Bytes(allocation.BaselineBytes))} | |\n";
    }

    private static string Line(ComparedRow row)
    {
        var notes = Figures.Limits(row);
        return $"| {MarkdownReport.Code(row.Method)} | {(row.Time is { } time ? Figures.Ratio(time) : "")} | {Word(row)} "
            + $"| {(row.Allocation is { } allocation ? Figures.Bytes(allocation.CandidateBytes) : "")} | {(notes.Length == 0 ? "" : MarkdownReport.Code(notes))} |\n";
    }

    internal static string Word(ComparedRow row) => row.Time?.Verdict switch
    {
        Verdict.Improved => "faster",
        Verdict.Regressed => "slower",
        Verdict.Equivalent => "equal",
        Verdict.Inconclusive => "inconclusive",
        _ => "failed",
    };

    private static string Origin(RunComparison comparison) => comparison.Environment is not { } environment ? ""
        : ": " + string.Join(", ", new[] { environment.OperatingSystem, environment.Cores is { } cores ? $"{cores} cores" : null, environment.Runtime, environment.GcMode is { } gc ? $"{gc} GC" : null }.OfType<string>().Where(text => text.Length > 0).Select(MarkdownReport.Code));

    // "Namespace.Type.Method(parameters)" of a type that is known.
    internal static string NameOf(string fullName, string type)
    {
        var name = fullName.StartsWith(type + ".", StringComparison.Ordinal) ? fullName[(type.Length + 1)..] : fullName;
        var end = name.IndexOf('(', StringComparison.Ordinal);
        return end < 0 ? name : name[..end];
    }
}
