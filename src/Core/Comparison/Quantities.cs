using System.Globalization;
using System.Text.RegularExpressions;

namespace Bench.Comparison;

// Parses shares and durations in options and settings.
internal static partial class Quantities
{
    // Above 0% and below 1000%, such as `5%`, `2.5 %` or `0.05`. Without % it must be below 1.
    public static double Share(string text)
    {
        var match = ShareText().Match(text ?? "");
        if (
            !match.Success
            || !double.TryParse(match.Groups[1].Value, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
        )
            throw new FormatException($"'{text}' is not a percentage. Use a value such as 5% or 0.05.");

        var isPercentage = match.Groups[2].Length > 0;
        // A user who writes 5 means 5% and not 500%.
        if (!isPercentage && number >= 1)
            throw new FormatException($"'{text}' is not a percentage. Use a value such as 5% or 0.05.");
        var share = isPercentage ? number / 100 : number;
        return share is > 0 and < 10
            ? share
            : throw new FormatException($"'{text}' is out of range. Use a percentage above 0% and below 1000%.");
    }

    // From 0% to 100%, including both: `0`, `20%`, `0.2`, `100%`.
    public static double ShareOrNothing(string text) =>
        ShareText().Match(text ?? "") is { Success: true } match
        && double.TryParse(match.Groups[1].Value, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
        && (match.Groups[2].Length > 0 ? number / 100 : number) is <= 1 and var share
            ? share
            : throw new FormatException($"'{text}' is not from 0% to 100%.");

    // 0 or more, such as `0.5 ns`, `2 us` or `1.5ms`. The default unit is ns.
    public static double Nanoseconds(string text)
    {
        var match = TimeText().Match(text ?? "");
        if (
            !match.Success
            || !double.TryParse(match.Groups[1].Value, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
        )
            throw new FormatException($"'{text}' is not a time. Use a value such as 0.5ns or 2us.");
        return number
            * match.Groups[2].Value switch
            {
                "s" => 1e9,
                "ms" => 1e6,
                "us" or "µs" or "μs" => 1e3,
                _ => 1,
            };
    }

    // Above 0 and at most a week, such as `90s`, `20m` or `1h30m`.
    public static TimeSpan Duration(string text)
    {
        var match = DurationText().Match(text ?? "");
        var time = match.Success
            ? TimeSpan.FromHours(Part(match.Groups[1]))
                + TimeSpan.FromMinutes(Part(match.Groups[2]))
                + TimeSpan.FromSeconds(Part(match.Groups[3]))
            : TimeSpan.Zero;
        if (!match.Success || string.IsNullOrWhiteSpace(text))
            throw new FormatException($"'{text}' is not a duration. Use a value such as 90s, 20m or 1h30m.");
        return time > TimeSpan.Zero && time <= TimeSpan.FromDays(7)
            ? time
            : throw new FormatException($"'{text}' is out of range. Use a duration above 0 and at most 7 days (168h).");
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
