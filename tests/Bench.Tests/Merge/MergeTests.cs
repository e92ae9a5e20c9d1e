namespace Bench.Tests;

public sealed class MergeTests : FolderTests
{
    /// <summary>Close enough to today for a change to accept a regression until then.</summary>
    public static readonly string LastDay = DateTime.UtcNow.AddDays(30).ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    private static readonly CheckInfo Check = new("main (0123456789ab)", "the work tree (ba9876543210)", Seconds: 1.5);

    public MergeTests()
    {
        Write("1", Check with { Shard = new Shard(1, 2) }, Benchmark("A", 0.001), Benchmark("B", -0.001));
        Write("2", Check with { Shard = new Shard(2, 2) }, Benchmark("C", 0.0005));
        Write("slow", Check with { Shard = new Shard(2, 2) }, Benchmark("C", 0.4, confirmationReplicates: 8));
        Write("interrupted", Check with { Shard = new Shard(2, 2), Partial = "it was interrupted" }, Benchmark("C", 0.0005));
        Write("other", Check with { Baseline = "main (ffffffffffff)", Shard = new Shard(2, 2) }, Benchmark("C", 0.0005));
        Write("third", Check with { Shard = new Shard(2, 3) }, Benchmark("C", 0.0005));
        Write("all", Check, Benchmark("A", 0.001));
        Write("huge", Check with { Shard = new Shard(1, int.MaxValue) }, Benchmark("A", 0.001));
        Write("same", Check with { Shard = new Shard(2, 2) }, Benchmark("B", 0.001));
        Write(
            "loose",
            Check with
            {
                BaselineConfig = "{}",
                CandidateConfig = """{"benchmarks":[{"pattern":"N.T.C","margin":"900%"}]}""",
            },
            Benchmark("C", 0.4, confirmationReplicates: 8)
        );
        Write(
            "accepted",
            Check with
            {
                BaselineConfig = "{}",
                CandidateConfig =
                    $$"""{"accepted":[{"benchmark":"N.T.C","metric":"time","reason":"it checks more","until":"{{LastDay}}"}]}""",
            },
            Benchmark("C", 0.4, confirmationReplicates: 8)
        );
        var (first, second) = (Check with { Shard = new Shard(1, 2) }, Check with { Shard = new Shard(2, 2) });
        var wide = new CheckOptions(Margin: 9);
        Write("wide-1", first with { Options = wide }, Benchmark("A", 0.001), Benchmark("B", -0.001));
        Write("wide-2", second with { Options = wide }, Benchmark("C", 0.4, confirmationReplicates: 8));
        Write(
            "named",
            Check with
            {
                Options = new CheckOptions("elsewhere/own.json", """{"benchmarks":[{"pattern":"N.T.C","margin":"900%"}]}"""),
            },
            Benchmark("C", 0.4, confirmationReplicates: 8)
        );
        var changed = Check with { Candidate = "the work tree (ba9876543210 with changes)" };
        Write("changed-1", changed with { Shard = new Shard(1, 2), CandidateState = "0a1b2c3d4e5f" }, Benchmark("A", 0.001));
        Write("changed-2", changed with { Shard = new Shard(2, 2), CandidateState = "0a1b2c3d4e5f" }, Benchmark("C", 0.0005));
        Write("otherwise", changed with { Shard = new Shard(2, 2), CandidateState = "f5e4d3c2b1a0" }, Benchmark("C", 0.0005));
        Write("earlier", changed with { Shard = new Shard(2, 2) }, Benchmark("C", 0.0005));
        foreach (var (part, state) in new[] { (1, null), (2, "0a1b2c3d4e5f"), (3, "f5e4d3c2b1a0") })
            Write(
                $"machine-{part}",
                changed with
                {
                    Replicate = new CheckReplicate(part, 3),
                    CandidateState = state,
                },
                Benchmark("A", 0.001)
            );
        Write("lenient", Check with { Options = new CheckOptions(MaxInconclusive: 1) }, Benchmark("C", 0.4));
        Write("open", Check, Benchmark("C", 0.4));
        Write(
            "gone",
            Check with
            {
                Options = new CheckOptions(AllowMissing: true),
            },
            Benchmark("A", 0.001),
            Benchmark("B", 0) with
            {
                Replicates = [],
                Sides = PairedSides.Baseline,
            }
        );
        folder.Write("nothing.json", "{}");
        folder.Write("own.json", """{"benchmarks":[{"pattern":"N.T.C","margin":"900%"}]}""");
        folder.Write("old/N.T-report-full.json", BdnJson.Of(BdnJson.Benchmark("N.T.A", "DefaultJob", 64, [100, 101])));
        folder.Write(
            "zero/bench-results.json",
            """{"schema":"bench-results/1","kind":"Paired","check":{"baseline":"a","candidate":"b"},"benchmarks":[{"fullName":"N.T.A","replicates":[{"baselineNanoseconds":0,"candidateNanoseconds":1,"logRatio":1},{"baselineNanoseconds":1,"candidateNanoseconds":1,"logRatio":1}]}]}"""
        );
    }

