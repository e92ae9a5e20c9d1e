namespace Bench.Reports;

internal static class ClockText
{
    // Hours can exceed a day: 26:03:00.
    public static string Of(TimeSpan time) => FormattableString.Invariant($"{(long)time.TotalHours}:{time:mm\\:ss}");
}
