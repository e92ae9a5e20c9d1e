namespace Lab.Claims;

/// <param name="Classes">Ordered by the name of the machine class.</param>
internal sealed record JudgedClaim(ClaimSource Source, Claim Claim, IReadOnlyList<JudgedClass> Classes)
{
    /// <summary>Over all machine classes; null if none measured a ratio.</summary>
    public MeasuredRatio? Measured { get; } = MeasuredRatio.Over([.. Classes.Select(one => one.Figure.Ratio).OfType<MeasuredRatio>()]);

    public ClaimVerdict Verdict { get; } =
        Classes.Select(one => one.Verdict).Distinct().ToArray() switch
        {
            [] => ClaimVerdict.NotMeasured,
            [var only] => only,
            _ => ClaimVerdict.DependsOnMachine,
        };

    public static IReadOnlyList<JudgedClaim> All(ClaimsFile file, ClaimFigures figures) =>
        [.. file.Sources.SelectMany(source => source.Claims.Select(claim => Create(source, claim, file.Tolerance, figures.Of(claim))))];

    /// <param name="figures">One per machine class. A lower ratio is better.</param>
    internal static JudgedClaim Create(ClaimSource source, Claim claim, double tolerance, IReadOnlyList<ClassFigure> figures) =>
        new(
            source,
            claim,
            [
                .. figures
                    .Select(figure => claim.Throughput is null ? figure : figure with { Ratio = figure.Ratio?.Inverse() })
                    .Select(figure => new JudgedClass(
                        figure,
                        figure.Ratio is { } measured ? Judge(claim.Ratio!.Value, tolerance, measured) : ClaimVerdict.Shown
                    )),
            ]
        );

    private static ClaimVerdict Judge(double ratio, double tolerance, MeasuredRatio measured)
    {
        if (measured is not { Lower: { } lower, Upper: { } upper })
            return ClaimVerdict.Inconclusive;
        var (holdsClaim, holdsOne) = (lower <= ratio && ratio <= upper, lower <= 1 && 1 <= upper);
        var (claimed, found) = (ratio - 1, measured.Ratio - 1);
        return holdsClaim && holdsOne ? ClaimVerdict.Inconclusive
            : holdsClaim ? ClaimVerdict.Confirmed
            : holdsOne ? ClaimVerdict.NoEffect
            : Math.Abs(found - claimed) <= tolerance * Math.Abs(claimed) ? ClaimVerdict.Confirmed
            : Math.Sign(found) != Math.Sign(claimed) ? ClaimVerdict.OppositeEffect
            : Math.Abs(Math.Log(measured.Ratio)) < Math.Abs(Math.Log(ratio)) ? ClaimVerdict.SmallerEffect
            : ClaimVerdict.LargerEffect;
    }
}

internal sealed record JudgedClass(ClassFigure Figure, ClaimVerdict Verdict);
