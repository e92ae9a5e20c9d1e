namespace Bench.Tests;

/// <summary>
/// If one output can't be written, the verdict is still shown, the others are written, and the exit code reports the failure.
/// </summary>
public sealed class ResultWriterTests : FolderTests
{
    public ResultWriterTests()
    {
        foreach (var (name, mean) in new[] { ("old", 100.0), ("new", 150.0) })
            folder.Write(
                $"{name}/N.T-report-full.json",
                BdnJson.Of(BdnJson.Benchmark("N.T.M", "DefaultJob", 64, [mean, mean + 1], [mean, mean + 1]))
            );
        foreach (var name in new[] { "1", "2" })
            folder.Write($"runs/{name}/N.T-report-full.json", File.ReadAllBytes(Path.Combine(folder.Root, "old/N.T-report-full.json")));
        foreach (var name in new[] { "a", "b" })
            folder.Write($"{name}.json", LoadFiles.Json(LoadRuns.Create(name, LoadRuns.Level(200, 1, 1000, 1100))));
        var benchmark = new BenchmarkResult
        {
            Id = new BenchmarkId("N.T.A", JobTraits.Default),
            Type = "N.T",
            Method = "A",
            Parameters = "",
            Places = [],
            IsScreened = true,
            Replicates = [.. Enumerable.Range(0, 10).Select(i => new Replicate(100, 150, 0.4 + (i * 0.001), [64, 64], [72, 72], i >= 2))],
        };
        using (var stream = File.Create(Path.Combine(folder.Root, "bench-results.json")))
            BenchResults.Write(stream, ResultsKind.Paired, new RunEnvironment(), [benchmark], check: new CheckInfo("a", "b"));
        folder.Write(
            "claims.json",
            """{"tolerance":0.2,"sources":[{"name":"a page","page":"page.md","conditions":"another machine","claims":[{"says":"slower","time":1.5,"benchmark":"N.T.A","against":"B"}]}]}"""
        );
        folder.Write(
            "study/study-records.jsonl",
            string.Join(
                '\n',
                File.ReadLines(Path.Combine(Checkout.Root, "docs", "internals", "study-records.jsonl"))
                    .Where(line => line.Contains("SharedHttpClient(Settings: Default)", StringComparison.Ordinal))
            )
        );
    }

    [Theory]
    [InlineData("## ❌ Benchmarks", "compare old new", "--format markdown --output none/x.md --output good.html")]
    [InlineData("## ❌ Benchmarks", "merge bench-results.json", "--format markdown --output none/x.md --output good.json")]
    [InlineData("Benchmarks over time", "history runs", "--output none/x.md --output good.html")]
    public void The_verdict_is_shown_and_the_other_output_is_written(string verdict, params string[] arguments)
    {
        var run = BenchProgram.Run(folder.Root, arguments);
        Assert.Equal(2, run.ExitCode);
        Assert.Contains(verdict, run.Output);
        Assert.Contains("none/x.md cannot be written", run.Message);
        Assert.NotEmpty(File.ReadAllText(Path.Combine(folder.Root, arguments[^1].Split(' ')[^1])));
    }

    [Theory]
    [InlineData("# ", "lab claims claims.json", "--from bench-results.json --output none/x.md")]
    [InlineData("200", "load diff a.json b.json", "--artifacts taken --name x")]
    [InlineData("study.md", "lab study", "--output study")]
    public void The_verdict_is_shown_where_the_only_output_can_not_be_written(string verdict, params string[] arguments)
    {
        Directory.CreateDirectory(Path.Combine(folder.Root, "taken", "x.md"));
        Directory.CreateDirectory(Path.Combine(folder.Root, "study", "study.json"));

        var run = BenchProgram.Run(folder.Root, arguments);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(verdict, run.Output);
        Assert.Contains("cannot be written", run.Error.Trim().Split('\n')[0]);
        Assert.DoesNotContain("   at ", run.Error);
        Assert.Equal(verdict == "study.md", File.Exists(Path.Combine(folder.Root, "study/study.md")));
    }

    [Theory]
    [InlineData("x.md", "load diff a.json b.json", "--artifacts results --name x")]
    [InlineData("study.md", "lab study", "--output study")]
    public void A_file_of_results_takes_the_place_of_a_link(string name, params string[] arguments)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "links need rights");
        var other = folder.Write("other.txt", "before");
        foreach (var results in new[] { "results", "study" })
            File.CreateSymbolicLink(Path.Combine(Directory.CreateDirectory(Path.Combine(folder.Root, results)).FullName, name), other);
        Assert.NotEqual(2, BenchProgram.Run(folder.Root, arguments).ExitCode);
        Assert.Equal("before", File.ReadAllText(other));
    }

    [Fact]
    public void A_folder_of_a_study_that_is_a_file_is_named()
    {
        var run = BenchProgram.Run(folder.Root, "lab study --output claims.json");
        Assert.Equal(2, run.ExitCode);
        Assert.StartsWith("lab: claims.json cannot be written: ", run.Message);
    }

    [Fact]
    public void An_interruption_goes_before_what_can_not_be_written()
    {
        var writer = new ResultWriter(BenchProgram.Context(folder.Root));
        Assert.False(writer.Try(() => throw new UsageException("none/x.md cannot be written.")));
        Assert.Equal(2, writer.Finish(ExitCode.Regressed));
        Assert.Equal(130, writer.Finish(ExitCode.Interrupted));
    }
}
