namespace Bench.Runner.Tests;

/// <summary>The search for commits, on histories whose levels are known, with measurements that are made up.</summary>
public class CommitSearchTests
{
    private static readonly double Margin = Math.Log(1.05);

    [Theory]
    [InlineData(2, 1)]
    [InlineData(100, 1)]
    [InlineData(100, 37)]
    [InlineData(100, 99)]
    [InlineData(101, 50)]
    public void One_step_is_found_in_as_many_comparisons_as_halving_takes(int count, int at)
    {
        var (compared, steps) = Search(count, index => index >= at ? 0.15 : 0, half: 0.02);

        var step = Assert.Single(steps);
        Assert.Equal((at - 1, at, true), (step.Before, step.After, step.IsDecided));
        Assert.InRange(compared, 0, (2 * CommitSearch.Comparisons(count)) - 1);
    }

    [Fact]
    public void What_one_half_explains_is_not_measured_in_the_other()
    {
        var (compared, _) = Search(1025, index => index >= 1 ? 0.15 : 0, half: 0.01);

        Assert.Equal(10, compared);
    }

    [Fact]
    public void Several_steps_are_found_as_several()
    {
        var (_, steps) = Search(60, index => (index >= 10 ? 0.08 : 0) + (index >= 40 ? -0.2 : 0), half: 0.01);

        Assert.Equal([(9, 10), (39, 40)], steps.Select(step => (step.Before, step.After)));
        Assert.Equal([1, -1], steps.Select(step => step.Comparison.Direction(Margin)));
    }

    [Fact]
    public void Small_steps_that_only_their_sum_shows_are_a_range()
    {
        var (_, steps) = Search(33, index => index * 0.003, half: 0.005);

        Assert.All(steps, step => Assert.False(step.IsDecided));
        Assert.All(steps, step => Assert.True(step.After - step.Before > 1));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(37)]
    [InlineData(50)]
    [InlineData(99)]
    public void More_bytes_are_found_without_a_margin(int at)
    {
        var compared = 0;
        var search = new CommitSearch(100, margin: 0, Compare, isSubtracted: false);

        var step = Assert.Single(search.Find(Compare(0, 99)!.Value));

        Assert.Equal((at - 1, at, 24.0, 48.0), (step.Before, step.After, step.Comparison.BytesBefore, step.Comparison.BytesAfter));
        Assert.Empty(search.Skipped);
        Assert.InRange(compared, 0, 2 * CommitSearch.Comparisons(100));

        CommitComparison? Compare(int before, int after)
        {
            compared++;
            if (before >= at || after < at)
                return CommitComparison.Same;
            var ratio = Math.Log(49.0 / 25);
            return new CommitComparison(ratio, ratio, ratio, 1, 24, 48);
        }
    }

    /// <summary>Up to 2 bytes are no change, so that what two halves allocate more does not add up.</summary>
    [Fact]
    public void Of_bytes_each_half_is_compared_and_none_follows_from_the_other()
    {
        int[] bytes = [100, 102, 102, 124];

        var steps = new CommitSearch(4, margin: 0, Compare, isSubtracted: false).Find(Compare(0, 3)!.Value);

        Assert.Equal((2, 3), (Assert.Single(steps).Before, steps[0].After));

        CommitComparison? Compare(int before, int after)
        {
            var (first, second) = (bytes[before], bytes[after]);
            var ratio = Math.Log((second + 1.0) / (first + 1));
            return second - first <= 2 ? CommitComparison.Same : new CommitComparison(ratio, ratio, ratio, 1, first, second);
        }
    }

    [Theory]
    [InlineData(50)]
    [InlineData(37)]
    public void Commits_that_do_not_build_are_skipped_and_named(int at)
    {
        int[] broken = [50, 49, 36];

        var (_, steps) = Search(101, index => index >= at ? 0.15 : 0, half: 0.01, broken);

        var step = Assert.Single(steps);
        Assert.True(step.Before < at && at <= step.After);
        Assert.All(Enumerable.Range(step.Before + 1, step.After - step.Before - 1), between => Assert.Contains(between, broken));
    }

    [Fact]
    public void An_undecided_commit_is_gone_around()
    {
        // At commit 50 the machine was so busy that nothing was decided.
        var (_, steps) = Search(101, index => index >= 70 ? 0.15 : 0, half: 0.01, halfAt: index => index == 50 ? 0.3 : 0.01);

        Assert.Equal((69, 70), (Assert.Single(steps).Before, steps[0].After));
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(0.15, true)]
    public void A_comparison_ends_as_soon_as_it_is_decided(double level, bool isBeyond)
    {
        var random = new Random(1);
        var wrong = 0;
        var replicates = 0;
        for (var i = 0; i < 200; i++)
        {
            var logs = new List<double>();
            var comparison = SequentialComparison
                .Run(
                    more =>
                    {
                        for (var j = 0; j < more; j++)
                            logs.Add(level + (0.015 * Gauss(random)));
                        return logs;
                    },
                    Margin,
                    0.05 / 8
                )!
                .Value;
            replicates += comparison.Replicates;
            if ((comparison.Direction(Margin) != 0) != isBeyond)
                wrong++;
        }

        Assert.Equal(0, wrong);
        Assert.InRange(replicates / 200.0, 3, 8);
    }

    [Fact]
    public void What_is_at_the_margin_itself_is_rarely_called_a_change()
    {
        var random = new Random(2);
        var called = 0;
        for (var i = 0; i < 1000; i++)
        {
            var logs = new List<double>();
            var comparison = SequentialComparison.Run(
                more =>
                {
                    for (var j = 0; j < more; j++)
                        logs.Add(Margin + (0.015 * Gauss(random)));
                    return logs;
                },
                Margin,
                0.05
            );
            if (comparison!.Value.Direction(Margin) != 0)
                called++;
        }

        Assert.InRange(called, 0, 40);
    }

    private static (int Compared, IReadOnlyList<FoundStep> Steps) Search(
        int count,
        Func<int, double> level,
        double half,
        int[]? broken = null,
        Func<int, double>? halfAt = null
    )
    {
        var compared = 0;
        var whole = Compare(0, count - 1)!.Value;
        compared = 0;
        var steps = new CommitSearch(count, Margin, Compare).Find(whole);
        return (compared, steps);

        CommitComparison? Compare(int before, int after)
        {
            if (broken?.Contains(after) == true)
                return null;
            compared++;
            var (ratio, width) = (level(after) - level(before), Math.Max(half, halfAt?.Invoke(after) ?? half));
            return new CommitComparison(ratio, ratio - width, ratio + width, 4);
        }
    }

    private static double Gauss(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
