using System.Globalization;
using System.Text.RegularExpressions;

namespace Bench.Comparison;

/// <summary>Shares and times as people write them in options and settings.</summary>
internal static partial class Quantities
{
    /// <summary>A share above 0 and below 1000 %: <c>5%</c>, <c>2.5 %</c> or <c>0.05</c>; without %, below 1.</summary>
    public static double Share(string text)
    {
        var match = ShareText().Match(text ?? "");
        if (
            !match.Success
            || !double.TryParse(match.Groups[1].Value, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
        )
            throw new FormatException($"Invalid percentage '{text}': expected 5% or 0.05.");

        var isPercentage = match.Groups[2].Length > 0;
        // Who writes 5 means 5 %, and would get 500.
        if (!isPercentage && number >= 1)
            throw new FormatException($"Invalid percentage '{text}': expected 5% or 0.05.");
        var share = isPercentage ? number / 100 : number;
        return share is > 0 and < 10
            ? share
            : throw new FormatException($"Invalid percentage '{text}': expected above 0 % and below 1000 %; 5% and 0.05 are the same.");
    }

    /// <summary>A share from 0 to 100 %, both ends included: <c>0</c>, <c>20%</c>, <c>0.2</c>, <c>100%</c>.</summary>
    public static double ShareOrNothing(string text)
    {
        return text.Replace(" ", "", StringComparison.Ordinal) switch
        {
            "0" or "0%" or "0.0" => 0,
            "1" or "100%" or "1.0" => 1,
            _ => Share(text) is < 1 and var share
                ? share
                : throw new FormatException($"Invalid percentage '{text}': expected 0 % to 100 %."),
        };
    }

    /// <summary>A time of 0 or more: <c>0.5 ns</c>, <c>2 us</c>, <c>1.5ms</c>; without a unit, ns.</summary>
    public static double Nanoseconds(string text)
    {
        var match = TimeText().Match(text ?? "");
        if (
            !match.Success
            || !double.TryParse(match.Groups[1].Value, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
        )
            throw new FormatException($"Invalid time '{text}': expected 0.5ns or 2us.");
        return number
            * match.Groups[2].Value switch
            {
                "s" => 1e9,
                "ms" => 1e6,
                "us" or "µs" or "μs" => 1e3,
                _ => 1,
            };
    }

    /// <summary>A length of time above 0 as people say it: <c>90s</c>, <c>20m</c>, <c>1h30m</c>; at most a week.</summary>
    public static TimeSpan Duration(string text)
    {
        var match = DurationText().Match(text ?? "");
        var time = match.Success
            ? TimeSpan.FromHours(Part(match.Groups[1]))
                + TimeSpan.FromMinutes(Part(match.Groups[2]))
                + TimeSpan.FromSeconds(Part(match.Groups[3]))
            : TimeSpan.Zero;
        return time > TimeSpan.Zero && time <= TimeSpan.FromDays(7)
            ? time
            : throw new FormatException($"Invalid duration '{text}': expected 90s, 20m or 1h30m.");
    }

    private static double Part(Group group) =>
        group.Success ? double.Parse(group.Value, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture) : 0;

    [GeneratedRegex(
        @"^\s*(?:(\d{1,4}(?:\.\d{1,3})?)\s*h)?\s*(?:(\d{1,6}(?:\.\d{1,3})?)\s*m)?\s*(?:(\d{1,6}(?:\.\d{1,3})?)\s*s)?\s*$",
        RegexOptions.CultureInvariant
    )]
    private static partial Regex DurationText();

    [GeneratedRegex(@"^\s*(\d{1,9}(?:\.\d{1,9})?)\s*(%?)\s*$", RegexOptions.CultureInvariant)]
    private static partial Regex ShareText();

    [GeneratedRegex(@"^\s*(\d{1,9}(?:\.\d{1,9})?)\s*(ns|us|µs|μs|ms|s|)\s*$", RegexOptions.CultureInvariant)]
    private static partial Regex TimeText();
}
