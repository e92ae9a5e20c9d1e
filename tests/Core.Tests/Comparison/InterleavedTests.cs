namespace Bench.Core.Tests;

public sealed class InterleavedTests : FolderTests
{
    private static readonly ComparisonOptions Options = new()
    {
        AssumedSpread = AssumedSpread.OfTimes,
        EstimatesCommonFactor = true,
        NamesRemedies = true,
    };

    [Fact]
    public void Ratios_are_read_from_JSON_and_from_Markdown()
    {
        var run = new InterleavedRun();
        run.Add(1, ("Plain", [100, 130, 90]), ("Wrapped", [150, 198, 133]));
        run.Write(folder, "run");

        var json = folder.Load("run.json").Benchmarks;
        var table = folder.Load("run.md").Benchmarks;

        Assert.Null(json[0].ToBaseline);
        Assert.Null(table[0].ToBaseline);
        Assert.Equal("N.T.Plain(Size: 1)", json[1].ToBaseline!.Baseline);
        Assert.Equal([1.5, 1.523, 1.478], json[1].ToBaseline!.Launches.Select(ratio => Math.Round(ratio, 3)));
        Assert.Equal([0.002, 0.002, 0.002], json[1].ToBaseline!.Errors);
        Assert.Equal("N.T.Plain(Size=1)", table[1].ToBaseline!.Baseline);
        Assert.Equal(new RatioSummary(1.5, new LaunchSpread(3, 0.0151)), Assert.Single(table[1].ToBaseline!.Summaries));
        Assert.Equal(
            new LaunchSpread(3, 0.1894),
            table[0].Summaries[0].Launches! with
            {
                StandardDeviation = Math.Round(table[0].Summaries[0].Launches!.StandardDeviation, 4),
            }
        );
    }

    [Theory]
    [InlineData("json", "json")]
    [InlineData("md", "md")]
    [InlineData("json", "md")]
    [InlineData("md", "json")]
    public void JSON_and_Markdown_of_the_same_runs_give_the_same_verdicts(string before, string after)
    {
        // The second run's machine is 1.3 times slower, and Slower takes 1.25 times as long as before.
        new InterleavedSimulation(1).Write(folder, "old", 12, "", 1);
        new InterleavedSimulation(2).Write(folder, "new", 12, "Slower", 1.3);
        var comparison = folder.Compare($"old.{before}", $"new.{after}", Options);

        Assert.Equal(48, comparison.Benchmarks.Count);
        Assert.InRange(comparison.CommonFactor!.Ratio, 1.24, 1.36);
        Assert.Equal(CommonFactorState.TakenOut, comparison.CommonFactorState);
        foreach (var benchmark in comparison.Benchmarks.Where(benchmark => benchmark.Method != "Plain"))
            Assert.Equal(
                (benchmark.Name, benchmark.Method == "Slower" ? Verdict.Regressed : Verdict.Equivalent),
                (benchmark.Name, benchmark.RatioToBaseline!.Verdict)
            );
        Assert.All(comparison.Benchmarks.Where(benchmark => benchmark.Method == "Plain"), benchmark =>
            Assert.NotEqual(Verdict.Regressed, benchmark.Judged!.Verdict)
        );
        Assert.All(comparison.Benchmarks.Where(benchmark => benchmark.Method == "Plain"), benchmark =>
            Assert.Null(benchmark.RatioToBaseline)
        );
        Assert.Equal(12, comparison.Benchmarks.Count(benchmark => benchmark.TimeFails));
        Assert.Equal(ExitCode.Regressed, comparison.Decide(new Strictness(MaxInconclusive: 1)).ExitCode);
    }

