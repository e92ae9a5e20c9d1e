
namespace Bench.Reports;

internal static class RatioText
{
    /// <summary>A way's ratio with its interval; "1x" for the reference.</summary>
    public static string Of(ReportedWay way) => way switch
    {
        { Ratio: null } => "",
        { Interval: var (lower, upper) } => $"{Figures.Factor(way.Ratio.Value)} ({Figures.Factor(lower, "")}-{Figures.Factor(upper, "")})",
        { Word: "fastest" or "baseline" } => "1x",
        _ => Figures.Factor(way.Ratio.Value),
    };
}
