using System.Globalization;

namespace Bench.Reports;

internal static class RatioText
{
    // With the interval. "1x" for the baseline.
    public static string Render(ReportedAlternative alternative) =>
        alternative switch
        {
            { Ratio: null } => "",
            { Interval: var (lower, upper) } =>
                $"{Figures.Factor(alternative.Ratio.Value)} ({Figures.Factor(lower, "")}-{Figures.Factor(upper, "")})",
            { Word: "fastest" or "baseline" } => "1x",
            _ => Figures.Factor(alternative.Ratio.Value),
        };

    // Without the interval, for pictures.
    public static string Short(ReportedAlternative alternative) =>
        alternative.Word is "fastest" or "baseline" ? "1x" : $"{Digits(alternative.Ratio!.Value)}x";

    // Two decimals from 0.1 to 10, and about three digits elsewhere.
    public static string Digits(double value) =>
        value.ToString(
            value switch
            {
                < 0.095 => "0.000",
                < 10 => "0.00",
                < 100 => "0.0",
                _ => "0",
            },
            CultureInfo.InvariantCulture
        );
}
