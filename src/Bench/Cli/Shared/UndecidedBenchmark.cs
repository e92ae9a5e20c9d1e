using System.Globalization;
using Bench.Reports;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Cli;

/// <param name="Checks">The number of checks that measured it.</param>
/// <param name="Inconclusive">The number of these that did not decide.</param>
/// <param name="Spread">The standard deviation of a replicate's log ratio: the median over the checks.</param>
/// <param name="Nanoseconds">Per operation, in the newest check.</param>
/// <param name="DecidesAllocation">True if each of the checks decided about its bytes.</param>
internal sealed record UndecidedBenchmark(
    BenchmarkId Id,
    int Checks,
    int Inconclusive,
    double Spread,
    double Nanoseconds,
    Margin Margin,
    bool DecidesAllocation
)
{
    // The time of a shorter operation depends on where the compiler places the loop around it.
    private const double ShortNanoseconds = 1000;

    public string Found =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"Inconclusive in {Inconclusive} of {Checks} checks, replicates spread by {IdenticalCode.Percent(Spread)}, margin {IdenticalCode.Percent(Margin.Relative)}"
        );

    /// <summary>Advice that would lead to a verdict, one sentence each.</summary>
    public IEnumerable<string> Plan
    {
        get
        {
            if (DetectableChange.DecidableMargin(Spread) is var margin && margin > Margin.Relative)
                yield return string.Create(
                    CultureInfo.InvariantCulture,
                    $"A margin of {100 * margin:0}% fits this spread (a rule in {Comparison.Settings.FileName})."
                );
            else
                yield return $"It often changes by about its margin. Choose another margin (a rule in {Comparison.Settings.FileName}), or a larger --budget.";
            if (Nanoseconds < ShortNanoseconds)
                yield return $"It takes {Figures.Time(Nanoseconds)}. More operations per invocation (OperationsPerInvoke) make it steadier.";
            if (DecidesAllocation)
                yield return "The option --allocation-only of bench gate decides about its allocation.";
        }
    }
}
