using Bench.Host;

namespace Bench.Runner;

// Chooses the benchmark that a check measures although it runs the same code in both builds.
internal static class CanaryChoice
{
    // The code of so many benchmarks outside of the filter is compared, if no benchmark of the filter is suitable.
    private const int MaxCompared = 2;

    // "others" are outside of the filter. Null if no benchmark is suitable, or if same code was not proven at all.
    public static MeasuredBenchmark? Of(
        IEnumerable<MeasuredBenchmark> benchmarks,
        IEnumerable<MeasuredBenchmark> others,
        ISameCodeProof? proof
    )
    {
        if (proof is null)
            return null;
        if (InOrder(benchmarks).FirstOrDefault(benchmark => benchmark.HasSameCode) is { } own)
            return own;
        // Benchmarks of one class often run the same changed code.
        MeasuredBenchmark[] compared =
        [
            .. InOrder(others)
                .Where(benchmark => benchmark.IsOpen)
                .DistinctBy(benchmark => benchmark.Pairing!.Candidate.Type)
                .Take(MaxCompared),
        ];
        var effects = compared.Length == 0 ? [] : proof.EffectsOn([.. compared.Select(benchmark => benchmark.Pairing!)]);
        if (compared.Zip(effects).FirstOrDefault(pair => pair.Second is null).First is not { } other)
            return null;
        other.HasSameCode = true;
        return other;
    }

    // By name, so that checks of the same change have the same canary. A benchmark that returns a task may wait for others than a core,
    // and one that is measured by iterations, or that is tied to a core, does not show what the others meet.
    private static IEnumerable<MeasuredBenchmark> InOrder(IEnumerable<MeasuredBenchmark> benchmarks) =>
        benchmarks
            .Where(benchmark => benchmark.Pairing?.Candidate is { Mode: RunMode.Slices, Affinity: 0 })
            .OrderBy(benchmark => benchmark.Pairing!.Candidate.IsAwaited)
            .ThenBy(benchmark => benchmark.Id.ToString(), StringComparer.Ordinal);
}
