namespace Bench.Tests;

public sealed class MergeReplicatesTests : FolderTests
{
    private const string Amd = "AMD EPYC 7763 64-Core Processor";
    private const string Intel = "Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz";
    private static readonly CheckInfo Check = new("main (0123456789ab)", "the work tree (ba9876543210)", Seconds: 1.5);

    public MergeReplicatesTests()
    {
        foreach (
            var (name, index, count, processor) in new[] { ("1", 1, 3, Amd), ("2", 2, 3, Intel), ("3", 3, 3, Amd), ("two", 2, 2, Intel) }
        )
        {
            Write($"same-{name}", new CheckReplicate(index, count), processor, Same());
            Write($"slow-{name}", new CheckReplicate(index, count), processor, Slow());
        }

        Write("other", new CheckReplicate(2, 3), Intel, Same(), Check with { Baseline = "main (ffffffffffff)" });
        Write("filtered", new CheckReplicate(2, 3), Intel, Same(), Check with { Filter = "*A*" });
        Write("alone", null, Amd, Same());
        for (var replicate = 1; replicate <= 2; replicate++)
        {
            var of = new CheckReplicate(replicate, 2);
            Write($"a{replicate}", of, Amd, [MergeTests.Benchmark("A", 0.001)], Check with { Shard = new Shard(1, 2) });
            Write($"b{replicate}", of, Intel, [MergeTests.Benchmark("B", 0.4, 8)], Check with { Shard = new Shard(2, 2) });
        }
    }

    [Theory]
    [InlineData(0, "", "same-1", "same-2", "same-3")]
    [InlineData(0, "", "same-3", "same-1", "same-2")]
    [InlineData(1, "", "slow-1", "slow-2", "slow-3")]
    [InlineData(1, "", "a1", "b1", "a2", "b2")]
    [InlineData(2, "replicate 2/3 is missing", "same-1", "same-3")]
    [InlineData(2, "replicate 3/3 is missing", "same-1", "same-2")]
    [InlineData(2, "replicate 2/3 is given more than once", "same-1", "same-2", "same-3", "slow-2")]
    [InlineData(2, "one part is replicate 1/3, another 2/2", "same-1", "same-two")]
    [InlineData(2, "one part is replicate 1/3, another 1 of 1", "same-1", "alone")]
    [InlineData(2, "another check", "same-1", "other", "same-3")]
    [InlineData(2, "another check", "same-1", "filtered", "same-3")]
    [InlineData(2, "Run bench gate --replicate 2/3 again, from the same commits.", "same-1", "other", "same-3")]
    [InlineData(2, "shard 2/2 of replicate 1/2 is missing", "a1", "a2", "b2")]
    [InlineData(2, "shard 2/2 of replicate 2/2 is missing", "a1", "b1", "a2")]
    public void Exit_codes(int expected, string cause, params string[] parts)
    {
        var run = BenchProgram.Run(folder.Root, ["merge", .. parts]);
        Assert.True(expected == run.ExitCode, $"{run.ExitCode}: {run.Output}{run.Error}");
        if (expected == 2)
            Assert.Contains(cause, Assert.Single(run.Error.TrimEnd().Split('\n')));
        else
            Assert.Equal("", run.Error);
    }

    [Theory]
    [InlineData("slow-1", "same-2", "slow-3", "slower on AMD EPYC 7763 64-Core Processor (1.49x, 1.49x), not on Intel(R) Xeon(R)")]
    [InlineData("same-1", "slow-2", "same-3", "slower on Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz (1.49x), not on AMD EPYC 7763")]
    [InlineData("same-1", "same-2", "slow-3", "machines with the same processor differ")]
    public void What_is_slower_on_some_machines_fails_nothing_and_names_their_processors(
        string one,
        string two,
        string three,
        string reason
    )
    {
        Assert.Equal(0, BenchProgram.Run(folder.Root, "merge", one, two, three, "--artifacts joined").ExitCode);
        using var report = JsonDocument.Parse(File.ReadAllText(Path.Combine(folder.Root, "joined", "report.json")));
        var benchmark = report
            .RootElement.GetProperty("benchmarks")
            .EnumerateArray()
            .First(row => row.GetProperty("fullName").GetString() == "N.T.A");
        var time = benchmark.GetProperty("time");
        Assert.Equal("Inconclusive", time.GetProperty("verdict").GetString());
        Assert.Contains(reason, time.GetProperty("reason").GetString());
        Assert.Equal(
            [Amd, Intel, Amd],
            benchmark.GetProperty("machines").EnumerateArray().Select(machine => machine.GetProperty("processor").GetString())
        );
        Assert.Contains("depends on the machine", File.ReadAllText(Path.Combine(folder.Root, "joined", "report.md")));
    }

