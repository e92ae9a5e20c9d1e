namespace Bench.Runner;

// Divides the error of a whole search among its comparisons, so that their sum never exceeds it. The number of comparisons is unknown in
// advance.
// The comparisons that one change needs share half of the error evenly. Any later ones share the other half in a series that converges.
/// <param name="error">The error of the whole search, for all benchmarks together.</param>
/// <param name="benchmarks">They share the error evenly.</param>
/// <param name="planned">The number of comparisons that one change needs.</param>
internal sealed class ErrorBudget(double error, int benchmarks, int planned)
{
    private readonly double half = error / benchmarks / 2;

    // comparison is the number of the benchmark's comparison, from 1.
    public double Of(int comparison) =>
        comparison <= planned
            ? half / planned
            // Euler: the sum of the inverse squares is π² / 6.
            : half * 6 / Math.Pow(Math.PI * (comparison - planned), 2);
}