    [Fact]
    public void Identical_code_on_a_slower_machine_is_no_regression()
    {
        new InterleavedSimulation(1).Write(folder, "old", 12, "", 1);
        new InterleavedSimulation(2).Write(folder, "new", 12, "", 1.6);
        var comparison = folder.Compare("old.json", "new.json", Options);

        Assert.DoesNotContain(comparison.Benchmarks, benchmark => benchmark.Judged!.Verdict == Verdict.Regressed);
        Assert.Equal(
            36,
            comparison.Benchmarks.Count(benchmark =>
                benchmark.Judged!.Verdict == Verdict.Equivalent && benchmark.RatioToBaseline is not null
            )
        );
    }

    [Fact]
    public void A_baseline_that_got_faster_makes_no_alternative_slower()
    {
        new InterleavedSimulation(3) { Drift = 0.02 }.Write(folder, "old", 12, "", 1);
        new InterleavedSimulation(4) { Drift = 0.02 }.Write(folder, "new", 12, "Plain of 0", 1, factor: 0.7);
        var comparison = folder.Compare("old.json", "new.json", Options);

        var category = comparison.Benchmarks.Where(benchmark => benchmark.Name.Contains("(Size: 0)", StringComparison.Ordinal)).ToArray();
        Assert.Equal(Verdict.Improved, category.Single(benchmark => benchmark.Method == "Plain").Judged!.Verdict);
        Assert.All(category.Where(benchmark => benchmark.Method != "Plain"), benchmark =>
            Assert.NotEqual(Verdict.Regressed, benchmark.Judged!.Verdict)
        );
        Assert.All(category.Where(benchmark => benchmark.Method != "Plain"), benchmark =>
            Assert.Contains("the baseline of the group got faster", benchmark.Judged!.Reason)
        );
        Assert.DoesNotContain(comparison.Benchmarks, benchmark => benchmark.TimeFails);
        Assert.Contains(comparison.Warnings, warning =>
            warning.StartsWith("The baseline of the group got faster", StringComparison.Ordinal)
        );
    }

    [Fact]
    public void A_baseline_that_got_slower_fails_the_check_and_improves_nothing()
    {
        new InterleavedSimulation(3) { Drift = 0.02 }.Write(folder, "old", 12, "", 1);
        new InterleavedSimulation(4) { Drift = 0.02 }.Write(folder, "new", 12, "Plain of 0", 1, factor: 1.5);
        var comparison = folder.Compare("old.json", "new.json", Options);
        Assert.Equal("N.T.Plain(Size: 0)", Assert.Single(comparison.Benchmarks, benchmark => benchmark.TimeFails).Name);
        Assert.DoesNotContain(comparison.Benchmarks, benchmark => benchmark.Judged!.Verdict == Verdict.Improved);
    }

    [Fact]
    public void Without_a_common_factor_a_whole_category_that_moved_is_no_regression_of_its_baseline()
    {
        new InterleavedSimulation(5) { Drift = 0.01 }.Write(folder, "old", 2, "", 1);
        new InterleavedSimulation(6) { Drift = 0.01 }.Write(folder, "new", 2, "", 1.5);
        var comparison = folder.Compare("old.json", "new.json", Options);

        Assert.Equal(CommonFactorState.NotEstimable, comparison.CommonFactorState);
        Assert.DoesNotContain(comparison.Benchmarks, benchmark => benchmark.Judged!.Verdict == Verdict.Regressed);
        Assert.All(comparison.Benchmarks.Where(benchmark => benchmark.Method == "Plain"), benchmark =>
            Assert.Equal(Verdict.Inconclusive, benchmark.Judged!.Verdict)
        );
    }

    [Fact]
    public void Ratios_to_different_baselines_are_not_compared()
    {
        var old = new InterleavedRun();
        old.Add(1, ("A", [100, 101, 99]), ("B", [150, 151, 149]), ("C", [200, 201, 199]));
        old.Write(folder, "old");
        var now = new InterleavedRun();
        now.Add(1, ("B", [150, 151, 148]), ("A", [100, 101, 98]), ("C", [200, 201, 198]));
        now.Write(folder, "new");
        foreach (var kind in new[] { "json", "md" })
        {
            var comparison = folder.Compare($"old.{kind}", $"new.{kind}", Options);

            Assert.All(comparison.Benchmarks, benchmark => Assert.Null(benchmark.RatioToBaseline));
            Assert.Contains(comparison.Warnings, warning => warning.Contains("different baselines", StringComparison.Ordinal));
        }
    }

