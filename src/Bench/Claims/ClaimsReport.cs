using System.Globalization;
using System.Text;
using Bench.Reports;

namespace Bench.Claims;

internal static class ClaimsReport
{
    public static string Render(IReadOnlyList<JudgedClaim> claims, double tolerance, string command)
    {
        var page = new StringBuilder("# What others measured, and what this machine says\n\n");
        page.Append(
            CultureInfo.InvariantCulture,
            $"{MarkdownText.Code(command)}: {string.Join(", ", claims.CountBy(claim => claim.Verdict).OrderBy(count => count.Key).Select(count => $"{count.Value} {Word(count.Key)}"))}.\n\n"
        );
        page.Append(
            CultureInfo.InvariantCulture,
            $"Ratios are as the source states them: of times (less is faster) or of throughputs (more is faster). What is judged is the effect: 1.22x is an effect of 22 %. Confirmed: the 95 % interval holds the claimed ratio, or the measured effect is within {100 * tolerance:0.#} % of the claimed one. No effect: the interval holds 1. Where the conditions differ, as the last column says, both may be right.\n"
        );
        foreach (var source in claims.GroupBy(claim => claim.Source))
        {
            page.Append(
                CultureInfo.InvariantCulture,
                $"\n## {MarkdownText.Cell(source.Key.Name)}\n\n{MarkdownText.Cell(source.Key.Conditions)}\n\n| claim | claimed | measured here (95 %) | | measured by | what differs |\n| --- | ---: | --- | --- | --- | --- |\n"
            );
            foreach (var claim in source)
                page.Append(Line(claim));
            foreach (
                var claim in source.Where(claim =>
                    claim.Claim.Comment is not null && (claim.Measured is not null || claim.Claim.Unmeasured is not null)
                )
            )
                page.Append(
                    CultureInfo.InvariantCulture,
                    $"\n**{MarkdownText.Cell(claim.Claim.Says)}**: {MarkdownText.Cell(claim.Claim.Comment!)}\n"
                );
        }

        return page.ToString();
    }

    private static string Line(JudgedClaim judged)
    {
        var claim = judged.Claim;
        var what = claim.Throughput is null ? "time" : "throughput";
        var by = claim.Unmeasured is { } reason
            ? MarkdownText.Cell(reason)
            : MarkdownText.Code(claim.Row ?? $"{claim.Matrix}: {claim.Arm}") + " against " + MarkdownText.Code(claim.Against!);
        return $"| {MarkdownText.Cell(claim.Says)} | {Factor(claim.Ratio)} {what} | {Measured(judged)} | {Word(judged.Verdict)}{(judged.Measured is not null && claim.Differs is not null ? ", different conditions" : "")} | {by} | {MarkdownText.Cell(claim.Differs ?? "")} |\n";
    }

    private static string Measured(JudgedClaim judged) =>
        judged.Measured is not { } ratio ? ""
        : judged.Lower is { } lower ? $"{Factor(ratio)} ({Factor(lower)} to {Factor(judged.Upper!.Value)})"
        : Factor(ratio);

    private static string Factor(double ratio) => ratio.ToString(ratio < 10 ? "0.00" : "0.0", CultureInfo.InvariantCulture) + "x";

    private static string Word(ClaimVerdict verdict) =>
        verdict switch
        {
            ClaimVerdict.Confirmed => "confirmed",
            ClaimVerdict.LargerEffect => "larger effect",
            ClaimVerdict.SmallerEffect => "smaller effect",
            ClaimVerdict.NoEffect => "no effect",
            ClaimVerdict.OppositeEffect => "opposite effect",
            ClaimVerdict.Inconclusive => "inconclusive",
            _ => "not measured here",
        };
}