    [Theory]
    [InlineData(0, "", "1", "2")]
    [InlineData(0, "", "2/bench-results.json", "1")]
    [InlineData(1, "", "1", "slow")]
    [InlineData(0, "", "all")]
    [InlineData(0, "", "1", "interrupted")]
    [InlineData(2, "shard 2/2 is missing", "1")]
    [InlineData(2, "shard 1/2 is missing", "2")]
    [InlineData(2, "shard 2/2 is missing", "1", "1")]
    [InlineData(2, "shard 2/2 is given more than once", "1", "2", "interrupted")]
    [InlineData(2, "another check", "1", "other")]
    [InlineData(0, "", "changed-1", "changed-2")]
    [InlineData(0, "", "changed-1", "earlier")]
    [InlineData(0, "", "earlier", "changed-1")]
    [InlineData(2, "changed-1/bench-results.json and otherwise/bench-results.json are not of the same builds", "changed-1", "otherwise")]
    [InlineData(2, "machine-2/bench-results.json and machine-3", "machine-1", "machine-2", "machine-3")]
    [InlineData(2, "Run bench gate --shard 2/2 again, from the same commits.", "1", "other")]
    [InlineData(2, "shard 2/2147483647 is missing", "huge")]
    [InlineData(2, "N.T.B is in 1/bench-results.json and in same/bench-results.json", "1", "same")]
    [InlineData(1, "", "loose")]
    [InlineData(0, "", "loose", "--config own.json")]
    [InlineData(0, "", "accepted")]
    [InlineData(2, "nowhere.json", "1", "2", "--candidate-config nowhere.json")]
    [InlineData(2, "--candidate-config needs the path of a file", "1", "2", "--candidate-config", "")]
    [InlineData(0, "", "wide-1", "wide-2")]
    [InlineData(1, "", "wide-1", "wide-2", "--margin 5%")]
    [InlineData(1, "", "wide-1", "wide-2", "--config nothing.json --candidate-config nothing.json")]
    [InlineData(
        2,
        "1/bench-results.json is judged with no options, wide-2/bench-results.json with --margin 900%",
        "1/bench-results.json",
        "wide-2"
    )]
    [InlineData(2, "wide-1/bench-results.json is judged with --margin 900%", "wide-1", "slow", "--margin 10%")]
    [InlineData(0, "", "named")]
    [InlineData(1, "", "named", "--config nothing.json")]
    [InlineData(0, "", "lenient")]
    [InlineData(3, "", "open")]
    [InlineData(3, "", "lenient", "--max-inconclusive 0")]
    [InlineData(3, "", "lenient", "--candidate-config nothing.json")]
    [InlineData(0, "", "lenient", "--candidate-config nothing.json --max-inconclusive 100%")]
    [InlineData(0, "", "gone")]
    [InlineData(1, "", "gone", "--candidate-config nothing.json")]
    [InlineData(0, "", "gone", "--candidate-config nothing.json --allow-missing")]
    [InlineData(2, "one shard is 1/2, another 2/3", "1", "third")]
    [InlineData(2, "one shard is 1/2, another all benchmarks", "1", "all")]
    [InlineData(2, "is not from a check", "old/N.T-report-full.json")]
    [InlineData(2, "neither a file nor a folder", "nowhere")]
    [InlineData(2, "a replicate", "zero")]
    [InlineData(2, "matches no benchmark", "1", "2", "--control *Nothing*")]
    [InlineData(2, "written", "1", "2", "--artifacts 1/bench-results.json")]
    public void Exit_codes(int expected, string cause, params string[] arguments)
    {
        var run = BenchProgram.Run(folder.Root, ["merge", .. arguments]);

        Assert.True(expected == run.ExitCode, $"{run.ExitCode}: {run.Output}{run.Error}");
        if (expected != 2)
        {
            Assert.Equal("", run.Error);
            return;
        }

        Assert.StartsWith("bench: ", run.Error);
        Assert.Contains(cause, run.Error);
        Assert.Single(run.Error.TrimEnd().Split('\n'));
    }

    [Fact]
    public void The_joined_figures_keep_the_options_and_are_judged_by_them_again()
    {
        BenchProgram.Run(folder.Root, "merge wide-1 wide-2 --artifacts joined");
        Assert.Equal(0, BenchProgram.Run(folder.Root, "compare joined/bench-results.json").ExitCode);
        Assert.Equal(1, BenchProgram.Run(folder.Root, "compare joined/bench-results.json --margin 5%").ExitCode);
        Assert.Equal(9, Assert.Single(folder.Load("joined/bench-results.json").Checks).Options!.Margin);
        Assert.Contains("\"margin\": 9,", File.ReadAllText(Path.Combine(folder.Root, "joined", "report.json")));
    }

