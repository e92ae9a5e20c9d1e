namespace Bench.Runner;

/// <summary>
/// The error of each comparison of a search, so that their sum never exceeds what the search may err. How many there will be is not known
/// before: the number that one change takes shares half of it evenly, all after those the other half in a series that converges.
/// </summary>
/// <param name="error">Of the whole search, on all benchmarks together.</param>
/// <param name="benchmarks">Which share it evenly.</param>
/// <param name="planned">How many comparisons one change takes.</param>
internal sealed class ErrorBudget(double error, int benchmarks, int planned)
{
    private readonly double half = error / benchmarks / 2;

    /// <param name="comparison">Which of a benchmark's it is, from 1.</param>
    public double Of(int comparison) =>
        comparison <= planned
            ? half / planned
            // Euler: the inverse squares add up to π² / 6.
            : half * 6 / Math.Pow(Math.PI * (comparison - planned), 2);
}
