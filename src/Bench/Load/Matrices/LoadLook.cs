using Bench.Comparison;
using Bench.Statistics;

namespace Bench.Load;

// A look at the results of a check of two builds, which may end the check. An early look needs more evidence, so that all looks together
// fail by chance in about 1%, as intended. See Haybittle ("Repeated assessment of results in clinical trials of cancer treatment", British
// Journal of Radiology 44, 1971) and Peto et al. (British Journal of Cancer 34, 1976).
/// <param name="Rounds">Number of rounds at this look.</param>
/// <param name="IsEarly">True if these are fewer rounds than requested.</param>
internal readonly record struct LoadLook(int Rounds, bool IsEarly = false)
{
    // With three rounds the spread is hardly known.
    private const int MinRounds = 4;

    private const double EarlyShare = 2.0 / 3;
    private const double LevelOfFailingEarly = 0.001;

    // For one measure. A measure exactly at its margin passes 10% of the checks with three looks.
    private const double LevelOfClearingEarly = 0.03;

    // An early look if there are enough rounds, one after all requested rounds, and one after twice as many.
    public static IReadOnlyList<LoadLook> Of(int rounds)
    {
        var early = Math.Max(MinRounds, (int)Math.Ceiling(EarlyShare * rounds));
        LoadLook[] whole = [new(rounds), new(2 * rounds)];
        return early < rounds ? [new(early, IsEarly: true), .. whole] : whole;
    }

    public bool Ends(JudgedMatrix judged, Strictness strictness) =>
        IsEarly ? EndsEarly(judged, strictness) : !LoadVerdict.NeedsAnotherLook(judged, strictness);

    // Readers who learn of a regression want to know about all measures.
    private static bool EndsEarly(JudgedMatrix judged, Strictness strictness) =>
        judged.Check.Benchmarks.All(measure => measure.AcceptedTime is not null || IsClear(measure) || FailsClearly(measure))
        && (judged.Check.Benchmarks.Any(FailsClearly) || LoadVerdict.Create(judged, strictness).ExitCode == ExitCode.Passed);

    private static bool IsClear(ComparedBenchmark measure) =>
        measure.Time is { Verdict: Verdict.Equivalent or Verdict.NotWorse or Verdict.Improved, PClears: <= LevelOfClearingEarly };

    private static bool FailsClearly(ComparedBenchmark measure) => measure is { TimeFails: true, Time.PFails: <= LevelOfFailingEarly };
}
