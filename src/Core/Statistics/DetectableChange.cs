namespace Bench.Statistics;

// The smallest slowdown that a check of ten benchmarks finds nine times in ten, given the spread of a replicate's log ratio for
// identical code. It must look slower in the screening, and the confirmation must show that it exceeds the margin.
internal static class DetectableChange
{
    private const int BenchmarksOfCheck = 10;

    // The degrees of freedom of a known spread.
    private const double Normal = double.PositiveInfinity;

    // Per stage. Both together reach nine in ten, with a reserve for a spread that was underestimated even more.
    private const double PowerOfStage = 0.96;

    // The screening plans the confirmation with few replicates. With ten benchmarks of one degree of freedom each, the spread looks this
    // much smaller in one check of ten.
    private const double UnderestimatedSpread = 0.7;

    private const double PowerOfEquality = 0.9;

    // Relative: 0.1 is a slowdown of 10%.
    public static double Of(double spread, Margin margin)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(spread);
        var student = new Student();
        var errorOfScreening = spread / Math.Sqrt(ScreenedVerdicts.ScreeningReplicates);
        var suspectedFrom = ScreenedVerdicts.SuspectedShare * margin.Log;
        var suspected = (int)Math.Ceiling(1 + ((BenchmarksOfCheck - 1) * Student.UpperTail(suspectedFrom / errorOfScreening, Normal)));
        var replicates = ScreenedVerdicts.ConfirmationReplicates(margin, UnderestimatedSpread * spread, suspected);
        var errorsToConfirm =
            student.Quantile(1 - (ScreenedVerdicts.LevelOfLastLook / suspected), replicates - 1)
            + student.Quantile(PowerOfStage, replicates - 1);
        var confirmed = margin.Log + (spread / Math.Sqrt(replicates) * errorsToConfirm);
        var found = suspectedFrom + (errorOfScreening * student.Quantile(PowerOfStage, Normal));
        return Math.Exp(Math.Max(confirmed, found)) - 1;
    }

    // The smallest margin, in whole percent, within which a check shows equality of identical code nine times in ten.
    public static double DecidableMargin(double spread)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(spread);
        var student = new Student();
        const int degreesOfFreedom = ScreenedVerdicts.MaxScreeningReplicates - 1;
        var errors =
            student.Quantile((1 + TimeVerdicts.ConfidenceOfOneSided) / 2, degreesOfFreedom)
            + student.Quantile(PowerOfEquality, degreesOfFreedom);
        var margin = Math.Exp(errors * spread / Math.Sqrt(ScreenedVerdicts.MaxScreeningReplicates)) - 1;
        return Math.Ceiling(100 * margin) / 100;
    }
}
