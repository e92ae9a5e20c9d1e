using Bench.Statistics;

namespace Bench.Claims;

/// <summary>What was measured of a claim on one machine class: a ratio, or the numbers that both arms have.</summary>
internal sealed record ClassFigure(string Machine, MeasuredRatio? Ratio, ArmCounts? Counts = null);

/// <summary>A number of an arm, and of what it is compared with.</summary>
internal sealed record ArmCounts(double Arm, double Against);

internal sealed record MeasuredRatio(double Ratio, double? Lower, double? Upper)
{
    /// <summary>The number of connections of a sweep's level that it was measured at; null for others.</summary>
    public int? Connections { get; init; }

    /// <summary>The ratio of a judged benchmark; null where it has none.</summary>
    public static MeasuredRatio? Create(TimeJudgement? time) =>
        time is null || !double.IsFinite(time.Ratio) || time.Ratio <= 0 ? null : new MeasuredRatio(time.Ratio, time.Lower, time.Upper);

    /// <summary>The geometric mean, from the lowest end of the intervals to the highest; null of none.</summary>
    public static MeasuredRatio? Over(IReadOnlyCollection<MeasuredRatio> ratios) =>
        ratios.Count <= 1
            ? ratios.FirstOrDefault()
            : new(
                Math.Exp(ratios.Average(ratio => Math.Log(ratio.Ratio))),
                ratios.Any(ratio => ratio.Lower is null) ? null : ratios.Min(ratio => ratio.Lower),
                ratios.Any(ratio => ratio.Upper is null) ? null : ratios.Max(ratio => ratio.Upper)
            );

    public MeasuredRatio Inverse() => this with { Ratio = 1 / Ratio, Lower = 1 / Upper, Upper = 1 / Lower };
}
