namespace Bench.Core.Tests;

public sealed class ComparisonTests : FolderTests
{
    private static readonly DateOnly Today = new(2026, 11, 21);

    [Fact]
    public void New_removed_and_failed_benchmarks_are_named()
    {
        var comparison = Compare(
            BdnJson.Of(Steady("N.T.Same"), Steady("N.T.Gone"), Steady("N.T.Broke"), Failed("N.T.BrokenBefore"), Failed("N.T.Mended")),
            BdnJson.Of(Steady("N.T.Same", 101), Steady("N.T.Added"), Failed("N.T.Broke"), Failed("N.T.BrokenBefore"), Steady("N.T.Mended"))
        );

        Assert.Equal(
            [Presence.Both, Presence.Removed, Presence.Failed, Presence.Failed, Presence.New, Presence.New],
            comparison.Benchmarks.Select(benchmark => benchmark.Presence)
        );
        Assert.Equal(["N.T.Gone", "N.T.Broke"], comparison.Benchmarks.Where(Outcome.IsLost).Select(benchmark => benchmark.Id.FullName));
        Assert.Equal(ExitCode.Regressed, comparison.Decide().ExitCode);
        Assert.Equal(ExitCode.Passed, comparison.Decide(new Strictness(AllowMissing: true, MaxInconclusive: 1)).ExitCode);
    }

    [Fact]
    public void A_benchmark_that_was_nothing_and_now_takes_long_is_slower()
    {
        static string Of(double time) => BdnJson.Benchmark("N.T.Empty", "DefaultJob", null, [time, time], [time, time], [time, time]);

        var benchmark = Compare(
            BdnJson.Of(Of(0), Steady("N.T.A"), Steady("N.T.B"), Steady("N.T.C")),
            BdnJson.Of(Of(1e6), Steady("N.T.A", 101), Steady("N.T.B", 101), Steady("N.T.C", 101))
        ).Benchmarks[0];
        var same = Compare(BdnJson.Of(Of(0), Steady("N.T.A")), BdnJson.Of(Of(0.01), Steady("N.T.A", 101))).Benchmarks[0];

        Assert.True(benchmark.TimeFails);
        Assert.Equal(Verdict.Equivalent, same.Time!.Verdict);
    }

    [Fact]
    public void One_failed_run_of_the_baseline_does_not_switch_a_benchmark_off()
    {
        folder.Write("b1.json", BdnJson.Of(Steady("N.T.A"), Steady("N.T.B")));
        folder.Write("b2.json", BdnJson.Of(Failed("N.T.A"), Steady("N.T.B", 100.3)));
        folder.Write("c1.json", BdnJson.Of(Steady("N.T.A", 1000), Steady("N.T.B", 100.2)));
        folder.Write("c2.json", BdnJson.Of(Steady("N.T.B", 100.2)));
        folder.Write("c3.json", BdnJson.Of(Failed("N.T.A"), Steady("N.T.B", 100.4)));

        foreach (var candidate in new[] { "c1.json", "c2.json", "c3.json" })
        {
            var runs = RunLoader.Load(
                [
                    ["b1.json", "b2.json"],
                    [candidate],
                ],
                folder.Root
            );
            Assert.Equal(
                ExitCode.Regressed,
                Outcome.Create(RunComparison.Create(runs[0], runs[1], new ComparisonOptions()), new Strictness()).ExitCode
            );
        }

        // A benchmark that failed in one run of the candidate has failed.
        var mixed = RunLoader.Load(
            [
                ["b1.json"],
                ["c1.json", "c3.json"],
            ],
            folder.Root
        );
        Assert.True(Outcome.IsLost(RunComparison.Create(mixed[0], mixed[1], new ComparisonOptions()).Benchmarks[0]));
    }

