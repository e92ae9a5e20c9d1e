using System.Globalization;

namespace Bench.RunReport;

/// <summary>Ratios as the page writes them.</summary>
internal static class RatioText
{
    /// <summary>A way's ratio with its interval; "1x" for the reference.</summary>
    public static string Of(ReportedWay way) => way switch
    {
        { Ratio: null } => "",
        { Interval: var (lower, upper) } => $"{Factor(way.Ratio.Value)}x ({Factor(lower)}-{Factor(upper)})",
        { Word: "fastest" or "baseline" } => "1x",
        _ => $"{Factor(way.Ratio.Value)}x",
    };

    private static string Factor(double ratio) => ratio.ToString(ratio < 9.995 ? "0.00" : ratio < 99.95 ? "0.0" : "0", CultureInfo.InvariantCulture);
}
