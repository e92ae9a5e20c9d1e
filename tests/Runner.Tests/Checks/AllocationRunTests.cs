using Bench.Host;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Runner.Tests;

/// <summary>How many processes decide what a benchmark allocates, and how often chance does; the processes are made up.</summary>
public sealed class AllocationRunTests
{
    private static readonly HostedBenchmark Benchmark = new(
        0,
        new BenchmarkId("N.T.A", JobTraits.Default),
        new ListedBenchmark("N.T.A", "N.T", "N.T", "A", "", "", "A", "", false, 1, RunMode.Slices, 1, false, "", [], 0)
    );

    /// <summary>Three pairs that agree are one of 32 where each process has one of two sizes.</summary>
    [Fact]
    public void One_of_two_sizes_in_each_process_is_a_change_no_more_often_than_the_error_allows()
    {
        const int comparisons = 4000;
        const double error = 0.003;
        var random = new Random(5);
        var changed = Enumerable.Range(0, comparisons).Count(_ => Count(() => (Size(), Size()), error).Counts.IsSeparated);
        var withoutError = Enumerable
            .Range(0, comparisons)
            .Count(_ => Count(() => (Size(), Size())).Counts.Verdict is Verdict.Regressed or Verdict.Improved);

        Assert.InRange(changed, 0, (int)(comparisons * error));
        Assert.InRange(withoutError, 30, 100);

        double Size() => random.Next(2) == 0 ? 11320 : 11936;
    }

    [Theory]
    [InlineData(0.1, 3)]
    [InlineData(0.003, 6)]
    public void What_differs_is_counted_in_as_many_fresh_processes_as_the_error_takes(double error, int expected)
    {
        var (counts, pairs) = Count(() => (88, 96), error);

        Assert.Equal(expected + 1, pairs);
        Assert.Equal(Enumerable.Repeat(88.0, expected), counts.Baseline);
        Assert.Equal(Enumerable.Repeat(96.0, expected), counts.Candidate);
        Assert.True(counts.IsSeparated);
    }

    [Fact]
    public void Without_an_error_three_that_agree_are_enough() => Assert.Equal(4, Count(() => (88, 96)).Pairs);

    [Fact]
    public void What_is_the_same_takes_one_pair() => Assert.Equal(1, Count(() => (88, 88), 0.003).Pairs);

    /// <summary>By ranks it is more, and a size that both sides have says that it may be chance.</summary>
    [Fact]
    public void Figures_of_one_side_among_those_of_the_other_are_not_separated()
    {
        var counts = new AllocationCounts(
            [11320, 11320, 11320, 11320, 11320, 11320, 11320, 11936],
            [11936, 11936, 11936, 11936, 11936, 11936, 11936, 11936]
        );

        Assert.Equal(Verdict.Regressed, counts.Verdict);
        Assert.False(counts.IsSeparated);
    }

    private static (AllocationCounts Counts, int Pairs) Count(Func<(double Baseline, double Candidate)> processes, double? error = null)
    {
        var pairs = 0;
        var benchmark = new MeasuredBenchmark(new BenchmarkPairing(Benchmark, Benchmark));
        var run = new AllocationRun(
            (pairing, _, _) =>
            {
                pairs++;
                var (before, after) = processes();
                var result = new PairResult(0, 0, 0, before, after)
                {
                    BaselineCounts = [.. Enumerable.Repeat(before, 5)],
                    CandidateCounts = [.. Enumerable.Repeat(after, 5)],
                };
                return new PairOutcome(pairing, result, null, null, TimeSpan.Zero);
            },
            _ => { },
            TimeSpan.FromDays(1),
            error
        );
        run.Count([benchmark], TestContext.Current.CancellationToken);
        return (benchmark.Allocation!, pairs);
    }
}