    [Fact]
    public void Rules_controls_and_acceptances_know_a_benchmark_by_the_name_of_either_side()
    {
        folder.Write(
            "old/N.T-report-github.md",
            "| Method | Size | Mean | Error | StdDev |\n|---|---|---|---|---|\n| M | 1 | 10.0 ns | 0.11 ns | 0.10 ns |\n"
        );
        folder.Write("new/N.T-report-full.json", BdnJson.Of(Steady("N.T.M(Size: 1)", 30)));
        foreach (var name in new[] { "N.T.M(Size: 1)", "N.T.M(Size=1)" })
        {
            var benchmark = Assert.Single(
                folder
                    .Compare(
                        "old",
                        "new",
                        new ComparisonOptions
                        {
                            Today = Today,
                            Settings = new Settings
                            {
                                Controls = [new BenchmarkPattern(name)],
                                Rules = [new BenchmarkRule(new BenchmarkPattern(name), 0.4, null)],
                                Accepted = [new AcceptedRegression(new BenchmarkPattern(name), Metric.Time, "meant", Today)],
                            },
                        }
                    )
                    .Benchmarks
            );

            Assert.True(benchmark.IsControl);
            Assert.Equal(0.4, benchmark.Margin.Relative);
            Assert.NotNull(benchmark.AcceptedTime);
        }
    }

    [Fact]
    public void A_table_beside_the_JSON_of_the_same_run_is_no_second_launch()
    {
        folder.Write(
            "run/EvalBench.TextBench-report-github.md",
            File.ReadAllBytes(JsonTests.Corpus("EvalBench.TextBench-report-github.md"))
        );
        var json = File.ReadAllBytes(JsonTests.Corpus("EvalBench.TextBench-report-full-compressed.json"));
        folder.Write("elsewhere/EvalBench.TextBench-report-full-compressed.json", json);
        folder.Write("stamped/EvalBench.TextBench-20261121-120000-report-full-compressed.json", json);
        folder.Write(
            "stamped/EvalBench.TextBench-report-github.md",
            File.ReadAllBytes(JsonTests.Corpus("EvalBench.TextBench-report-github.md"))
        );

        Assert.All(folder.Load("run", "elsewhere").Benchmarks, benchmark =>
            Assert.Equal((1, 0), (benchmark.Launches.Count, benchmark.Summaries.Count))
        );
        Assert.Single(folder.Load("stamped").Sources);
    }

    [Fact]
    public void A_benchmark_that_one_of_several_runs_lacks_is_a_warning()
    {
        folder.Write("b.json", BdnJson.Of(Steady("N.T.A"), Steady("N.T.B")));
        folder.Write("c1.json", BdnJson.Of(Steady("N.T.A", 101), Steady("N.T.B", 101)));
        folder.Write("c2.json", BdnJson.Of(Steady("N.T.A", 100.5)));
        var runs = RunLoader.Load(
            [
                ["b.json"],
                ["c1.json", "c2.json"],
            ],
            folder.Root
        );

        Assert.Equal(
            "Some of 2 files of N.T in the candidate lack N.T.B.",
            Assert.Single(RunComparison.Create(runs[0], runs[1], new ComparisonOptions()).Warnings)
        );
    }

    [Fact]
    public void A_study_that_holds_the_compared_runs_counts_them_once()
    {
        folder.Write("s/1-report-full.json", BdnJson.Of(BdnJson.Benchmark("N.T.A", "DefaultJob", null, [100, 101, 102])));
        folder.Write("s/2-report-full.json", BdnJson.Of(BdnJson.Benchmark("N.T.A", "DefaultJob", null, [100.1, 101, 102])));
        var runs = folder.Sides("s/1-report-full.json", "s/2-report-full.json", "s");
        Assert.Null(RunComparison.Create(runs[0], runs[1], new ComparisonOptions { Study = [runs[2]] }).Benchmarks[0].Time!.Lower);
    }

    [Fact]
    public void A_baseline_that_knows_its_allocation_misses_it_in_the_candidate()
    {
        var comparison = Compare(BdnJson.Of(Steady("N.T.A", 100, 64)), BdnJson.Of(Steady("N.T.A", 101)));
        Assert.True(comparison.Benchmarks[0].LostAllocation);
        Assert.Equal(ExitCode.Inconclusive, comparison.Decide().ExitCode);
    }

