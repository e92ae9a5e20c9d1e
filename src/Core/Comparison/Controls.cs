using Bench.Statistics;

namespace Bench.Comparison;

// A control is a benchmark that no change of the code can move. If one moved, the machine did, so no other time shows anything about
// the code. Dividing the others by it, or by the suite's median, would only spread its noise.
internal static class Controls
{
    public static bool Moved(IReadOnlyList<ComparedBenchmark> benchmarks, List<string> warnings)
    {
        var moved = false;
        foreach (var benchmark in benchmarks.Where(benchmark => benchmark is { IsControl: true, IsAcrossMachines: false }))
        {
            if (benchmark.Time is not { Lower: { } lower, Upper: { } upper } time)
            {
                warnings.Add(
                    $"The control benchmark {benchmark.Name} cannot be judged: {benchmark.Time?.Reason ?? "it is not in both runs"}."
                );
            }
            else if ((lower > 1 || upper < 1) && Math.Abs(Math.Log(time.Ratio)) > benchmark.Margin.Log / 2)
            {
                moved = true;
                warnings.Add(
                    FormattableString.Invariant(
                        $"The control benchmark {benchmark.Name} changed ({time.Ratio:0.000}x), so the machine changed. No time is judged."
                    )
                );
            }
        }

        return moved;
    }

    // Ratios to an interleaved baseline keep their verdict, because the machine affected both.
    public static ComparedBenchmark WithoutVerdict(ComparedBenchmark benchmark, string reason) =>
        benchmark.Time is null || double.IsNaN(benchmark.Time.Ratio)
            ? benchmark
            : benchmark with
            {
                Time = benchmark.Time with { Verdict = Verdict.Inconclusive, FailsCheck = false, Reason = reason, LaunchesToDecide = null },
            };
}
