using System.Globalization;
using System.Text.RegularExpressions;

namespace Bench.Results;

// Times and sizes as BenchmarkDotNet prints them, with their units.
internal static partial class PrintedFigure
{
    private const int DecimalsOfSizes = 2;

    // In ns. Null for NA, an empty cell or a dash.
    public static double? Time(string here, string text, string column)
    {
        if (text is "NA" or "" or "?" or "-")
            return null;

        var (number, unit) = NumberAndUnit(text);
        double? factor = unit switch
        {
            "ns" => 1,
            // Greek mu, micro sign, and the replacement without either.
            "\u03BCs" or "\u00B5s" or "us" => 1e3,
            "ms" => 1e6,
            "s" => 1e9,
            "m" => 60e9,
            "h" => 3600e9,
            _ => null,
        };
        return factor is null || number is not >= 0 || number * factor > Limits.Largest
            ? throw new ResultsException(here, $"invalid {column} '{Cut(text)}': expected 1,234.5 ns.")
            : number * factor;
    }

    // Bytes, and the value of the last digit. Null for NA. A dash means 0.
    public static (double Bytes, double Rounding)? Size(string here, string text)
    {
        if (text == "-")
            return (0, 1);
        if (text is "NA" or "" or "?")
            return null;

        var (number, unit) = NumberAndUnit(text);
        double? factor = unit switch
        {
            "B" => 1,
            "KB" => 1024,
            "MB" => 1024 * 1024,
            "GB" => 1024d * 1024 * 1024,
            "TB" => 1024d * 1024 * 1024 * 1024,
            _ => null,
        };
        if (factor is null || number is not >= 0 || number * factor > Limits.Largest)
            throw new ResultsException(here, $"invalid Allocated '{Cut(text)}': expected 1.5 KB.");

        var digits = text.Split(' ')[0];
        var decimals = digits.IndexOf('.', StringComparison.Ordinal) is var dot and >= 0 ? digits.Length - dot - 1 : 0;
        // BenchmarkDotNet rounds to two decimals and omits trailing zeros.
        return (number.Value * factor.Value, factor == 1 ? 1 : factor.Value * Math.Pow(10, -Math.Max(DecimalsOfSizes, decimals)));
    }

    // Commas only before three digits. "1,5" means one and a half in some cultures, and must not become fifteen.
    private static (double? Number, string Unit) NumberAndUnit(string text) =>
        Quantity().Match(text) is { Success: true } match
        && double.TryParse(
            match.Groups[1].Value,
            NumberStyles.AllowDecimalPoint | NumberStyles.AllowThousands,
            CultureInfo.InvariantCulture,
            out var number
        )
        && double.IsFinite(number)
            ? (number, match.Groups[2].Value)
            : (null, "");

    private static string Cut(string text) => text.Length <= 40 ? text : text[..40] + "…";

    [GeneratedRegex(@"^((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\s(\S+)$", RegexOptions.CultureInvariant)]
    private static partial Regex Quantity();
}