    // One of two would be a half; one of five is exactly the allowed fifth.
    [Theory]
    [InlineData(1, 1, 0.2, ExitCode.Inconclusive)]
    [InlineData(1, 2, 0.2, ExitCode.Passed)]
    [InlineData(2, 2, 0.2, ExitCode.Inconclusive)]
    [InlineData(1, 9, 0.2, ExitCode.Passed)]
    [InlineData(2, 9, 0.2, ExitCode.Inconclusive)]
    [InlineData(2, 10, 0.2, ExitCode.Passed)]
    [InlineData(3, 10, 0.2, ExitCode.Inconclusive)]
    [InlineData(1, 2, 0, ExitCode.Inconclusive)]
    [InlineData(4, 8, 0.5, ExitCode.Passed)]
    internal void A_share_of_a_few_benchmarks_is_a_number(int inconclusive, int benchmarks, double share, ExitCode expected)
    {
        string[] before = [.. Enumerable.Range(0, benchmarks).Select(i => Steady($"N.T.A{i}", 100))],
            // Launches that differ this much decide nothing.
            after =

            [
                .. Enumerable
                    .Range(0, benchmarks)
                    .Select(i =>
                        i < inconclusive
                            ? BdnJson.Benchmark($"N.T.A{i}", "DefaultJob", null, [60, 61, 59], [150, 151, 149], [100, 101, 99])
                            : Steady($"N.T.A{i}", 100)
                    ),
            ];

        var outcome = Outcome.Create(Compare(BdnJson.Of(before), BdnJson.Of(after)), new Strictness(MaxInconclusive: share));

        Assert.True(expected == outcome.ExitCode, outcome.Reason);
    }

    [Fact]
    public void Nothing_in_common_is_no_pass()
    {
        var comparison = Compare(BdnJson.Of(Steady("N.T.A")), BdnJson.Of(Steady("N.T.B")));
        Assert.Equal(ExitCode.Regressed, comparison.Decide().ExitCode);
        Assert.Equal(ExitCode.NothingCompared, comparison.Decide(new Strictness(AllowMissing: true)).ExitCode);
    }

    [Fact]
    public void Single_launches_are_inconclusive_and_no_pass()
    {
        var comparison = Compare(
            BdnJson.Of(BdnJson.Benchmark("N.T.A", "DefaultJob", null, [100, 101, 99])),
            BdnJson.Of(BdnJson.Benchmark("N.T.A", "DefaultJob", null, [300, 301, 299]))
        );
        Assert.Equal(ExitCode.Inconclusive, comparison.Decide().ExitCode);
    }

    [Fact]
    public void A_slowdown_is_found_improved_the_other_way_and_accepted_until_its_day()
    {
        string before = BdnJson.Of(Steady("N.T.A")),
            after = BdnJson.Of(Steady("N.T.A", 130));
        Settings Until(DateOnly day) =>
            new() { Accepted = [new AcceptedRegression(new BenchmarkPattern("N.T.*"), Metric.Time, "meant", day)] };

        Assert.Equal(ExitCode.Regressed, Compare(before, after).Decide().ExitCode);
        Assert.Equal(Verdict.Improved, Compare(after, before).Benchmarks[0].Time!.Verdict);
        var accepted = Compare(before, after, Until(Today));
        Assert.Equal(ExitCode.Passed, accepted.Decide().ExitCode);
        Assert.Equal(Verdict.Regressed, accepted.Benchmarks[0].Time!.Verdict);
        var expired = Compare(before, after, Until(Today.AddDays(-1)));
        Assert.Equal(ExitCode.Regressed, expired.Decide().ExitCode);
        Assert.Contains("expired", Assert.Single(expired.Warnings));
    }

