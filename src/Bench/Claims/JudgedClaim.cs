using Bench.Statistics;

namespace Bench.Claims;

internal sealed record JudgedClaim(ClaimSource Source, Claim Claim, double? Measured, double? Lower, double? Upper, ClaimVerdict Verdict)
{
    public static IReadOnlyList<JudgedClaim> All(ClaimsFile file, ClaimFigures figures)
    {
        return
        [
            .. file.Sources.SelectMany(source => source.Claims.Select(claim => Create(source, claim, file.Tolerance, figures.Of(claim)))),
        ];
    }

    internal static JudgedClaim Create(ClaimSource source, Claim claim, double tolerance, MeasuredRatio? time)
    {
        if (time is null)
            return new JudgedClaim(source, claim, null, null, null, ClaimVerdict.NotMeasured);

        var measured = claim.Throughput is null ? time : time.Inverse();
        return new JudgedClaim(source, claim, measured.Ratio, measured.Lower, measured.Upper, Judge(claim, tolerance, measured));
    }

    private static ClaimVerdict Judge(Claim claim, double tolerance, MeasuredRatio measured)
    {
        if (measured is not { Lower: { } lower, Upper: { } upper })
            return ClaimVerdict.Inconclusive;
        var (min, max) = (claim.Ratio / (1 + tolerance), claim.Ratio * (1 + tolerance));
        return lower >= min && upper <= max ? ClaimVerdict.Confirmed
            : upper >= min && lower <= max ? ClaimVerdict.Inconclusive
            : claim.Differs is null ? ClaimVerdict.Contradicted
            : ClaimVerdict.ChangedConditions;
    }
}

internal sealed record MeasuredRatio(double Ratio, double? Lower, double? Upper)
{
    /// <summary>The ratio of a judged benchmark; null where it has none.</summary>
    public static MeasuredRatio? Create(TimeJudgement? time) =>
        time is null || !double.IsFinite(time.Ratio) || time.Ratio <= 0 ? null : new MeasuredRatio(time.Ratio, time.Lower, time.Upper);

    public MeasuredRatio Inverse() => new(1 / Ratio, 1 / Upper, 1 / Lower);
}
