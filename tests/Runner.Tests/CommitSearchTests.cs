namespace Bench.Runner.Tests;

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
        var history = new History(Bytes) { AreSubtracted = false };
        var search = new CommitSearch(100, margin: 0, history);

        var step = Assert.Single(search.Find(Bytes(0, 99)));

        Assert.Equal((at - 1, at, 24.0, 48.0), (step.Before, step.After, step.Comparison.BytesBefore, step.Comparison.BytesAfter));
        Assert.Empty(search.Skipped);
        Assert.InRange(history.Compared, 1, 2 * CommitSearch.Comparisons(100));

        CommitComparison Bytes(int before, int after)
        {
            if (before >= at || after < at)
                return CommitComparison.Same;
            var ratio = Math.Log(49.0 / 25);
            return new CommitComparison(ratio, ratio, ratio, 1, 24, 48);
        }
    }

    /// <summary>Up to 2 bytes are not a change, so the increases of two halves do not add up.</summary>
    [Fact]
    public void Of_bytes_each_half_is_compared_and_none_follows_from_the_other()
    {
        int[] bytes = [100, 102, 102, 124];

        var steps = new CommitSearch(4, margin: 0, new History(Bytes) { AreSubtracted = false }).Find(Bytes(0, 3));

        Assert.Equal((2, 3), (Assert.Single(steps).Before, steps[0].After));

        CommitComparison Bytes(int before, int after)
        {
            var (first, second) = (bytes[before], bytes[after]);
            var ratio = Math.Log((second + 1.0) / (first + 1));
            return second - first <= 2 ? CommitComparison.Same : new CommitComparison(ratio, ratio, ratio, 1, first, second);
        }
    }

    /// <summary>Every kind of difference between two ends is found in a bounded number of comparisons.</summary>
    [Theory]
    [InlineData("+15 % at 37", "37", 14)]
    [InlineData("+5 % at 33, +5 % at 66", "33 66", 30)]
    [InlineData("+10 % at 33, +5 % at 66", "33 66", 30)]
    [InlineData("+10 % at 20, -20 % at 70", "20 70", 30)]
    [InlineData("+3 % at 33, +3 % at 66", "33 66", 30)]
    public void Steps_are_named_though_measurements_are_noisy(string history, string expected, int atMost)
    {
        var level = Level(history);
        // The largest noise at which the ends still differ significantly.
        var noise = history.StartsWith("+3", StringComparison.Ordinal) ? 0.006 : 0.012;
        var named = 0;
        for (var seed = 0; seed < 40; seed++)
        {
            var (compared, whole, steps) = Measured(level, noise, seed);

            Assert.InRange(compared, 1, atMost);
            if (whole.Direction(Margin) != 0 && string.Join(' ', steps.Where(IsOneCommit).Select(step => step.After)) == expected)
                named++;
        }

        Assert.InRange(named, 36, 40);
    }

    [Theory]
    [InlineData("")]
    [InlineData("+10 % at 33, -9 % at 66")]
    public void Ends_that_are_alike_take_one_comparison(string history)
    {
        for (var seed = 0; seed < 40; seed++)
        {
            var (compared, whole, steps) = Measured(Level(history), 0.012, seed);

            Assert.True(whole.IsInside(Margin));
            Assert.Equal(1, compared);
            Assert.Empty(steps);
        }
    }

    [Fact]
    public void A_slow_ramp_is_ranges_and_no_commit()
    {
        for (var seed = 0; seed < 20; seed++)
        {
            var (compared, whole, steps) = Measured(index => index * 0.0015, 0.012, seed);

            Assert.Equal(1, whole.Direction(Margin));
            Assert.InRange(compared, 2, 40);
            Assert.NotEmpty(steps);
            Assert.All(steps, step => Assert.True(step.After - step.Before > 1));
        }
    }

    /// <summary>With this noise, sixteen replicates do not show that an unchanged half is unchanged.</summary>
    [Theory]
    [InlineData(12)]
    [InlineData(37)]
    [InlineData(88)]
    public void However_noisy_the_other_half_a_large_change_is_named(int at)
    {
        var named = 0;
        for (var seed = 0; seed < 40; seed++)
        {
            var (compared, _, steps) = Measured(Level($"+30 % at {at}"), 0.06, seed);

            Assert.InRange(compared, 1, 25);
            if (steps is [{ IsDecided: true } step] && (step.Before, step.After) == (at - 1, at))
                named++;
        }

        Assert.InRange(named, 36, 40);
    }

    [Fact]
    public void Where_another_change_is_not_ruled_out_is_told()
    {
        // The machine was busy before commit 50.
        var history = new History(
            (before, after) =>
                after <= 50 ? new CommitComparison(0.01, -0.09, 0.11, 16)
                : before >= 70 ? new CommitComparison(0, -0.01, 0.01, 4)
                : new CommitComparison(after >= 70 ? 0.3 : 0, after >= 70 ? 0.29 : -0.01, after >= 70 ? 0.31 : 0.01, 4)
        );
        var search = new CommitSearch(101, Margin, history);

        var step = Assert.Single(search.Find(new CommitComparison(0.31, 0.29, 0.33, 4)));

        Assert.Equal((69, 70, true), (step.Before, step.After, step.IsDecided));
        Assert.Equal((0, 50), (Assert.Single(search.NotExcluded).Before, search.NotExcluded[0].After));
        Assert.Empty(search.Skipped);
    }

    /// <summary>The unexplained rest of the whole change is searched for, and the change that was found is still named.</summary>
    [Fact]
    public void What_no_commit_shows_is_a_range_beside_the_change_that_one_does()
    {
        var history = new History(Compare) { AreSubtracted = false };

        var steps = new CommitSearch(101, Margin, history).Find(new CommitComparison(0.3, 0.28, 0.32, 4));

        Assert.Contains(steps, step => step is { Before: 39, After: 40, IsDecided: true });
        Assert.Contains(steps, step => step is { Before: >= 49, After: 100, IsDecided: false });

        static CommitComparison Compare(int before, int after) =>
            before >= 45 ? new CommitComparison(0.07, -0.03, 0.17, 16)
            : before < 40 && after >= 40 ? new CommitComparison(0.2, 0.19, 0.21, 4)
            : new CommitComparison(0, -0.01, 0.01, 4);
    }

    [Theory]
    [InlineData(100)]
    [InlineData(420)]
    public void Many_commits_in_a_row_that_do_not_build_are_not_tried_one_by_one(int at)
    {
        var (compared, steps) = Search(501, index => index >= at ? 0.15 : 0, half: 0.01, [.. Enumerable.Range(150, 200)]);
        Assert.Equal((at - 1, at), (Assert.Single(steps).Before, steps[0].After));
        Assert.InRange(compared, 1, 40);
    }

    [Fact]
    public void If_it_is_one_of_many_that_do_not_build_all_are_named()
    {
        var (_, steps) = Search(501, index => index >= 200 ? 0.15 : 0, half: 0.01, [.. Enumerable.Range(150, 200)]);
        Assert.Equal((149, 350, true), (Assert.Single(steps).Before, steps[0].After, steps[0].IsDecided));
    }

    /// <summary>A total just beyond the margin that noise leaves undecided is not tried at each commit.</summary>
    [Fact]
    public void Where_nothing_can_be_decided_the_range_is_named_soon()
    {
        var history = new History((_, _) => new CommitComparison(0.04, -0.01, 0.09, 16));
        var steps = new CommitSearch(101, Margin, history).Find(new CommitComparison(0.08, 0.06, 0.1, 8));
        Assert.Equal((0, 100, false), (Assert.Single(steps).Before, steps[0].After, steps[0].IsDecided));
        Assert.InRange(history.Compared, 1, 4);
    }

    [Fact]
    public void What_runs_the_code_of_either_end_is_not_measured()
    {
        var history = new History((_, _) => throw new InvalidOperationException("measured"))
        {
            AreSameBy = (before, after) => (before < 60) == (after < 60),
        };
        var step = Assert.Single(new CommitSearch(101, Margin, history).Find(new CommitComparison(0.14, 0.12, 0.16, 4)));
        Assert.Equal((59, 60, true), (step.Before, step.After, step.IsDecided));
    }

    [Theory]
    [InlineData(8, 1)]
    [InlineData(8, 10)]
    [InlineData(1, 3)]
    public void All_comparisons_of_all_benchmarks_share_the_error(int planned, int benchmarks)
    {
        var budget = new ErrorBudget(0.05, benchmarks, planned);
        var spent = benchmarks * Enumerable.Range(1, 100_000).Sum(budget.Of);
        Assert.InRange(spent, 0.0499, 0.05);
        Assert.Equal(0.025 / benchmarks / planned, budget.Of(planned), 12);
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
        // At commit 50 the machine was too busy to decide anything.
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
                    () => Margin,
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
                () => Margin,
                0.05
            );
            if (comparison!.Value.Direction(Margin) != 0)
                called++;
        }

        Assert.InRange(called, 0, 40);
    }

    private static bool IsOneCommit(FoundStep step) => step.After - step.Before == 1;

    /// <summary>A history by its changes, such as "+5 % at 33, -10 % at 66".</summary>
    private static Func<int, double> Level(string changes)
    {
        var all = changes
            .Split(", ", StringSplitOptions.RemoveEmptyEntries)
            .Select(change => change.Split(" % at "))
            .Select(change => (Log: Math.Log(1 + (ParseNumber(change[0]) / 100)), At: ParseNumber(change[1])))
            .ToArray();
        return index => all.Where(change => index >= change.At).Sum(change => change.Log);
        static double ParseNumber(string text) => double.Parse(text, System.Globalization.CultureInfo.InvariantCulture);
    }

    /// <summary>A complete bisection of 100 commits: the ends, and the search if they differ beyond the margin.</summary>
    private static (int Compared, CommitComparison Whole, IReadOnlyList<FoundStep> Steps) Measured(
        Func<int, double> level,
        double noise,
        int seed
    )
    {
        const int count = 101;
        var random = new Random(seed);
        var budget = new ErrorBudget(0.05, 1, CommitSearch.Comparisons(count));
        var compared = 0;
        var history = new History(Compare);
        var whole = history.Compare(0, count - 1, Margin)!.Value;
        var steps = whole.Direction(Margin) == 0 ? [] : new CommitSearch(count, Margin, history).Find(whole);
        return (history.Compared, whole, steps);

        CommitComparison? Compare(int before, int after, double threshold)
        {
            var logs = new List<double>();
            return SequentialComparison.Run(
                more =>
                {
                    for (var i = 0; i < more; i++)
                        logs.Add(level(after) - level(before) + (noise * Gauss(random)));
                    return logs;
                },
                () => threshold,
                budget.Of(++compared)
            );
        }
    }

    private static (int Compared, IReadOnlyList<FoundStep> Steps) Search(
        int count,
        Func<int, double> level,
        double half,
        int[]? broken = null,
        Func<int, double>? halfAt = null
    )
    {
        var history = new History((before, after, _) => broken?.Contains(after) == true ? null : Compare(before, after));
        var steps = new CommitSearch(count, Margin, history).Find(Compare(0, count - 1));
        return (history.Compared, steps);

        CommitComparison Compare(int before, int after)
        {
            var (ratio, width) = (level(after) - level(before), Math.Max(half, halfAt?.Invoke(after) ?? half));
            return new CommitComparison(ratio, ratio - width, ratio + width, 4);
        }
    }

    private sealed class History(Func<int, int, double, CommitComparison?> compare) : ICommitComparisons
    {
        public History(Func<int, int, CommitComparison> compare)
            : this((before, after, _) => compare(before, after)) { }

        public bool AreSubtracted { get; init; } = true;

        public Func<int, int, bool> AreSameBy { get; init; } = (_, _) => false;

        public int Compared { get; private set; }

        public bool AreSame(int before, int after) => AreSameBy(before, after);

        public CommitComparison? Compare(int before, int after, double threshold)
        {
            Compared++;
            return compare(before, after, threshold);
        }
    }

    private static double Gauss(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
