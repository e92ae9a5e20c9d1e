namespace Bench.Reports;

internal static class RatioText
{
    /// <summary>An alternative's ratio with its interval; "1x" for the reference.</summary>
    public static string Render(ReportedAlternative alternative) =>
        alternative switch
        {
            { Ratio: null } => "",
            { Interval: var (lower, upper) } =>
                $"{Figures.Factor(alternative.Ratio.Value)} ({Figures.Factor(lower, "")}-{Figures.Factor(upper, "")})",
            { Word: "fastest" or "baseline" } => "1x",
            _ => Figures.Factor(alternative.Ratio.Value),
        };
}
