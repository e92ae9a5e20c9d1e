using System.Globalization;

namespace Bench.Reports;

internal static class CountText
{
    // "1 run", "2 runs". The noun is in the singular.
    public static string Of(long count, string noun) =>
        string.Create(CultureInfo.InvariantCulture, $"{count} {noun}{(count == 1 ? "" : "s")}");
}