    /// <summary>The bytes depend on the machine, and no times were measured.</summary>
    [Theory]
    [InlineData(250, 1, "1 benchmark allocates more")]
    [InlineData(200, 0, "depends on the machine: more on AMD EPYC 7763 64-Core Processor (100 B -> 150 B), not on Intel(R) Xeon(R)")]
    public void Allocation_is_that_of_each_machine(double after, int expected, string said)
    {
        Counted(1, Amd, 100, 150);
        Counted(2, Intel, 200, after);

        var run = BenchProgram.Run(folder.Root, "merge counted-1 counted-2 --artifacts joined");

        Assert.True(expected == run.ExitCode, $"{run.ExitCode}: {run.Output}{run.Error}");
        Assert.Contains(said, run.Output);
        Assert.Equal(run.ExitCode, BenchProgram.Run(folder.Root, "merge joined --artifacts again").ExitCode);

        void Counted(int replicate, string processor, double before, double now) =>
            Write(
                $"counted-{replicate}",
                new CheckReplicate(replicate, 2),
                processor,
                [Bytes("A", before, now), Bytes("B", before, before), Bytes("C", before, before)],
                Check with
                {
                    Settings = new CheckSettings(AllocationOnly: true),
                }
            );

        static BenchmarkResult Bytes(string method, double before, double now) =>
            MergeTests.Benchmark(method, 0) with
            {
                IsScreened = false,
                Replicates = [],
                BaselineAllocatedBytes = [before, before, before],
                AllocatedBytes = [now, now, now],
            };
    }

    [Fact]
    public void What_a_machine_did_not_measure_is_named_where_the_others_fail_it()
    {
        Write("late-3", new CheckReplicate(3, 3), Intel, [.. Others()]);
        var run = BenchProgram.Run(folder.Root, "merge slow-1 slow-2 late-3");
        Assert.True(run.ExitCode == 1, $"{run.ExitCode}: {run.Output}{run.Error}");
        Assert.Contains($"confirmed on 2 of 3 machines, not measured on {Intel}", run.Output);
    }

    [Fact]
    public void What_one_machine_has_proven_holds_for_those_that_came_to_nothing()
    {
        BenchmarkResult[] proven =
        [
            MergeTests.Benchmark("A", 0) with
            {
                Replicates = [],
                HasSameCode = true,
                Unmeasured = "the same",
            },
            .. Others(),
        ];
        BenchmarkResult[] late = [MergeTests.Benchmark("A", 0) with { Replicates = [], Unmeasured = "the budget ended" }, .. Others()];
        Write("late", new CheckReplicate(1, 2), Amd, late);
        Write("proven", new CheckReplicate(2, 2), Intel, proven);

        var run = BenchProgram.Run(folder.Root, "merge late proven --format json");

        using var report = JsonDocument.Parse(run.Output);
        var row = report
            .RootElement.GetProperty("benchmarks")
            .EnumerateArray()
            .Single(one => one.GetProperty("fullName").GetString()!.Contains('A'));
        Assert.True(row.GetProperty("sameCode").GetBoolean());
        Assert.Equal(0, run.ExitCode);
        Assert.DoesNotContain("the budget ended", run.Output);
    }

    [Fact]
    public void A_machine_whose_budget_ended_before_its_confirmation_run_is_no_evidence_against_a_regression()
    {
        Write("cut-3", new CheckReplicate(3, 3), Intel, [MergeTests.Benchmark("A", 0.4), .. Others()]);
        Write("cut-2", new CheckReplicate(2, 3), Intel, [MergeTests.Benchmark("A", 0.4), .. Others()]);

        var run = BenchProgram.Run(folder.Root, "merge slow-1 slow-2 cut-3");

        Assert.True(run.ExitCode == 1, $"{run.ExitCode}: {run.Output}{run.Error}");
        Assert.Contains($"confirmed on 2 of 3 machines, not confirmed on {Intel}", run.Output);
        // One of three machines is not enough.
        Assert.Equal(0, BenchProgram.Run(folder.Root, "merge slow-1 cut-2 cut-3").ExitCode);
    }

    [Fact]
    public void Where_the_baseline_failed_on_one_machine_the_others_decide()
    {
        Write(
            "failed-3",
            new CheckReplicate(3, 3),
            Intel,
            [MergeTests.Benchmark("A", 0) with { Replicates = [], BaselineFailure = "crashed" }, .. Others()]
        );
        Write("both-2", new CheckReplicate(2, 3), Intel, [Failed("A", "crashed"), .. Others()]);
        Write("lost-2", new CheckReplicate(2, 3), Intel, [Failed("A", null), .. Others()]);

        var run = BenchProgram.Run(folder.Root, "merge slow-1 slow-2 failed-3");

        Assert.True(run.ExitCode == 1, $"{run.ExitCode}: {run.Output}{run.Error}");
        Assert.Contains($"confirmed on 2 of 3 machines, not measured on {Intel}", run.Output);
        Assert.Equal(0, BenchProgram.Run(folder.Root, "merge same-1 both-2 same-3").ExitCode);
        // It is lost if its baseline ran and it did not.
        var lost = BenchProgram.Run(folder.Root, "merge same-1 lost-2 failed-3");
        Assert.True(lost.ExitCode == 1, $"{lost.ExitCode}: {lost.Output}{lost.Error}");

        static BenchmarkResult Failed(string method, string? baseline) =>
            MergeTests.Benchmark(method, 0) with
            {
                Replicates = [],
                Failure = "crashed",
                BaselineFailure = baseline,
            };
    }

