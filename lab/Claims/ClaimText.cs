using System.Globalization;
using Bench.Reports;

namespace Lab.Claims;

internal static class ClaimText
{
    public static string Claimed(Claim claim) =>
        claim.Counts is [var variant, var against]
            ? $"{Count(variant)} and {Count(against)} {claim.Subject}"
            : $"{Factor(claim.Ratio!.Value)} {claim.Subject}";

    public static string Measured(ClassFigure figure) =>
        figure.Counts is { } counts ? $"{Count(counts.Variant)} and {Count(counts.Against)}"
        : figure.Ratio is { } ratio ? Measured(ratio)
        : "";

    public static string Measured(MeasuredRatio ratio) =>
        Factor(ratio.Ratio)
        + (ratio.Lower is { } lower ? $" ({Factor(lower)} to {Factor(ratio.Upper!.Value)})" : "")
        + (ratio.Connections is { } level ? FormattableString.Invariant($" at {level} connections") : "");

    // If machine classes have different verdicts, each verdict is followed by its classes.
    public static string Verdict(JudgedClaim judged) =>
        judged.Verdict == ClaimVerdict.DependsOnMachine
            ? string.Join(
                "; ",
                judged
                    .Classes.GroupBy(one => one.Verdict)
                    .OrderBy(same => same.Key)
                    .Select(same => $"{Word(same.Key)} on {string.Join(", ", same.Select(one => MarkdownText.Cell(one.Figure.Machine)))}")
            )
            : Word(judged.Verdict);

    public static string Word(ClaimVerdict verdict) =>
        verdict switch
        {
            ClaimVerdict.Confirmed => "confirmed",
            ClaimVerdict.LargerEffect => "larger effect",
            ClaimVerdict.SmallerEffect => "smaller effect",
            ClaimVerdict.NoEffect => "no effect",
            ClaimVerdict.OppositeEffect => "opposite effect",
            ClaimVerdict.Inconclusive => "inconclusive",
            ClaimVerdict.DependsOnMachine => "depends on the machine class",
            ClaimVerdict.Shown => "shown, not judged",
            _ => "not measured",
        };

    // Semicolons separate conditions in the file.
    public static string Conditions(string conditions, string indent = "") =>
        string.Concat(conditions.Split("; ").Select(condition => $"{indent}- {MarkdownText.Cell(condition)}\n"));

    private static string Factor(double ratio) => ratio.ToString(ratio < 10 ? "0.00" : "0.0", CultureInfo.InvariantCulture) + "x";

    private static string Count(double count) => count.ToString("0", CultureInfo.InvariantCulture);
}
