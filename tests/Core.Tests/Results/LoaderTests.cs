namespace Bench.Core.Tests;

public sealed class LoaderTests : FolderTests
{
    [Fact]
    public void Of_several_exports_of_one_report_the_one_that_says_most_is_read() =>
        Assert.Equal(
            ["a/N.T-report-full-compressed.json", "a/N.U-report-brief.json", "b/N.T-report-github.md", "gate-bench-results.json"],
            RunLoader.Choose([
                "overview.md",
                "run.json",
                "a/N.T-report-github.md",
                "a/N.T-report-brief.json",
                "a/N.T-report-full-compressed.json",
                "a/N.T-report.csv",
                "a/N.U-report-brief.json",
                "a/N.U-report-github.md",
                "b/N.T-report-github.md",
                "b/N.T-report-default.md",
                "gate-bench-results.json",
                "a/N.T-measurements.csv",
            ])
        );

    [Fact]
    public void A_folder_is_read_with_the_folders_in_it()
    {
        folder.Write("1/N.T-report-full.json", BdnJson.Of(BdnJson.Benchmark("N.T.M", "DefaultJob", null, [1, 2, 3])));
        folder.Write("2/N.T-report-full.json", BdnJson.Of(BdnJson.Benchmark("N.T.M", "DefaultJob", null, [4, 5, 6])));
        Assert.Equal(2, Assert.Single(folder.Load(folder.Root).Benchmarks).Launches.Count);
    }

