using Bench.Comparison;
using Bench.Statistics;

namespace Bench.Load.Tests;

public sealed class LoadDiffTests
{
    private static readonly LoadRun Usual = LoadRuns.Create(
        "A",
        LoadRuns.Level(200, 1, 1000, 1010, 990, 1005, 995),
        LoadRuns.Level(500, 1, 900, 905, 895, 902, 898)
    );

    [Fact]
    public void The_same_server_is_equivalent()
    {
        var diff = Diff(
            Usual,
            LoadRuns.Create("B", LoadRuns.Level(200, 1, 1003, 1012, 992, 1001, 997), LoadRuns.Level(500, 1, 901, 904, 897, 903, 896))
        );

        Assert.Equal(ExitCode.Passed, diff.Outcome.ExitCode);
        Assert.All(diff.Levels, level => Assert.Equal(Verdict.Equivalent, level.Compared.Time!.Verdict));
    }

    [Fact]
    public void Less_throughput_is_a_regression_and_the_page_shows_its_ratio()
    {
        var diff = Diff(
            Usual,
            LoadRuns.Create("B", LoadRuns.Level(200, 1, 800, 808, 792, 804, 796), LoadRuns.Level(500, 1, 901, 904, 897, 903, 896))
        );

        Assert.Equal(ExitCode.Regressed, diff.Outcome.ExitCode);
        Assert.Equal([Verdict.Regressed, Verdict.Equivalent], diff.Levels.Select(level => level.Compared.Time!.Verdict));
        Assert.Matches(@"\| 200 \| 1000 \| 800 \| 0\.800x \(0\.7\d\d-0\.8\d\d\) \| Regressed \|", LoadDiffPage.Render(diff));
    }

    [Fact]
    public void Refusing_fast_is_no_improvement()
    {
        var diff = Diff(
            Usual,
            LoadRuns.Create("B", LoadRuns.Level(200, 0.6, 3000, 3010, 2990, 3005, 2995), LoadRuns.Level(500, 1, 901, 904, 897, 903, 896))
        );

        Assert.Equal(ExitCode.Regressed, diff.Outcome.ExitCode);
        Assert.Contains("good responses fell from 100% to 60%", LoadDiffPage.Render(diff));
    }

    [Fact]
    public void A_server_that_refused_before_as_well_is_judged_by_its_good_answers()
    {
        // 1,000 requests/s get through; the candidate refuses the others faster.
        var before = LoadRuns.Create("A", LoadRuns.Level(200, 0.5, 2000, 2020, 1980, 2010, 1990));
        var faster = LoadRuns.Create("B", LoadRuns.Level(200, 0.4, 2500, 2525, 2475, 2512, 2488));
        var fewer = LoadRuns.Create("B", LoadRuns.Level(200, 0.4, 2000, 2020, 1980, 2010, 1990));

        Assert.Equal(ExitCode.Passed, Diff(before, faster).Outcome.ExitCode);
        Assert.Matches(@"\| 200 \| 1000 \| 1000 \| 1\.000x \(.*\) \| Equivalent \|", LoadDiffPage.Render(Diff(before, faster)));
        Assert.Equal(ExitCode.Regressed, Diff(before, fewer).Outcome.ExitCode);
    }

    [Fact]
    public void Sweeps_whose_hidden_values_differ_are_not_the_same()
    {
        const string warning = "Measured differently: values that are hidden here.";
        var (one, other) = (Usual with { Hidden = "1f3" }, Usual with { Hidden = "2ab" });

        Assert.Contains(warning, LoadDiffPage.Render(Diff(one, other)));
        Assert.DoesNotContain(warning, LoadDiffPage.Render(Diff(one, one)));
    }

    [Fact]
    public void What_one_process_of_five_does_not_answer_is_lost()
    {
        var level = LoadRuns.Level(200, 1, 1003, 1012, 992, 1001, 997);
        LoadRun With(Func<Throughput, Throughput> bad) =>
            LoadRuns.Create(
                "B",
                level with
                {
                    Rounds = [.. level.Rounds.Select((round, i) => i == 2 ? round with { Throughput = bad(round.Throughput) } : round)],
                },
                LoadRuns.Level(500, 1, 901, 904, 897, 903, 896)
            );

        var silent = With(throughput => throughput with { Requests = 0 });
        var refusing = With(throughput => throughput with { Errors = throughput.Errors with { Status = throughput.Requests / 2 } });

        Assert.Equal(ExitCode.Regressed, Diff(Usual, silent).Outcome.ExitCode);
        Assert.Contains("the server did not respond in 1 of 5 rounds", LoadDiffPage.Render(Diff(Usual, silent)));
        Assert.Equal(ExitCode.Regressed, Diff(Usual, refusing).Outcome.ExitCode);
        Assert.Contains("good responses fell from 100% to 90", LoadDiffPage.Render(Diff(Usual, refusing)));
        Assert.Equal(ExitCode.Passed, Diff(silent, silent).Outcome.ExitCode);
    }