    [Fact]
    public void What_is_accepted_is_not_open_either()
    {
        string before = BdnJson.Of(BdnJson.Benchmark("N.T.A", "DefaultJob", null, [100, 101, 99])),
            after = BdnJson.Of(BdnJson.Benchmark("N.T.A", "DefaultJob", null, [300, 301, 299]));
        Settings Of(Metric metric) => new() { Accepted = [new AcceptedRegression(new BenchmarkPattern("N.T.*"), metric, "meant", Today)] };

        var accepted = Compare(before, after, Of(Metric.Time));

        Assert.Equal(ExitCode.Passed, accepted.Decide().ExitCode);
        Assert.Equal("Inconclusive, accepted", Figures.VerdictOnTime(accepted.Benchmarks[0]));
        Assert.Contains("if slower, accepted until", Figures.Notes(accepted.Benchmarks[0]), StringComparison.Ordinal);
        Assert.Equal(ExitCode.Inconclusive, Compare(before, after, Of(Metric.Allocation)).Decide().ExitCode);
    }

    /// <summary>A control for the pages of a load gate is not an error on the pages of benchmarks.</summary>
    [Theory]
    [InlineData("orders-gate.P99", 0)]
    [InlineData("orders.P99", 1)]
    [InlineData("N.T.B", 1)]
    public void Settings_for_measures_of_load_are_not_missed_among_benchmarks(string pattern, int warnings)
    {
        var file = BdnJson.Of(Steady("N.T.A"));
        var settings = Settings.Parse(
            $$"""{"load":[{"name":"orders","project":"Shop.csproj"}],"benchmarks":[{"pattern":"{{pattern}}","margin":"10%"}],"accepted":[{"benchmark":"{{pattern}}","metric":"time","reason":"r","until":"2999-01-31"}]}""",
            Settings.FileName
        );
        var compared = Compare(file, BdnJson.Of(Steady("N.T.A", 101)), settings);
        Assert.Equal(2 * warnings, compared.Warnings.Count(warning => warning.Contains("matches no benchmark", StringComparison.Ordinal)));
    }

    [Fact]
    public void An_accepted_slowdown_does_not_accept_more_allocation()
    {
        string before = BdnJson.Of(Steady("N.T.A", bytes: 100)),
            after = BdnJson.Of(Steady("N.T.A", 130, bytes: 200));
        var settings = new Settings { Accepted = [new AcceptedRegression(new BenchmarkPattern("N.T.A"), Metric.Time, "meant", Today)] };
        Assert.Equal("1 benchmark allocates more.", Compare(before, after, settings).Decide().Reason);
    }

    [Fact]
    public void The_last_rule_that_fits_sets_the_margin()
    {
        var settings = new Settings
        {
            Rules = [new BenchmarkRule(new BenchmarkPattern("*"), 0.5, null), new BenchmarkRule(new BenchmarkPattern("N.T.A"), 0.1, 7)],
        };

        var benchmarks = Compare(
            BdnJson.Of(Steady("N.T.A"), Steady("N.T.B")),
            BdnJson.Of(Steady("N.T.A", 130), Steady("N.T.B", 130)),
            settings
        ).Benchmarks;

        Assert.Equal([new Margin(0.1, 7), new Margin(0.5, 0.5)], benchmarks.Select(benchmark => benchmark.Margin));
        Assert.Equal([Verdict.Regressed, Verdict.Equivalent], benchmarks.Select(benchmark => benchmark.Time!.Verdict));
    }

    [Fact]
    public void A_control_benchmark_that_moved_takes_every_verdict_on_time_back()
    {
        var settings = new Settings { Controls = [new BenchmarkPattern("*.Control")] };

        var moved = Compare(
            BdnJson.Of(Steady("N.T.A"), Steady("N.T.Control")),
            BdnJson.Of(Steady("N.T.A", 130), Steady("N.T.Control", 104)),
            settings
        );
        var still = Compare(
            BdnJson.Of(Steady("N.T.A"), Steady("N.T.Control")),
            BdnJson.Of(Steady("N.T.A", 130), Steady("N.T.Control", 100.5)),
            settings
        );

        Assert.True(moved.ControlMoved);
        Assert.All(moved.Benchmarks, benchmark => Assert.Equal(Verdict.Inconclusive, benchmark.Time!.Verdict));
        Assert.Equal(1.3, moved.Benchmarks[0].Time!.Ratio, 2);
        Assert.Equal(ExitCode.Inconclusive, moved.Decide().ExitCode);
        Assert.False(still.ControlMoved);
        Assert.Equal(Verdict.Regressed, still.Benchmarks[0].Time!.Verdict);
    }

