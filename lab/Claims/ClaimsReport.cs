using System.Globalization;
using System.Text;
using Bench.Reports;

namespace Lab.Claims;

internal static class ClaimsReport
{
    public static string Render(IReadOnlyList<JudgedClaim> claims, double tolerance, string command)
    {
        var page = new StringBuilder("# Claims of others, and what was measured here\n\n");
        page.Append(
            CultureInfo.InvariantCulture,
            $"{MarkdownText.Code(command)}: {string.Join(", ", claims.CountBy(claim => claim.Verdict).OrderBy(count => count.Key).Select(count => $"{count.Value} {ClaimText.Word(count.Key)}"))}.\n\n"
        );
        page.Append(
            CultureInfo.InvariantCulture,
            $"Ratios are as the source states them: of times, bytes or memory (less is better), or of throughputs (more is better). The effect is judged: 1.22x is an effect of 22%. Confirmed means that the 95% interval contains the claimed ratio, or that the measured effect is within {100 * tolerance:0.#}% of the claimed one. No effect means that the interval contains 1. If several machine classes measured a claim, the ratio is their geometric mean, and its interval reaches from the lowest end to the highest. Each class is judged by itself. If the conditions differ, both figures may be right.\n"
        );
        foreach (var source in claims.GroupBy(claim => claim.Source))
        {
            page.Append(
                CultureInfo.InvariantCulture,
                $"\n## {MarkdownText.Cell(source.Key.Name)}\n\n{MarkdownText.Cell(source.Key.Conditions)}\n\n"
            );
            page.Append(
                CultureInfo.InvariantCulture,
                $"{MarkdownText.Code(source.Key.Page)} has the figures of each machine class, and explanations.\n\n"
            );
            if (source.Key.Differs is { } differs)
                page.Append(
                    CultureInfo.InvariantCulture,
                    $"In all lines, these conditions differ from the source's:\n\n{ClaimText.Conditions(differs)}\n"
                );
            page.Append(
                "| claim | claimed | measured here (95%) | judgement | measured by | what also differs |\n| --- | --- | --- | --- | --- | --- |\n"
            );
            foreach (var claim in source)
                page.Append(Line(claim));
        }

        return page.ToString();
    }

    private static string Line(JudgedClaim judged)
    {
        var claim = judged.Claim;
        var by = claim.Unmeasured is { } reason
            ? MarkdownText.Cell(reason)
            : MarkdownText.Code(claim.Benchmark ?? (claim.Sweep is { } sweep ? $"load sweep {sweep}" : $"{claim.Matrix}: {claim.Variant}"))
                + " against "
                + MarkdownText.Code(claim.Against!)
                + (claim.Request is { } request ? $" of {MarkdownText.Code(request)}" : "");
        var measured = judged.Measured is { } ratio
            ? ClaimText.Measured(ratio)
            : string.Join("; ", judged.Classes.Select(one => ClaimText.Measured(one.Figure)));
        var differs = judged.Classes.Count > 0 && (claim.Differs ?? judged.Source.Differs) is not null ? ", different conditions" : "";
        return $"| {MarkdownText.Cell(claim.Says)} | {ClaimText.Claimed(claim)} | {measured} | {ClaimText.Verdict(judged)}{differs} | {by} | {MarkdownText.Cell(claim.Differs ?? "")} |\n";
    }
}
