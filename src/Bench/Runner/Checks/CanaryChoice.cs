using Bench.Host;

namespace Bench.Runner;

// Chooses the benchmark that a check measures although it runs the same code in both builds.
internal static class CanaryChoice
{
    // The first by name, so that checks of the same change have the same canary. A benchmark that returns a task may wait for others than
    // a core, and one that is measured by iterations, or that is tied to a core, does not show what the others meet.
    public static MeasuredBenchmark? Of(IEnumerable<MeasuredBenchmark> benchmarks) =>
        benchmarks
            .Where(benchmark => benchmark is { HasSameCode: true, Pairing.Candidate: { Mode: RunMode.Slices, Affinity: 0 } })
            .OrderBy(benchmark => benchmark.Pairing!.Candidate.IsAwaited)
            .ThenBy(benchmark => benchmark.Id.ToString(), StringComparer.Ordinal)
            .FirstOrDefault();
}