    [Fact]
    public void Another_runtime_is_a_warning_that_names_it()
    {
        var comparison = Compare(
            BdnJson.Of(Steady("N.T.A")),
            BdnJson
                .Of(Steady("N.T.A"))
                .Replace(".NET 10.0.12", ".NET 11.0.1", StringComparison.Ordinal)
                .Replace("1000,\"Nano", "1001,\"Nano", StringComparison.Ordinal)
        );

        Assert.Equal("runtime: .NET 10.0.12 -> .NET 11.0.1", Assert.Single(comparison.EnvironmentDifferences).ToString());
        Assert.Equal(ExitCode.Environment, comparison.Decide(new Strictness(StrictEnvironment: true)).ExitCode);
        Assert.Equal(ExitCode.Passed, comparison.Decide().ExitCode);
    }

    [Fact]
    public void Another_GC_mode_of_the_one_job_is_the_same_benchmark_and_a_warning()
    {
        var comparison = Compare(
            BdnJson.Of(Steady("N.T.A", job: "Job-ABCDEF(Server=True)")),
            BdnJson.Of(Steady("N.T.A", 101, job: "Job-ABCDEF(Server=False)"))
        );
        Assert.Equal(Presence.Both, Assert.Single(comparison.Benchmarks).Presence);
        Assert.Equal("job: Server=True -> Server=False", Assert.Single(comparison.EnvironmentDifferences).ToString());
    }

    [Fact]
    public void Of_several_jobs_the_one_that_went_is_not_the_one_that_came()
    {
        static string Job(string version) => $".NET {version}(Runtime=.NET {version})";
        var comparison = Compare(
            BdnJson.Of(Steady("N.T.A", 100, job: Job("8.0")), Steady("N.T.A", 90, job: Job("9.0"))),
            BdnJson.Of(Steady("N.T.A", 90, job: Job("9.0")), Steady("N.T.A", 70, job: Job("10.0")))
        );

        Assert.Equal(
            [Presence.Removed, Presence.Both, Presence.New],
            comparison.Benchmarks.OrderBy(benchmark => benchmark.Presence != Presence.Removed).Select(benchmark => benchmark.Presence)
        );
        Assert.Equal(ExitCode.Regressed, comparison.Decide().ExitCode);
    }

    [Theory]
    [InlineData(0.29, 29, ExitCode.Passed)]
    [InlineData(0.57, 57, ExitCode.Passed)]
    [InlineData(0.29, 30, ExitCode.Inconclusive)]
    public void A_share_of_a_hundred_is_as_many_benchmarks(double share, int undecided, object expected)
    {
        var steady = Enumerable.Range(0, 100 - undecided).Select(i => $"N.T.Steady{i}").ToArray();
        var open = Enumerable.Range(0, undecided).Select(i => $"N.T.Open{i}").ToArray();
        string File(double factor) =>
            BdnJson.Of([
                .. steady.Select(name => Steady(name)),
                .. open.Select(name => BdnJson.Benchmark(name, "DefaultJob", null, [100], [100 * factor], [100 / factor])),
            ]);

        var comparison = Compare(File(1.2), File(1.3));

        Assert.Equal(undecided, comparison.Benchmarks.Count(benchmark => benchmark.Time?.Verdict == Verdict.Inconclusive));
        Assert.Equal(expected, comparison.Decide(new Strictness(MaxInconclusive: share)).ExitCode);
    }

