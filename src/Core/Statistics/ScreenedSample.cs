namespace Bench.Statistics;

/// <summary>A row of a check in two stages.</summary>
/// <param name="Sample">Its units are all that were measured, in the order measured.</param>
/// <param name="FreshUnits">How many of them, the last ones, were measured because those before made the row a suspect.</param>
internal sealed record ScreenedSample(RowSample Sample, int FreshUnits)
{
    /// <summary>The units that made the row a suspect, or did not.</summary>
    internal RowSample Screening => Part(0, Sample.Units.Count - FreshUnits);

    internal RowSample Fresh => Part(Sample.Units.Count - FreshUnits, FreshUnits);

    private RowSample Part(int skip, int take) => Sample with
    {
        Baseline = [.. Sample.Baseline.Skip(skip).Take(take)],
        Candidate = [.. Sample.Candidate.Skip(skip).Take(take)],
        Units = [.. Sample.Units.Skip(skip).Take(take)],
    };
}
