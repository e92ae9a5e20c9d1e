using Bench.Comparison;
using Bench.Statistics;

namespace Bench.Load;

/// <summary>
/// A look of a check of two builds at what it has measured, which may end it. An early one asks for more evidence than those after it, so
/// that all together fail by chance as often as intended, in about 1 %: Haybittle ("Repeated assessment of results in clinical trials of
/// cancer treatment", British Journal of Radiology 44, 1971) and Peto et al. (British Journal of Cancer 34, 1976).
/// </summary>
/// <param name="Rounds">How many rounds there are by then.</param>
/// <param name="IsEarly">Whether fewer than were asked for.</param>
internal readonly record struct LoadLook(int Rounds, bool IsEarly = false)
{
    /// <summary>Of three rounds a spread is hardly known.</summary>
    private const int MinRounds = 4;

    private const double EarlyShare = 2.0 / 3;
    private const double LevelOfFailingEarly = 0.001;

    /// <summary>For one measure; what is at its margin passes 10 % of the checks of three looks.</summary>
    private const double LevelOfClearingEarly = 0.03;

    /// <summary>The looks of a check: an early one where rounds are enough, one when all are measured, one after as many again.</summary>
    /// <param name="rounds">How many were asked for.</param>
    public static IReadOnlyList<LoadLook> Of(int rounds)
    {
        var early = Math.Max(MinRounds, (int)Math.Ceiling(EarlyShare * rounds));
        LoadLook[] whole = [new(rounds), new(2 * rounds)];
        return early < rounds ? [new(early, IsEarly: true), .. whole] : whole;
    }

    /// <summary>Whether nothing more is to be measured.</summary>
    public bool Ends(MatrixResult result, RunComparison measures, Strictness strictness) =>
        IsEarly ? EndsEarly(result, measures, strictness) : !LoadVerdict.NeedsAnotherLook(result, measures, strictness);

    // Who is told that something is worse wants to know of all measures what they are.
    private static bool EndsEarly(MatrixResult result, RunComparison measures, Strictness strictness) =>
        measures.Benchmarks.All(measure => measure.AcceptedTime is not null || IsClear(measure) || FailsClearly(measure))
        && (measures.Benchmarks.Any(FailsClearly) || LoadVerdict.Create(result, measures, strictness).ExitCode == ExitCode.Passed);

    private static bool IsClear(ComparedBenchmark measure) =>
        measure.Time is { Verdict: Verdict.Equivalent or Verdict.NotWorse or Verdict.Improved, PClears: <= LevelOfClearingEarly };

    private static bool FailsClearly(ComparedBenchmark measure) => measure is { TimeFails: true, Time.PFails: <= LevelOfFailingEarly };
}
