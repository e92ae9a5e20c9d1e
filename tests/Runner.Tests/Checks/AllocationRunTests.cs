namespace Bench.Runner.Tests;

public sealed class AllocationRunTests
{
    private static readonly HostedBenchmark Benchmark = new(
        0,
        new BenchmarkId("N.T.A", JobTraits.Default),
        new ListedBenchmark("N.T.A", "N.T", "N.T", "A", "", "", "A", "", false, 1, RunMode.Slices, 1, false, "", [], 0)
    );

    /// <summary>If each process has one of two sizes, three pairs agree by chance in one of 32 cases.</summary>
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

    /// <summary>If no two processes agree, all ways to divide them are equally likely.</summary>
    [Fact]
    public void Figures_that_never_repeat_are_a_change_no_more_often_than_the_error_allows()
    {
        const int comparisons = 20000;
        const double error = 0.003;
        var random = new Random(5);
        var changed = Enumerable.Range(0, comparisons).Count(_ => Count(() => (Size(), Size()), error).Counts.IsSeparated);
        Assert.InRange(changed, 1, (int)(comparisons * error));
        double Size() => 88 * random.Next(1, 1000);
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

    /// <summary>By ranks it is more, but a size in both builds shows that it may be chance.</summary>
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

    /// <summary>The number of figures depends on how often chance separates them, whatever the range of each build.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(10_000)]
    public void Figures_all_beyond_those_of_the_other_side_are_a_change_though_they_differ_among_themselves(double scale)
    {
        double[] none = [0, 0, 0, 0, 0, 0],
            some = [88 * scale, 88 * scale, 88 * scale, 88 * scale, 176 * scale, 176 * scale];
        var more = CommitMeasurement.Of(new AllocationCounts(none, some));
        var less = CommitMeasurement.Of(new AllocationCounts(some, none));
        Assert.Equal((1, -1, 0.0, 88 * scale), (more.Direction(0), less.Direction(0), more.BytesBefore, more.BytesAfter));
    }

    [Theory]
    [InlineData(8)]
    [InlineData(20)]
    public void Figures_that_differ_and_are_less_than_an_object_apart_stay_open(double apart)
    {
        var counts = new AllocationCounts([64, 66, 66, 66, 67, 67], [.. new[] { 66, 66, 66, 66, 66, 69 }.Select(bytes => bytes + apart)]);
        Assert.False(counts.IsSeparated);
        Assert.Throws<MeasurementException>(() => CommitMeasurement.Of(counts));
    }

    /// <summary>The allocation of a request does not repeat to the byte, and changed in neither direction.</summary>
    [Fact]
    public void Figures_that_do_not_repeat_are_unchanged_where_neither_side_has_notably_more()
    {
        var counts = new AllocationCounts([12424, 12488, 12474, 12430, 12470, 12450], [12476, 12424, 12449, 12420, 12440, 12460]);
        Assert.Equal(Verdict.NotWorse, counts.Verdict);
        Assert.True(counts.IsUnchanged);
        Assert.False(counts.IsSeparated);
    }

    /// <summary>Not worse and perhaps much better: a search needs a clearer result.</summary>
    [Fact]
    public void What_may_be_less_is_counted_again_by_a_search()
    {
        (double Baseline, double Candidate)[] pairs = [(12664, 12424), .. Enumerable.Repeat((12664.0, 12424.0), 6)];
        var search = Count(new Queue<(double, double)>(pairs).Dequeue, 0.003, slices: 1);
        var gate = Count(new Queue<(double, double)>(pairs).Dequeue, slices: 1);
        Assert.Equal((7, true), (search.Pairs, search.Counts.IsSeparated));
        Assert.Equal((1, Verdict.NotWorse), (gate.Pairs, gate.Counts.Verdict));
    }

    [Fact]
    public void A_search_takes_a_separation_for_a_change_and_figures_that_do_not_repeat_for_none()
    {
        var changed = CommitMeasurement.Of(new AllocationCounts([88, 88, 88, 88, 88, 88], [96, 96, 96, 96, 96, 96]));
        var unchanged = CommitMeasurement.Of(
            new AllocationCounts([12424, 12488, 12474, 12430, 12470, 12450], [12476, 12424, 12449, 12420, 12440, 12460])
        );
        Assert.Equal((1, 88.0, 96.0), (changed.Direction(0), changed.BytesBefore, changed.BytesAfter));
        Assert.Equal(new CommitComparison(0, 0, 0, 1, 12460, 12444.5), unchanged);
    }

    [Fact]
    public void What_stays_open_says_so_with_its_figures()
    {
        var open = Assert.Throws<MeasurementException>(() =>
            CommitMeasurement.Of(new AllocationCounts([11320, 11936, 11320], [11936, 11936.5, 11320]))
        );
        Assert.Equal("its allocation varies: 11320, 11320, 11936 before, 11320, 11936, 11936.5 after", open.Message);
    }

    private static (AllocationCounts Counts, int Pairs) Count(
        Func<(double Baseline, double Candidate)> processes,
        double? error = null,
        int slices = 5
    )
    {
        var pairs = 0;
        var benchmark = new MeasuredBenchmark(new BenchmarkPairing(Benchmark, Benchmark));
        var run = new AllocationRun(
            (pairing, _, _) =>
            {
                pairs++;
                var (before, after) = processes();
                var result = new ProcessPair(0, 0, 0, before, after)
                {
                    BaselineCounts = [.. Enumerable.Repeat(before, slices)],
                    CandidateCounts = [.. Enumerable.Repeat(after, slices)],
                };
                return new PairOutcome(result, null, null, TimeSpan.Zero);
            },
            _ => { },
            TimeSpan.FromDays(1),
            error
        );
        run.Count([benchmark], TestContext.Current.CancellationToken);
        return (benchmark.Allocation!, pairs);
    }
}
