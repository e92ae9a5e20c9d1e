namespace Bench.Reports;

internal static class ClockText
{
    /// <summary>Hours, minutes and seconds, 26:03:00 of a little more than a day.</summary>
    public static string Of(TimeSpan time) => FormattableString.Invariant($"{(long)time.TotalHours}:{time:mm\\:ss}");
}