    [Fact]
    public void A_level_that_hangs_in_a_later_round_is_lost()
    {
        var hanging = LoadRuns.Level(200, 1, 1003, 1012) with { Unreached = "wrk did not end 30 s after its time" };
        var other = LoadRuns.Level(500, 1, 901, 904, 897, 903, 896);
        var diff = Diff(Usual, LoadRuns.Create("B", hanging, other));

        Assert.Equal(ExitCode.Regressed, diff.Outcome.ExitCode);
        Assert.Contains("wrk did not end 30 s after its time", LoadDiffPage.Render(diff));
        Assert.Equal(ExitCode.Passed, Diff(LoadRuns.Create("A", hanging, other), Usual).Outcome.ExitCode);
    }

    /// <summary>Levels that an interrupted run did not reach are undecided, neither lost nor new.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_level_that_an_interrupted_run_did_not_come_to_is_open(bool isBaseline)
    {
        var other = Usual.Levels[1];
        var partial = LoadRuns.Create("B", LoadRuns.Level(200, 1), other) with { Partial = "it was interrupted" };
        var diff = isBaseline ? Strict(partial, Usual) : Strict(Usual, partial);

        Assert.Equal(ExitCode.Inconclusive, diff.Outcome.ExitCode);
        Assert.Equal([Verdict.Inconclusive, Verdict.Equivalent], diff.Levels.Select(level => level.Compared.Time!.Verdict));
        Assert.Contains("not measured: the run ended before", LoadDiffPage.Render(diff));
        Assert.Equal(ExitCode.Inconclusive, Strict(partial with { Tools = [] }, Usual).Outcome.ExitCode);

        static LoadDiff Strict(LoadRun baseline, LoadRun candidate) =>
            LoadDiff.Create(baseline, candidate, new ComparisonOptions { Settings = new Settings() }, new Strictness(MaxInconclusive: 0));
    }

    [Fact]
    public void What_is_accepted_is_said_to_be()
    {
        var slower = LoadRuns.Create("B", LoadRuns.Level(200, 1, 800, 808, 792, 804, 796), LoadRuns.Level(500, 1, 901, 904, 897, 903, 896));
        var (benchmark, until) = (new BenchmarkPattern("*Connections: 200*"), new DateOnly(2100, 1, 1));
        var settings = new Settings { Accepted = [new AcceptedRegression(benchmark, Metric.Time, "as decided", until)] };

        var diff = LoadDiff.Create(Usual, slower, new ComparisonOptions { Settings = settings }, new Strictness());

        Assert.Equal(ExitCode.Passed, diff.Outcome.ExitCode);
        Assert.Contains("| Regressed, accepted |", LoadDiffPage.Render(diff));
    }

    [Fact]
    public void A_level_that_is_not_reached_any_more_is_lost()
    {
        var diff = Diff(Usual, LoadRuns.Create("B", LoadRuns.Unreached(200), LoadRuns.Level(500, 1, 901, 904, 897, 903, 896)));

        Assert.Equal(ExitCode.Regressed, diff.Outcome.ExitCode);
        Assert.Contains("files open", LoadDiffPage.Render(diff));
    }

    [Fact]
    public void Levels_of_one_run_only_are_named_and_not_judged()
    {
        var diff = Diff(
            Usual with
            {
                Levels = [.. Usual.Levels, LoadRuns.Level(1000, 1, 1)],
            },
            Usual with
            {
                Levels = [.. Usual.Levels, LoadRuns.Level(3000, 1, 1)],
            }
        );

        Assert.Equal(ExitCode.Passed, diff.Outcome.ExitCode);
        Assert.Equal([1000], diff.OnlyBaseline);
        Assert.Equal([3000], diff.OnlyCandidate);
        Assert.Contains("Only A has 1000 connections.", LoadDiffPage.Render(diff));
    }

    [Fact]
    public void Without_a_level_in_common_nothing_is_compared() =>
        Assert.Equal(ExitCode.NothingCompared, Diff(Usual, LoadRuns.Create("B", LoadRuns.Level(7, 1, 1, 2))).Outcome.ExitCode);

