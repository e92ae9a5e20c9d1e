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
        var (holdsClaim, holdsOne) = (lower <= claim.Ratio && claim.Ratio <= upper, lower <= 1 && 1 <= upper);
        var (claimed, found) = (claim.Ratio - 1, measured.Ratio - 1);
        return holdsClaim && holdsOne ? ClaimVerdict.Inconclusive
            : holdsClaim ? ClaimVerdict.Confirmed
            : holdsOne ? ClaimVerdict.NoEffect
            : Math.Abs(found - claimed) <= tolerance * Math.Abs(claimed) ? ClaimVerdict.Confirmed
            : Math.Sign(found) != Math.Sign(claimed) ? ClaimVerdict.OppositeEffect
            : Math.Abs(Math.Log(measured.Ratio)) < Math.Abs(Math.Log(claim.Ratio)) ? ClaimVerdict.SmallerEffect
            : ClaimVerdict.LargerEffect;
    }
}

internal sealed record MeasuredRatio(double Ratio, double? Lower, double? Upper)
{
    /// <summary>The ratio of a judged benchmark; null where it has none.</summary>
    public static MeasuredRatio? Create(TimeJudgement? time) =>
        time is null || !double.IsFinite(time.Ratio) || time.Ratio <= 0 ? null : new MeasuredRatio(time.Ratio, time.Lower, time.Upper);

    public MeasuredRatio Inverse() => new(1 / Ratio, 1 / Upper, 1 / Lower);
}