    [Fact]
    public void JSON_and_Markdown_agree_whatever_happened()
    {
        var different = 0;
        for (var seed = 0; seed < 15; seed++)
        {
            new InterleavedSimulation(2 * seed) { MaxSpread = 0.03 }.Write(folder, "old", 10, "", 1);
            new InterleavedSimulation((2 * seed) + 1) { MaxSpread = 0.03 }.Write(
                folder,
                "new",
                10,
                seed % 3 == 0 ? "" : "Slower",
                1 + (0.1 * (seed % 5)),
                factor: seed % 2 == 0 ? 1.25 : 1.12
            );
            var runs = folder.Sides("old.json", "new.json", "old.md", "new.md");

            var json = RunComparison.Create(runs[0], runs[1], Options);
            var table = RunComparison.Create(runs[2], runs[3], Options);

            Assert.Equal(
                json.Benchmarks.Select(benchmark => benchmark.RatioToBaseline?.Verdict),
                table.Benchmarks.Select(benchmark => benchmark.RatioToBaseline?.Verdict)
            );
            Assert.Equal(json.CommonFactorState, table.CommonFactorState);
            different += json.Benchmarks.Zip(table.Benchmarks).Count(pair => pair.First.TimeFails != pair.Second.TimeFails);
        }

        // 600 checks in total. A table rounds, so a result at the very edge of failing may fall to the other side.
        Assert.InRange(different, 0, 2);
    }

    [Fact]
    public void A_table_without_lines_between_its_groups_has_a_baseline_for_each_set_of_parameters()
    {
        var run = new InterleavedRun();
        run.Add(1, ("Plain", [100, 101]), ("Wrapped", [150, 153]));
        run.Add(2, ("Plain", [200, 201]), ("Wrapped", [300, 303]));
        folder.Write("N.T-report-github.md", run.ToMarkdown().Replace("| | | | | | | | | | | | |\n", "", StringComparison.Ordinal));

        Assert.Equal(
            [null, "N.T.Plain(Size=1)", null, "N.T.Plain(Size=2)"],
            folder.Load("N.T-report-github.md").Benchmarks.Select(benchmark => benchmark.ToBaseline?.Baseline)
        );
    }

    [Fact]
    public void A_job_that_is_the_baseline_and_got_faster_makes_no_other_job_slower()
    {
        var (before, after) = (new InterleavedRun(), new InterleavedRun());
        before.AddJobs(3, "Work", ("Once", [100, 100.5, 99.8, 100.2]), ("Twice", [200, 201, 199.7, 200.3]));
        after.AddJobs(3, "Work", ("Once", [70, 70.3, 69.9, 70.1]), ("Twice", [200.2, 200.9, 199.6, 200.5]));
        folder.Write("before.json", before.ToJson());
        folder.Write("after.json", after.ToJson());
        var comparison = folder.Compare("before.json", "after.json");
        Assert.Equal(ExitCode.Passed, comparison.Decide(new Strictness(MaxInconclusive: 1)).ExitCode);
    }

    [Fact]
    public void With_control_benchmarks_the_common_factor_is_shown_and_not_taken_out()
    {
        new InterleavedSimulation(1) { Drift = 0.005 }.Write(folder, "old", 12, "", 1);
        new InterleavedSimulation(2) { Drift = 0.005 }.Write(folder, "new", 12, "", 1.2);
        var controlled = Options with { Settings = new Settings { Controls = [new BenchmarkPattern("N.T.Plain(Size: 0)")] } };

        var comparison = folder.Compare("old.json", "new.json", controlled);

        Assert.Equal(CommonFactorState.KeptByControls, comparison.CommonFactorState);
        Assert.True(comparison.ControlMoved);
        Assert.All(comparison.Benchmarks.Where(benchmark => benchmark.Method == "Plain"), benchmark =>
            Assert.Equal(Verdict.Inconclusive, benchmark.Judged!.Verdict)
        );
        Assert.All(comparison.Benchmarks.Where(benchmark => benchmark.Method != "Plain"), benchmark =>
            Assert.Equal(Verdict.Equivalent, benchmark.Judged!.Verdict)
        );
    }