    [Fact]
    public void Why_the_baseline_failed_on_one_machine_is_said_and_kept()
    {
        BenchmarkResult[] failed = [.. Same().Select(benchmark => benchmark with { Replicates = [], BaselineFailure = "no such file" })];
        Write("failed-3", new CheckReplicate(3, 3), Intel, failed);
        const string said =
            "The baseline of N.T.A and 2 benchmarks more failed in some files, which are skipped: no such file (replicate 3/3).";

        var run = BenchProgram.Run(folder.Root, "merge same-1 same-2 failed-3 --artifacts joined");
        var again = BenchProgram.Run(folder.Root, "compare joined/bench-results.json");

        Assert.True(run.ExitCode == 0, $"{run.ExitCode}: {run.Output}{run.Error}");
        Assert.Contains(said, Line(run.Output));
        Assert.Contains(said, Line(again.Output));
        Assert.DoesNotContain("failed in some", BenchProgram.Run(folder.Root, "merge same-1 same-2 same-3").Output);

        static string Line(string output) => string.Join(' ', output.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
    }

    [Fact]
    public void Settings_with_the_line_ends_of_another_system_are_the_same()
    {
        Directory.CreateDirectory(Path.Combine(folder.Root, "dos"));
        File.WriteAllText(Path.Combine(folder.Root, "dos", Settings.FileName), "{\r\n  \"margin\": \"4%\"\r\n}\r\n");
        Assert.Equal("{\n  \"margin\": \"4%\"\n}\n", Settings.ReadOwnText(Path.Combine(folder.Root, "dos")));
    }

    [Fact]
    public void One_replicate_of_one_is_the_whole()
    {
        Write("lone-1", new CheckReplicate(1, 1), Amd, [MergeTests.Benchmark("A", 0.001)], Check with { Shard = new Shard(1, 2) });
        Write("lone-2", null, Amd, [MergeTests.Benchmark("B", 0.001)], Check with { Shard = new Shard(2, 2) });
        var run = BenchProgram.Run(folder.Root, "merge lone-1 lone-2");
        Assert.True(run.ExitCode == 0, $"{run.ExitCode}: {run.Output}{run.Error}");
    }

    [Fact]
    public void The_joined_figures_say_which_machine_measured_what_and_are_judged_the_same_again()
    {
        var first = BenchProgram.Run(folder.Root, "merge slow-2 slow-1 same-3 --artifacts joined");
        var again = BenchProgram.Run(folder.Root, "merge joined --artifacts again");

        var joined = folder.Load("joined/bench-results.json");
        Assert.Equal(
            [(1, Amd), (2, Intel), (3, Amd)],
            joined.Machines.Select(machine => (machine.Replicate, machine.Environment.Processor!))
        );
        Assert.Equal([1, 2, 3], joined.Benchmarks[0].Replicates.Select(replicate => replicate.Machine).Distinct());
        Assert.Null(Assert.Single(joined.Checks).Replicate);
        Assert.Equal((first.ExitCode, Of(first.Output)), (again.ExitCode, Of(again.Output)));
        Assert.Contains($"{Amd} (2 machines), {Intel}", first.Output.ReplaceLineEndings(" ").Replace("  ", " ", StringComparison.Ordinal));

        static string Of(string output) => output.Replace("joined", "again", StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("3/2")]
    [InlineData("0/2")]
    [InlineData("two")]
    public void A_replicate_that_there_is_not_is_wrong_usage(string replicate)
    {
        var run = BenchProgram.Run(folder.Root, "gate --baseline HEAD --replicate", replicate);
        Assert.Equal(2, run.ExitCode);
        Assert.Contains($"--replicate: '{replicate}' is not a replicate", run.Error);
    }

    private static BenchmarkResult[] Same() => [MergeTests.Benchmark("A", 0.001), .. Others()];

    private static BenchmarkResult[] Slow() => [MergeTests.Benchmark("A", 0.4, confirmationReplicates: 8), .. Others()];

    // With few benchmarks one may be Inconclusive.
    private static IEnumerable<BenchmarkResult> Others() => [MergeTests.Benchmark("B", -0.001), MergeTests.Benchmark("C", 0.0005)];

    private void Write(string part, CheckReplicate? replicate, string processor, BenchmarkResult[] benchmarks, CheckInfo? check = null) =>
        MergeTests.WriteCheck(folder, part, (check ?? Check) with { Replicate = replicate }, processor, benchmarks);
}
