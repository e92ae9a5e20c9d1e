using Bench.Statistics;

namespace Lab.Claims;

// Has either a ratio or numbers.
internal sealed record ClassFigure(string Machine, MeasuredRatio? Ratio, VariantCounts? Counts = null);

internal sealed record VariantCounts(double Variant, double Against);

internal sealed record MeasuredRatio(double Ratio, double? Lower, double? Upper)
{
    /// <summary>The level of a sweep at which it was measured; null for other measurements.</summary>
    public int? Connections { get; init; }

    public static MeasuredRatio? Create(TimeJudgement? time) =>
        time is null || !double.IsFinite(time.Ratio) || time.Ratio <= 0 ? null : new MeasuredRatio(time.Ratio, time.Lower, time.Upper);

    /// <summary>The geometric mean, with the lowest and highest ends of the intervals; null for an empty list.</summary>
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
