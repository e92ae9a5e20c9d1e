using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;

namespace Lab.PublicData.Launches;

/// <summary>The verdicts of <c>bench compare</c> with its default options, without reading files.</summary>
internal static class CompareRule
{
    public static (ExitCode ExitCode, Finding[] Findings) Judge(Check check)
    {
        var comparison = RunComparison.Create(
            Run(check, benchmark => benchmark.Baseline),
            Run(check, benchmark => benchmark.Candidate),
            new ComparisonOptions { AssumedSpread = AssumedSpread.OfTimes, EstimatesCommonFactor = true }
        );
        return (
            Outcome.Create(comparison, new Strictness()).ExitCode,
            [
                .. comparison.Benchmarks.Select(benchmark =>
                    benchmark.Judged switch
                    {
                        { FailsCheck: true } => Finding.Fails,
                        { Verdict: Verdict.Regressed } => Finding.Listed,
                        { Verdict: Verdict.Inconclusive } => Finding.Undecided,
                        _ => Finding.NotSlower,
                    }
                ),
            ]
        );
    }

    private static Run Run(Check check, Func<LaunchedBenchmark, double[][]> side) =>
        new(
            [
                .. check.Benchmarks.Select(benchmark => new BenchmarkResult
                {
                    Id = new BenchmarkId(benchmark.Name, JobTraits.Default),
                    Type = check.System,
                    Method = benchmark.Name,
                    Parameters = "",
                    Places = [],
                    Launches = [.. side(benchmark).Select(launch => new Launch(launch))],
                }),
            ],
            [],
            []
        );
}