    [Fact]
    public void All_benchmarks_are_joined_and_a_partial_shard_is_named()
    {
        var run = BenchProgram.Run(folder.Root, "merge 1 interrupted --artifacts joined --output joined.md");

        Assert.Contains("shard 2/2: it was interrupted", run.Output);
        var joined = folder.Load("joined/bench-results.json");
        Assert.Equal(["N.T.A", "N.T.B", "N.T.C"], joined.Benchmarks.Select(benchmark => benchmark.Id.FullName));
        Assert.Equal(Check with { Partial = "shard 2/2: it was interrupted", Seconds = 3 }, Assert.Single(joined.Checks));
        Assert.All(new[] { "joined.md", "joined/report.md", "joined/report.json", "joined/report.html" }, file =>
            Assert.True(File.Exists(Path.Combine(folder.Root, file)))
        );
    }

    [Fact]
    public void The_machine_of_each_shard_is_named()
    {
        WriteCheck(folder, "one", Check with { Shard = new Shard(1, 2) }, "Zen 1", Benchmark("A", 0.001));
        WriteCheck(folder, "two", Check with { Shard = new Shard(2, 2) }, "Zen 5", Benchmark("C", 0.4, confirmationReplicates: 8));

        var run = BenchProgram.Run(folder.Root, "merge", "one", "two", "--artifacts", "joined");

        Assert.Equal(1, run.ExitCode);
        Assert.Matches("Machines +Zen 1, Zen 5\n", run.Output);
        Assert.Equal(
            ["Zen 1", "Zen 5"],
            folder.Load("joined/bench-results.json").Machines.Select(machine => machine.Environment.Processor)
        );
        Assert.Equal(1, BenchProgram.Run(folder.Root, "compare", "joined/bench-results.json").ExitCode);
    }

    [Fact]
    public void What_tells_the_changes_of_a_work_tree_from_others_is_kept()
    {
        BenchProgram.Run(folder.Root, "merge earlier changed-1 --artifacts joined");
        Assert.Equal("0a1b2c3d4e5f", Assert.Single(folder.Load("joined/bench-results.json").Checks).CandidateState);
    }

    [Theory]
    [InlineData("loose", "settings: bench.json: margin of 'N.T.C' 5% -> 900% (applies after the merge)")]
    [InlineData("accepted", "settings: bench.json: this change accepts a regression in time of 'N.T.C' until DAY: it checks more")]
    public void What_a_change_does_to_its_own_check_is_in_every_report(string part, string notice)
    {
        var run = BenchProgram.Run(folder.Root, "merge", part, "--output joined.md --output joined.html --output joined.json");

        Assert.Contains("\n" + notice.Replace("DAY", LastDay, StringComparison.Ordinal), run.Output);
        Assert.All(new[] { "joined.md", "joined.html", "joined.json" }, file =>
            Assert.Contains(
                notice["settings: bench.json: ".Length..].Split('\'')[0].Trim(),
                File.ReadAllText(Path.Combine(folder.Root, file))
            )
        );
    }

    [Fact]
    public void A_margin_of_its_own_stands_beside_the_benchmark_and_the_file_that_says_so_is_named()
    {
        var run = BenchProgram.Run(folder.Root, "merge loose --config own.json --all");
        Assert.Contains("Settings of own.json (--config)", run.Output);
        Assert.Contains("margin 900%, noise floor 0.50 ns", run.Output.ReplaceLineEndings(" "));
        Assert.Contains("1 with margins of their own", run.Output);
    }

    [Fact]
    public void What_can_not_be_written_is_a_line_and_the_rest_is_written()
    {
        var run = BenchProgram.Run(folder.Root, "merge 1 2 --output nowhere/a.md --output b.md --artifacts joined");
        Assert.Equal(2, run.ExitCode);
        Assert.Contains("PASSED: ", run.Output);
        Assert.Contains("nowhere/a.md", Assert.Single(run.Error.TrimEnd().Split('\n')));
        Assert.All(new[] { "b.md", "joined/bench-results.json", "joined/report.md" }, file =>
            Assert.True(File.Exists(Path.Combine(folder.Root, file)), file)
        );
    }

    private void Write(string shard, CheckInfo check, params BenchmarkResult[] benchmarks) =>
        WriteCheck(folder, shard, check, null, benchmarks);

    internal static void WriteCheck(Folder folder, string part, CheckInfo check, string? processor, params BenchmarkResult[] benchmarks)
    {
        Directory.CreateDirectory(Path.Combine(folder.Root, part));
        using var stream = File.Create(Path.Combine(folder.Root, part, "bench-results.json"));
        BenchResults.Write(stream, ResultsKind.Paired, new RunEnvironment(processor), benchmarks, check: check);
    }

    internal static BenchmarkResult Benchmark(string method, double logRatio, int confirmationReplicates = 0) =>
        new()
        {
            Id = new BenchmarkId($"N.T.{method}", JobTraits.Default),
            Type = "N.T",
            Method = method,
            Parameters = "",
            Places = [],
            IsScreened = true,
            Replicates =
            [
                .. Enumerable
                    .Range(0, 2 + confirmationReplicates)
                    .Select(i => new Replicate(100, 100 * Math.Exp(logRatio), logRatio + (i % 2 * 0.0004), [64, 64], [64, 64], i >= 2)),
            ],
        };
}
