using System.Globalization;
using Bench.Harness.Interleaving;
using Bench.Published;
using Bench.Reports;

namespace Bench.Harness.Tables;

internal static class TableFigures
{
    private static string Missing => InterleavedSession.WasInterrupted ? "not measured" : "failed";

    // Three significant digits, in the unit that suits the value.
    public static string Time(double nanoseconds)
    {
        var (value, unit) = nanoseconds switch
        {
            < 1e3 => (nanoseconds, "ns"),
            < 1e6 => (nanoseconds / 1e3, "µs"),
            < 1e9 => (nanoseconds / 1e6, "ms"),
            _ => (nanoseconds / 1e9, "s"),
        };
        return $"{RatioText.Digits(value)} {unit}";
    }

    public static string Time(BenchmarkRecord benchmark) =>
        benchmark.Times.Count == 0 ? Missing : Time(Math.Exp(benchmark.Times.Average(time => Math.Log(time))));

    // A ratio with an interval wider than a factor of two is shown as a range, because readers would take its middle for a figure.
    public static string Ratio(MergedAlternative alternative, string suffixOfUndecided = ", not significant") =>
        alternative.Ratio is { } ratio
            ? ratio.Upper / ratio.Lower > 2
                ? $"between {RatioText.Digits(ratio.Lower)}x and {RatioText.Digits(ratio.Upper)}x"
                : $"{RatioText.Digits(ratio.Ratio)}x ({RatioText.Digits(ratio.Lower)}-{RatioText.Digits(ratio.Upper)}){(ratio.IsSignificant ? "" : suffixOfUndecided)}"
            : alternative.Record.Times.Count == 0
                ? Missing
                : "not compared";

    public static string Ratio(MergedRatio ratio)
    {
        var text =
            ratio.Upper / ratio.Lower > 2
                ? Range(ratio)
                : $"{RatioText.Digits(ratio.Ratio)} ({RatioText.Digits(ratio.Lower)}-{RatioText.Digits(ratio.Upper)})";
        return ratio.IsSignificant ? text : "~ " + text;
    }

    public static string Range(MergedRatio ratio) => $"{RatioText.Digits(ratio.Lower)}-{RatioText.Digits(ratio.Upper)}";
}
