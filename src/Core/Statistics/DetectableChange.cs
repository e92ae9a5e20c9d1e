namespace Bench.Statistics;

/// <summary>
/// The smallest slowdown that a check of ten benchmarks finds nine times in ten, where log ratios of identical code differ by this spread
/// from replicate to replicate: it must look slower in the screening, and the confirmation replicates must show that
/// it lies above the margin.
/// </summary>
internal static class DetectableChange
{
    private const int BenchmarksOfCheck = 10;

    /// <summary>The degrees of freedom of a spread that is known.</summary>
    private const double Normal = double.PositiveInfinity;

    /// <summary>Of each of the two stages; together nine in ten, and a little for a spread that was underestimated more.</summary>
    private const double PowerOfStage = 0.96;

    /// <summary>
    /// The screening plans the confirmation by the few replicates it has: of ten benchmarks with a degree of freedom each, the spread looks
    /// this much smaller in one check of ten.
    /// </summary>
    private const double UnderestimatedSpread = 0.7;

    /// <returns>The relative slowdown (0.1 = 10 %).</returns>
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
}