    [Fact]
    public void Allocation_is_that_of_each_launch()
    {
        var run = new InterleavedRun { Allocated = [66, 64, 70] };
        run.Add(1, ("Plain", [100, 100]), ("Wrapped", [150, 151]));
        folder.Write("x.json", run.ToJson());

        // BenchmarkDotNet's own figure, which its tables show, comes first.
        Assert.All(folder.Load("x.json").Benchmarks, benchmark => Assert.Equal([64, 66, 70], benchmark.AllocatedBytes));
    }

    [Theory]
    [InlineData("\"Value\":1.5,", "\"Value\":-1.5,")]
    [InlineData("\"Value\":1.5,", "\"Value\":0,")]
    [InlineData("\"Value\":1.5,", "\"Value\":1e999,")]
    [InlineData("\"Value\":1.5,", "\"Value\":\"\",")]
    [InlineData("\"Value\":1.5,", "")]
    [InlineData("\"Value\":0.002,", "\"Value\":-1,")]
    [InlineData("\"Id\":\"InterleavedRatio1\"", "\"Id\":\"InterleavedRatio2\"")]
    [InlineData("\"Id\":\"InterleavedRatio1\"", "\"Id\":\"InterleavedRatioX\"")]
    [InlineData("\"Id\":\"InterleavedRatio1\"", "\"Id\":\"InterleavedRatio0\"")]
    [InlineData("\"Id\":\"InterleavedRatio1\"", "\"Id\":\"Interleaved\"")]
    [InlineData("\"Legend\":\"N.T.Plain(Size: 1)\"", "\"Legend\":null")]
    public void What_is_no_ratio_is_an_error_that_names_the_file(string good, string bad)
    {
        var run = new InterleavedRun();
        run.Add(1, ("Plain", [100, 100]), ("Wrapped", [150, 151]));
        var json = run.ToJson();
        var at = json.IndexOf(good, StringComparison.Ordinal);
        folder.Write("x.json", json[..at] + bad + json[(at + good.Length)..]);

        var error = Assert.Throws<ResultsException>(() => folder.Load("x.json"));

        Assert.Matches("^x.json, (benchmark|line) ", error.Message);
        Assert.DoesNotContain('\n', error.Message);
    }

    [Theory]
    [InlineData("| 1.500 |", "| fast |")]
    [InlineData("| 1.500 |", "| -1.500 |")]
    [InlineData("| 1.500 |", "| 0 |")]
    [InlineData("| 0.47% |", "| 0.47 |")]
    [InlineData("| 0.47% |", "| -0.47% |")]
    [InlineData("| 0.47% | 0.47% | 2 |", "| 0.47% | 0.47% | 0 |")]
    [InlineData("| 0.47% | 0.47% | 2 |", "| 0.47% | 0.47% | two |")]
    public void What_is_no_ratio_in_a_table_is_an_error_that_names_the_line(string good, string bad)
    {
        var run = new InterleavedRun();
        run.Add(1, ("Plain", [100, 100]), ("Wrapped", [149.5, 150.5]));
        var table = run.ToMarkdown();
        Assert.Contains(good, table);
        folder.Write("N.T-report-github.md", table.Replace(good, bad, StringComparison.Ordinal));

        Assert.StartsWith(
            "N.T-report-github.md, line ",
            Assert.Throws<ResultsException>(() => folder.Load("N.T-report-github.md")).Message
        );
    }
}