    [Fact]
    public void A_table_is_compared_with_the_JSON_of_the_same_benchmark()
    {
        folder.Write(
            "old/EvalBench.TextBench-report-github.md",
            File.ReadAllBytes(JsonTests.Corpus("EvalBench.TextBench-report-github.md"))
        );
        folder.Write(
            "new/EvalBench.TextBench-report-full-compressed.json",
            File.ReadAllBytes(JsonTests.Corpus("EvalBench.TextBench-report-full-compressed.json"))
        );
        var comparison = folder.Compare("old", "new", new ComparisonOptions { Today = Today, StatedSpread = SpreadPrior.Stated(0.01) });

        Assert.Equal(4, comparison.Benchmarks.Count);
        Assert.All(comparison.Benchmarks, benchmark => Assert.Equal(Presence.Both, benchmark.Presence));
        Assert.All(comparison.Benchmarks, benchmark => Assert.InRange(benchmark.Time!.Ratio, 0.98, 1.02));
        Assert.All(comparison.Benchmarks, benchmark => Assert.Equal(Verdict.Inconclusive, benchmark.Time!.Verdict));
        Assert.All(comparison.Benchmarks, benchmark => Assert.Equal(Verdict.Equivalent, benchmark.Allocation!.Verdict));
    }

    [Fact]
    public void Tables_without_Error_and_StdDev_have_a_ratio_and_no_verdict()
    {
        folder.Write("old/N.T-report-github.md", "| Method | Mean |\n|---|---|\n| M | 10.0 ns |\n");
        folder.Write("new/N.T-report-github.md", "| Method | Mean |\n|---|---|\n| M | 30.0 ns |\n");
        var time = Assert
            .Single(folder.Compare("old", "new", new ComparisonOptions { StatedSpread = SpreadPrior.Stated(0.01) }).Benchmarks)
            .Time!;
        Assert.Equal((3.0, Verdict.Inconclusive, (double?)null), (time.Ratio, time.Verdict, time.Lower));
    }

    [Fact]
    public void Tables_with_Error_and_StdDev_have_a_verdict_where_a_spread_is_known()
    {
        folder.Write(
            "old/N.T-report-github.md",
            "| Method | Mean | Error | StdDev |\n|---|---|---|---|\n| M | 10.0 ns | 0.11 ns | 0.10 ns |\n"
        );
        folder.Write(
            "new/N.T-report-github.md",
            "| Method | Mean | Error | StdDev |\n|---|---|---|---|\n| M | 30.0 ns | 0.11 ns | 0.10 ns |\n"
        );
        var runs = folder.Sides("old", "new");

        Assert.Equal(
            Verdict.Regressed,
            RunComparison
                .Create(runs[0], runs[1], new ComparisonOptions { StatedSpread = SpreadPrior.Stated(0.05) })
                .Benchmarks[0]
                .Time!.Verdict
        );
        Assert.Equal(Verdict.Inconclusive, RunComparison.Create(runs[0], runs[1], new ComparisonOptions()).Benchmarks[0].Time!.Verdict);
    }

    // python3 -c "
    // import numpy as np; from scipy import stats
    // u=np.array([.12,.11,.13,.125]); h=stats.t.ppf(.975,3)*u.std(ddof=1)/2; print(np.exp(u.mean()),np.exp(u.mean()-h),np.exp(u.mean()+h))"
    [Fact]
    public void Pairs_are_judged_by_their_log_ratios()
    {
        double[] ratios = [0.12, 0.11, 0.13, 0.125];
        using (var stream = File.Create(Path.Combine(folder.Root, "bench-results.json")))
        {
            BenchResults.Write(
                stream,
                ResultsKind.Paired,
                new RunEnvironment(),
                [
                    new BenchmarkResult
                    {
                        Id = new BenchmarkId("N.T.M", JobTraits.Default),
                        Type = "N.T",
                        Method = "M",
                        Parameters = "",
                        Places = [],
                        // Times that moved a hundred times as much as the ratios.
                        Replicates = [.. ratios.Select((ratio, i) => new Replicate(100 * (i + 1), 100 * (i + 1) * Math.Exp(ratio), ratio))],
                        BaselineAllocatedBytes = [24, 24, 24],
                        AllocatedBytes = [32, 32, 32],
                    },
                ]
            );
        }

        var benchmark = Assert.Single(RunComparison.CreatePaired(folder.Load("bench-results.json"), new ComparisonOptions()).Benchmarks);

        Assert.Equal(Verdict.Regressed, benchmark.Time!.Verdict);
        Assert.Equal(1.1289071038679037, benchmark.Time.Ratio, 9);
        Assert.Equal(1.1136716457417073, benchmark.Time.Lower!.Value, 6);
        Assert.Equal(1.1443509889440027, benchmark.Time.Upper!.Value, 6);
        Assert.Equal(Verdict.Regressed, benchmark.Allocation!.Verdict);
    }

