using System.Globalization;
using Bench.Harness.Interleaving;
using Bench.Published;

namespace Bench.Harness.Tables;

/// <summary>How a figure is written.</summary>
internal static class Figures
{
    private static string Missing => InterleavedSession.WasInterrupted ? "not measured" : "failed";

    /// <summary>Three significant digits, in the unit that suits the value.</summary>
    public static string Time(double nanoseconds)
    {
        var (value, unit) = nanoseconds switch
        {
            < 1e3 => (nanoseconds, "ns"),
            < 1e6 => (nanoseconds / 1e3, "us"),
            < 1e9 => (nanoseconds / 1e6, "ms"),
            _ => (nanoseconds / 1e9, "s"),
        };
        return $"{Digits(value)} {unit}";
    }

    public static string Time(BenchmarkRecord benchmark) =>
        benchmark.Times.Count == 0 ? Missing : Time(Math.Exp(benchmark.Times.Average(time => Math.Log(time))));

    /// <summary>
    /// The ratio with its interval; wider than a factor of two it is a range, for the middle of it would be read as a figure.
    /// </summary>
    public static string Ratio(MergedAlternative alternative) =>
        alternative.Ratio is { } ratio
            ? ratio.Upper / ratio.Lower > 2
                ? $"between {Digits(ratio.Lower)}x and {Digits(ratio.Upper)}x"
                : $"{Digits(ratio.Ratio)}x ({Digits(ratio.Lower)}-{Digits(ratio.Upper)}){(ratio.IsSignificant ? "" : ", not significant")}"
            : alternative.Record.Times.Count == 0
                ? Missing
                : "not compared";

    /// <summary>The same for a cell of a table.</summary>
    public static string Ratio(MergedRatio ratio)
    {
        var text =
            ratio.Upper / ratio.Lower > 2 ? Range(ratio) : $"{Digits(ratio.Ratio)} ({Digits(ratio.Lower)}-{Digits(ratio.Upper)})";
        return ratio.IsSignificant ? text : "~ " + text;
    }

    public static string Range(MergedRatio ratio) => $"{Digits(ratio.Lower)}-{Digits(ratio.Upper)}";

    /// <summary>Two decimals from 0.1 to 10, as many digits elsewhere.</summary>
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