    [Fact]
    [Trait("Category", "Process")]
    public void Links_that_lead_in_circles_are_followed_once_and_what_is_no_file_is_named()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "links need rights there, and pipes have no names");
        folder.Write("1/N.T-report-full.json", BdnJson.Of(BdnJson.Benchmark("N.T.M", "DefaultJob", null, [1, 2, 3])));
        var elsewhere = Directory.CreateDirectory(folder.Root + "-elsewhere").FullName;
        File.WriteAllText(
            Path.Combine(elsewhere, "N.U-report-full.json"),
            BdnJson.Of(BdnJson.Benchmark("N.U.M", "DefaultJob", null, [1, 2, 3]))
        );
        foreach (var name in new[] { "a", "b", "c", "d" })
            File.CreateSymbolicLink(Path.Combine(folder.Root, "1", name), ".");
        File.CreateSymbolicLink(Path.Combine(folder.Root, "self"), "self");
        File.CreateSymbolicLink(Path.Combine(folder.Root, "there"), elsewhere);
        File.CreateSymbolicLink(Path.Combine(folder.Root, "1", "again"), elsewhere);
        File.CreateSymbolicLink(Path.Combine(folder.Root, "zero-report.json"), "/dev/zero");
        using (var mkfifo = System.Diagnostics.Process.Start("mkfifo", Path.Combine(folder.Root, "pipe-report.json")))
            mkfifo.WaitForExit();

        var run = folder.Load(folder.Root);

        Directory.Delete(elsewhere, recursive: true);
        Assert.Equal(["N.T.M", "N.U.M"], run.Benchmarks.Select(benchmark => benchmark.Id.FullName).Order(StringComparer.Ordinal));
        Assert.All(run.Benchmarks, benchmark => Assert.Single(benchmark.Places));
        Assert.Equal(
            ["pipe-report.json", "zero-report.json"],
            run.Warnings.Select(warning => Path.GetFileName(warning.Split(' ')[0])).Order(StringComparer.Ordinal)
        );
    }

    [Fact]
    public void A_table_that_is_newer_than_the_json_beside_it_is_read()
    {
        var json = folder.Write("N.T-report-full-compressed.json", BdnJson.Of(BdnJson.Benchmark("N.T.M", "DefaultJob", null, [1, 2, 3])));
        var table = folder.Write(
            "N.T-report-github.md",
            "| Method | Mean | Error | StdDev |\n|--- |---:|---:|---:|\n| M | 6.0 ns | 0.1 ns | 0.1 ns |\n"
        );
        File.SetLastWriteTimeUtc(json, new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc));
        File.SetLastWriteTimeUtc(table, new DateTime(2026, 1, 3, 3, 4, 5, DateTimeKind.Utc));

        var newer = folder.Load(folder.Root);
        File.SetLastWriteTimeUtc(json, new DateTime(2026, 1, 3, 3, 4, 0, DateTimeKind.Utc));
        var same = folder.Load(folder.Root);

        Assert.Equal(6, Assert.Single(Assert.Single(newer.Benchmarks).Summaries).MeanNanoseconds);
        Assert.Matches("2026-01-02 03:04 UTC.*2026-01-03 03:04 UTC", Assert.Single(newer.Warnings));
        Assert.NotEmpty(Assert.Single(same.Benchmarks).Launches);
        Assert.Empty(same.Warnings);
    }

    [Fact]
    public void Of_exports_of_several_runs_the_fullest_of_the_last_is_read()
    {
        foreach (
            var (name, minute, time) in new[]
            {
                ("N.T-report-full-compressed.json", 0, 1.0),
                ("N.T-report-full.json", 10, 2.0),
                ("N.T-report-brief.json", 11, 3.0),
                ("N.U-report-full.json", 20, 4.0),
            }
        )
            Write(name, minute, BdnJson.Of(BdnJson.Benchmark($"{name[..3]}.M", "DefaultJob", null, [time, time, time])));
        Write("N.T-report-github.md", 11, "| Method | Mean | Error | StdDev |\n|--- |---:|---:|---:|\n| M | 6.0 ns | 0.1 ns | 0.1 ns |\n");

        var run = folder.Load(folder.Root);
        var each = RunLoader.LoadEach([folder.Root], folder.Root);

        Assert.Equal([2.0, 4.0], run.Benchmarks.Select(benchmark => benchmark.Launches[0].NanosecondsPerOperation[0]));
        Assert.EndsWith(
            "N.T-report-full-compressed.json (2026-01-02 03:00 UTC) is older than N.T-report-full.json in the same folder (2026-01-02 03:10 UTC): the newer is read.",
            Assert.Single(run.Warnings)
        );
        Assert.Equal(
            ["N.T-report-full.json", "N.U-report-full.json"],
            RunLoader.ReportsIn(folder.Root).Select(path => Path.GetFileName(path)!)
        );
        Assert.Equal(run.Warnings, each[0].Warnings);
        Assert.Empty(each[1].Warnings);

        void Write(string name, int minute, string text) =>
            File.SetLastWriteTimeUtc(folder.Write(name, text), new DateTime(2026, 1, 2, 3, minute, 0, DateTimeKind.Utc));
    }

    [Fact]
    public void An_empty_folder_and_a_missing_one_are_errors()
    {
        Assert.Contains("no results", Assert.Throws<ResultsException>(() => folder.Load(folder.Root)).Message);
        Assert.Contains("neither", Assert.Throws<ResultsException>(() => folder.Load("missing")).Message);
    }

    [Fact]
    [Trait("Category", "Process")]
    public void A_git_ref_is_read_without_touching_the_work_tree()
    {
        var file = folder.Write(
            "BenchmarkDotNet.Artifacts/reference/N.T-report-full.json",
            BdnJson.Of(BdnJson.Benchmark("N.T.M", "DefaultJob", null, [1, 2, 3]))
        );
        folder.Git("init", "--quiet");
        folder.Commit("x");
        folder.Git("tag", "v1");
        File.WriteAllText(file, "changed");

        Assert.Equal(2, Assert.Single(folder.Load("git:v1").Benchmarks).Launches[0].NanosecondsPerOperation[1]);
        Assert.Single(folder.Load("git:HEAD:BenchmarkDotNet.Artifacts").Benchmarks);
        Assert.Single(folder.Load("git:HEAD:BenchmarkDotNet.Artifacts/reference/N.T-report-full.json").Benchmarks);
        Assert.Equal("changed", File.ReadAllText(file));
        Assert.Contains("no commit", Assert.Throws<ResultsException>(() => folder.Load("git:nowhere")).Message);
        Assert.Contains("no commit", Assert.Throws<ResultsException>(() => folder.Load("git:--help")).Message);
        Assert.Contains("no results", Assert.Throws<ResultsException>(() => folder.Load("git:v1:src")).Message);
        Assert.Contains("not name a git ref", Assert.Throws<ResultsException>(() => folder.Load("git:")).Message);
    }

    [Fact]
    public void A_file_of_ours_is_read_back_as_it_was_written()
    {
        var benchmark = new BenchmarkResult
        {
            Id = new BenchmarkId("N.T.M(a: 1)", JobTraits.FromCharacteristics([new("Server", "True"), new("IterationCount", "9")])),
            Type = "N.T",
            Method = "M",
            Parameters = "a=1",
            Places = [],
            Replicates = [new Replicate(100, 110, 0.0953), new Replicate(101, 112, 0.0989)],
            AllocatedBytes = [24],
            BaselineAllocatedBytes = [0],
        };
        using (var stream = File.Create(Path.Combine(folder.Root, "x-bench-results.json")))
            BenchResults.Write(stream, ResultsKind.Paired, new RunEnvironment(Processor: "P", Cores: 2), [benchmark]);

        var run = folder.Load(folder.Root);

        var read = Assert.Single(run.Benchmarks);
        Assert.Equal("N.T.M(a: 1) [Server=True]", read.Id.ToString());
        Assert.Equal(benchmark.Replicates, read.Replicates);
        Assert.Equal([0.0], read.BaselineAllocatedBytes);
        Assert.Equal([110.0, 112], read.TimesOfLaunches.Select(launch => launch[0]));
        Assert.Equal(new RunEnvironment(Processor: "P", Cores: 2), Assert.Single(run.Environments));
    }

    [Theory]
    [InlineData("""{"schema":"bench-results/9","kind":"Launches","benchmarks":[]}""")]
    [InlineData("""{"schema":"bench-results/1","kind":"Sideways","benchmarks":[]}""")]
    [InlineData("""{"schema":"bench-results/1","kind":"Launches"}""")]
    [InlineData("""{"schema":"bench-results/1","kind":99,"benchmarks":[]}""")]
    [InlineData("""{"schema":"bench-results/1","benchmarks":[]}""")]
    [InlineData("""{"schema":"bench-results/1","kind":"Launches","benchmarks":[null]}""")]
    [InlineData("""{"schema":"bench-results/1","kind":"Launches","benchmarks":[{"fullName":"a"}]}""")]
    [InlineData("""{"schema":"bench-results/1","kind":"Launches","benchmarks":[{"fullName":"a","launches":[[]]}]}""")]
    [InlineData("""{"schema":"bench-results/1","kind":"Launches","benchmarks":[{"fullName":"a","launches":[[-1]]}]}""")]
    [InlineData(
        """{"schema":"bench-results/1","kind":"Launches","benchmarks":[{"fullName":"a","replicates":[{"baselineNanoseconds":1,"candidateNanoseconds":1,"logRatio":0}]}]}"""
    )]
    [InlineData("""{"schema":"bench-results/1","kind":"Launches","benchmarks":[{"fullName":"a","launches":[[1]]}""")]
    public void A_file_of_ours_that_does_not_fit_its_schema_is_an_error(string text)
    {
        folder.Write("x-bench-results.json", text);
        Assert.Contains("x-bench-results.json", Assert.Throws<ResultsException>(() => folder.Load("x-bench-results.json")).Message);
    }
}