    [Fact]
    public void A_dat_judges_nothing_however_many_rounds_the_other_has()
    {
        var diff = Diff(
            LoadRuns.Create("A", LoadRuns.Level(200, 1, 1000)) with
            {
                Tools = [],
            },
            LoadRuns.Create("B", LoadRuns.Level(200, 1, 500, 501, 300))
        );

        Assert.Equal(ExitCode.Inconclusive, diff.Outcome.ExitCode);
        Assert.Contains("| 0.500x | Inconclusive |", LoadDiffPage.Render(diff));
        Assert.Contains("a .dat file has no rounds", LoadDiffPage.Render(diff));
    }

    [Fact]
    public void What_was_made_in_another_way_is_named()
    {
        var other = Usual with
        {
            Target = Usual.Target with { Path = "/jsons" },
            Settings = Usual.Settings with { Pin = true, Threads = 7, TimeoutSeconds = 2 },
            Tools = ["wrk 5"],
        };

        var warnings = Diff(Usual, other).Warnings;

        Assert.Equal(
            ["path", "threads", "seconds until a response is late", "separate cores for the generator", "generators"],
            warnings.Select(warning => warning.Split(": ")[1])
        );
        Assert.Empty(Diff(Usual, Usual with { Name = "B" }).Warnings);
    }

    [Fact]
    public void One_round_a_side_judges_nothing()
    {
        var (before, after) = (LoadRuns.Create("A", LoadRuns.Level(200, 1, 1000)), LoadRuns.Create("B", LoadRuns.Level(200, 1, 500)));
        var diff = Diff(before, after);

        Assert.Equal(ExitCode.Inconclusive, diff.Outcome.ExitCode);
        Assert.Contains("| 0.500x | Inconclusive |", LoadDiffPage.Render(diff));
        Assert.Equal(ExitCode.Passed, Unasked(before, after));
        // The rest is judged: a level with rounds is undecided, and another lost its responses.
        Assert.Equal(
            ExitCode.Inconclusive,
            Unasked(LoadRuns.Create("A", LoadRuns.Level(200, 1, 1000, 500)), LoadRuns.Create("B", LoadRuns.Level(200, 1, 500, 1000)))
        );
        Assert.Equal(ExitCode.Regressed, Unasked(before, LoadRuns.Create("B", LoadRuns.Level(200, 0.5, 1000))));

        static ExitCode Unasked(LoadRun baseline, LoadRun candidate) =>
            LoadDiff
                .Create(baseline, candidate, ComparisonOptions.ForToday(new Settings()), new Strictness(), needsVerdict: false)
                .Outcome.ExitCode;
    }

    [Fact]
    public void Rounds_of_one_process_are_said_to_be()
    {
        var diff = Diff(Usual with { Target = new LoadTarget(null, "http://127.0.0.1:5000", "/", []) }, Usual);

        Assert.Contains(diff.Warnings, warning => warning.Contains("one server process", StringComparison.Ordinal));
    }

    [Fact]
    public void Two_machine_classes_are_not_judged()
    {
        var here = Usual with { Environment = Usual.Environment with { Processor = "AMD EPYC" } };
        var slower = LoadRuns.Create("B", LoadRuns.Level(200, 1, 800, 808, 792, 804, 796), Usual.Levels[1]);
        var there = slower with { Environment = here.Environment with { Processor = "Intel Xeon" } };

        var diff = Diff(here, there);

        Assert.Equal(ExitCode.NothingCompared, diff.Outcome.ExitCode);
        Assert.Contains("> Different machine classes: AMD EPYC", LoadDiffPage.Render(diff));
        Assert.Matches(@"\| 200 \|.* \| Not compared \|.* processor AMD EPYC and Intel Xeon \|", LoadDiffPage.Render(diff));
    }

    [Fact]
    public void Settings_for_benchmarks_are_not_missed_and_those_for_levels_are()
    {
        var settings = Settings.Parse(
            """{"benchmarks":[{"pattern":"My.Benchmarks.*","margin":"10%"},{"pattern":"ClosedLoop.*: 8)","margin":"10%"}],"control":["My.Control.*"]}""",
            Settings.FileName
        );

        var rules = Diff(Usual, Usual with { Name = "B" }, settings).Warnings;

        Assert.Equal("The rule for 'ClosedLoop.*: 8)' matches no benchmark.", Assert.Single(rules));
    }

    private static LoadDiff Diff(LoadRun baseline, LoadRun candidate) => Diff(baseline, candidate, new Settings());

    private static LoadDiff Diff(LoadRun baseline, LoadRun candidate, Settings settings) =>
        LoadDiff.Create(
            baseline,
            candidate,
            new ComparisonOptions { Settings = settings, Today = new DateOnly(2026, 1, 1) },
            new Strictness()
        );
}
