using Bench.Host;
using Bench.Runner;

namespace Bench.Cli.Explain;

internal static class BenchmarkChoice
{
    private const int Candidates = 4;

    public static BenchmarkPairing Choose(
        string pattern,
        (IReadOnlyList<HostedBenchmark> All, IReadOnlyList<HostedBenchmark> Fitting) before,
        (IReadOnlyList<HostedBenchmark> All, IReadOnlyList<HostedBenchmark> Fitting) after
    )
    {
        var fitting = Common(before.Fitting, after.Fitting);
        // A full name means exactly that benchmark, even if another name begins with it or a filter would treat its brackets specially.
        if (
            fitting.Count != 1
            && Common(before.All, after.All).Where(benchmark => benchmark.Candidate.Id.ToString() == pattern).ToList() is { Count: 1 } exact
        )
            fitting = exact;
        return fitting switch
        {
            [var only] => Runnable(only),
            [] when before.Fitting.Count + after.Fitting.Count > 0 => throw new BenchException(
                $"'{pattern}' matches a benchmark of the {(after.Fitting.Count > 0 ? "candidate" : "baseline")} only ({Some([.. after.Fitting, .. before.Fitting])}). There is nothing to compare it with."
            ),
            [] => throw new BenchException(
                $"'{pattern}' matches no benchmark. There are: {Some([.. Common(before.All, after.All).Select(benchmark => benchmark.Candidate)])}."
            ),
            _ => throw new BenchException(
                $"'{pattern}' matches {fitting.Count} benchmarks, but only one can be explained. Choose one of these: {Some([.. fitting.Select(benchmark => benchmark.Candidate)])}."
            ),
        };
    }

    private static BenchmarkPairing Runnable(BenchmarkPairing benchmark)
    {
        foreach (var side in new[] { benchmark.Baseline, benchmark.Candidate })
        {
            if (side.UnsupportedReason.Length > 0)
                throw new BenchException($"{side.Id} cannot be run: {side.UnsupportedReason}.");
            if (side.Mode == RunMode.FirstCall)
                throw new BenchException(
                    $"{side.Id} measures the first call in a process. That is too short to sample, and never optimized."
                );
        }

        return benchmark;
    }

    private static List<BenchmarkPairing> Common(IEnumerable<HostedBenchmark> before, IEnumerable<HostedBenchmark> after) =>
        [
            .. after.Join(
                before,
                benchmark => benchmark.Id,
                benchmark => benchmark.Id,
                (candidate, baseline) => new BenchmarkPairing(baseline, candidate)
            ),
        ];

    private static string Some(List<HostedBenchmark> benchmarks) =>
        benchmarks.Count == 0
            ? "none that both builds have"
            : string.Join("; ", benchmarks.Take(Candidates).Select(benchmark => benchmark.Id.ToString()))
                + (benchmarks.Count > Candidates ? $"; and {benchmarks.Count - Candidates} more" : "");
}