    [Fact]
    public void Where_the_baseline_failed_in_one_of_several_files_the_others_decide()
    {
        Replicate[] slow = [.. Enumerable.Range(0, 4).Select(i => new Replicate(100, 112, 0.12 + (i * 0.001)))];
        WritePaired("slow.json", benchmark => benchmark with { Replicates = slow });
        WritePaired("mended.json", benchmark => benchmark with { BaselineFailure = "it crashed" });
        WritePaired("broken.json", benchmark => benchmark with { BaselineFailure = "it crashed", Failure = "it crashed too" });
        WritePaired("lost.json", benchmark => benchmark with { Failure = "it crashed" });
        folder.Write("old.json", BdnJson.Of(Steady("N.T.M")));

        foreach (var other in new[] { "mended.json", "broken.json" })
        {
            var comparison = Judge(other, "slow.json");

            Assert.Equal((Presence.Both, Verdict.Regressed), (comparison.Benchmarks[0].Presence, comparison.Benchmarks[0].Time!.Verdict));
            Assert.Equal("The baseline of N.T.M failed in some files, which are skipped: it crashed.", Assert.Single(comparison.Warnings));
            // It is lost if its baseline ran and it did not.
            Assert.True(Outcome.IsLost(Judge(other, "lost.json").Benchmarks[0]));
        }

        Assert.Equal(Presence.New, Judge("mended.json").Benchmarks[0].Presence);
        // In one of two runs, the candidate's figure is missing.
        var runs = RunLoader.Load(
            [
                ["old.json"],
                ["slow.json", "broken.json"],
            ],
            folder.Root
        );
        Assert.True(Outcome.IsLost(RunComparison.Create(runs[0], runs[1], new ComparisonOptions()).Benchmarks[0]));

        RunComparison Judge(params string[] files) => RunComparison.CreatePaired(folder.Load(files), new ComparisonOptions());
    }

    [Fact]
    public void Two_modes_are_marked()
    {
        double[] two = [.. Enumerable.Range(0, 40).Select(i => (i % 2 == 0 ? 71.0 : 90) + (i * 0.01))];
        var benchmarks = Compare(
            BdnJson.Of(BdnJson.Benchmark("N.T.A", "DefaultJob", null, two), Steady("N.T.B")),
            BdnJson.Of(BdnJson.Benchmark("N.T.A", "DefaultJob", null, [.. two.Select(time => time + 0.1)]), Steady("N.T.B", 101))
        ).Benchmarks;
        Assert.Equal([true, false], benchmarks.Select(benchmark => benchmark.IsBimodal));
    }

    private static string Failed(string name) => BdnJson.Raw(name, "DefaultJob", null, "null", "");

    private void WritePaired(string name, Func<BenchmarkResult, BenchmarkResult> made)
    {
        var benchmark = new BenchmarkResult
        {
            Id = new BenchmarkId("N.T.M", JobTraits.Default),
            Type = "N.T",
            Method = "M",
            Parameters = "",
            Places = [],
        };
        using var stream = File.Create(Path.Combine(folder.Root, name));
        BenchResults.Write(stream, ResultsKind.Paired, new RunEnvironment(), [made(benchmark)]);
    }

    private RunComparison Compare(string baseline, string candidate, Settings? settings = null)
    {
        folder.Write("old.json", baseline);
        folder.Write("new.json", candidate);
        return folder.Compare("old.json", "new.json", new ComparisonOptions { Settings = settings ?? new Settings(), Today = Today });
    }
}
