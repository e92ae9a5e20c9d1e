using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Bench.Harness.Tests;

/// <summary>Interleaved measurement in a foreign program that has the packed package.</summary>
[Trait("Category", "Process")]
[Trait("Category", "Measured")]
public sealed partial class InterleavingTests(SwitcherRun fixture) : IClassFixture<SwitcherRun>
{
    [Fact]
    public async Task Every_table_has_the_ratio_with_its_interval()
    {
        var (exitCode, output) = await fixture.Run;

        Assert.True(exitCode == 0, output);
        var table = Table("SortBenchmarks");
        Assert.Equal(6, table.Length);
        foreach (var benchmarks in table.GroupBy(benchmark => benchmark["Length"]))
        {
            Assert.Equal("1.000", benchmarks.Single(benchmark => benchmark["Method"] == "Once")["Ratio"]);
            Assert.Equal("baseline", benchmarks.Single(benchmark => benchmark["Method"] == "Once")["95 % CI"]);
            foreach (var benchmark in benchmarks.Where(benchmark => benchmark["Method"] != "Once"))
            {
                var ratio = Number(benchmark["Ratio"]);
                var interval = benchmark["95 % CI"].Split('-').Select(Number).ToArray();
                Assert.InRange(ratio, interval[0], interval[1]);
                Assert.Contains(benchmark["Significant"], new[] { "slower", "faster", "no" });
                Assert.Equal(benchmark["Significant"] == "no", interval[0] <= 1 && interval[1] >= 1);
                Assert.EndsWith("%", benchmark["Ratio spread"]);
            }

            Assert.All(benchmarks, benchmark => Assert.Equal("2", benchmark["Launches"]));
        }

        using var json = Json("SortBenchmarks");
        foreach (var benchmark in json.RootElement.GetProperty("Benchmarks").EnumerateArray())
        {
            double[] launches =
            [
                .. benchmark
                    .GetProperty("Metrics")
                    .EnumerateArray()
                    .Where(metric => IsOf(metric, "InterleavedRatio"))
                    .Select(metric => metric.GetProperty("Value").GetDouble()),
            ];
            var line = table.Single(line =>
                line["Method"] == benchmark.GetProperty("Method").GetString()
                && $"Length={line["Length"]}" == benchmark.GetProperty("Parameters").GetString()
            );
            // Four digits of the geometric mean; the baseline has no ratio to itself.
            var mean = Math.Exp(launches.Select(ratio => Math.Log(ratio)).DefaultIfEmpty().Average());
            Assert.Equal(1, Number(line["Ratio"]) / mean, 0.002);
        }

        // BenchmarkDotNet's own column must not contradict it.
        Assert.DoesNotContain("RatioSD", table[0].Keys);
        Assert.Contains("Allocated", table[0].Keys);
    }

    [Fact]
    public async Task The_JSON_has_the_ratio_and_the_allocation_of_each_launch()
    {
        await fixture.Run;
        using var json = Json("SortBenchmarks");

        foreach (var benchmark in json.RootElement.GetProperty("Benchmarks").EnumerateArray())
        {
            var metrics = benchmark
                .GetProperty("Metrics")
                .EnumerateArray()
                .Select(metric => metric.GetProperty("Descriptor").GetProperty("Id").GetString()!)
                .Where(id => id.StartsWith("Interleaved", StringComparison.Ordinal))
                .ToArray();
            string[] ratios =
                benchmark.GetProperty("Method").GetString() == "Once"
                    ? []
                    : ["InterleavedError1", "InterleavedError2", "InterleavedRatio1", "InterleavedRatio2"];
            string[] expected = ["InterleavedAllocated1", "InterleavedAllocated2", .. ratios];
            Assert.Equal(expected, metrics.Order(StringComparer.Ordinal));
            var allocated = benchmark.GetProperty("Memory").GetProperty("BytesAllocatedPerOperation").GetDouble();
            Assert.Contains(
                allocated,
                benchmark
                    .GetProperty("Metrics")
                    .EnumerateArray()
                    .Where(metric => IsOf(metric, "InterleavedAllocated"))
                    .Select(metric => metric.GetProperty("Value").GetDouble())
            );
            var launches = benchmark
                .GetProperty("Measurements")
                .EnumerateArray()
                .Select(measurement => measurement.GetProperty("LaunchIndex").GetInt32())
                .Distinct();
            Assert.Equal([1, 2], launches.Order());
        }
    }

    [Fact]
    public async Task Launches_are_spread_over_the_run()
    {
        var (_, output) = await fixture.Run;

        int[] launches = [.. LaunchOf().Matches(output).Select(match => int.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture))];
        Assert.True(launches.Length > 6, output);
        Assert.Equal(launches.Order(), launches);
    }

    [Fact]
    public async Task Two_jobs_of_a_benchmark_are_interleaved()
    {
        await fixture.Run;
        var table = Table("JobBenchmarks");

        Assert.Equal(["Once", "Twice"], table.Select(benchmark => benchmark["Job"]));
        Assert.Equal("baseline", table[0]["95 % CI"]);
        AssertHasRatio(table[1]);
        // With the variable of the job Twice the benchmark allocates 100,000 bytes more; everything else allocates a few.
        Assert.Equal(100_000, Allocated("JobBenchmarks", "Twice") - Allocated("JobBenchmarks", "Once"), 10_000.0);
    }

    [Fact]
    public async Task With_a_baseline_of_methods_and_one_of_jobs_it_is_that_method_of_that_job()
    {
        await fixture.Run;
        var table = Table("BothBaselinesBenchmarks");

        Assert.Equal(4, table.Length);
        var baseline = Assert.Single(table, benchmark => benchmark["95 % CI"] == "baseline");
        Assert.Equal(("Once", "Single", "1.000"), (baseline["Method"], baseline["Job"], baseline["Ratio"]));
        Assert.All(table.Where(benchmark => benchmark != baseline), AssertHasRatio);
    }

    [Fact]
    public async Task Inputs_of_one_name_have_a_baseline_each()
    {
        await fixture.Run;
        var table = Table("ArrayBenchmarks");

        Assert.Equal(2, table.Count(benchmark => benchmark["Method"] == "Once" && benchmark["95 % CI"] == "baseline"));
        Assert.Equal(2, table.Count(benchmark => benchmark["Method"] == "Twice"));
        Assert.All(table.Where(benchmark => benchmark["Method"] == "Twice"), AssertHasRatio);
    }

    [Fact]
    public async Task Benchmarks_with_a_set_up_of_each_iteration_are_compared()
    {
        await fixture.Run;

        AssertHasRatio(Table("IterationSetupBenchmarks").Single(benchmark => benchmark["Method"] == "Two"));
    }

    [Fact]
    public async Task What_is_not_interleaved_says_so()
    {
        var (_, output) = await fixture.Run;

        Assert.Contains(
            "InProcessBenchmarks",
            Assert.Single(output.Split('\n'), line =>
                line.Contains("measured without interleaving", StringComparison.Ordinal) && !line.Contains("WARN", StringComparison.Ordinal)
            )
        );
        Assert.Equal(
            ["baseline", "not interleaved"],
            Table("InProcessBenchmarks")
                .Select(benchmark => benchmark["95 % CI"] == "baseline" ? "baseline" : benchmark["95 % CI"])
                .Select((cell, i) => i == 0 ? "baseline" : cell)
        );
        Assert.Contains("SingleBenchmarks.Alone has no other variant to interleave with, and is measured alone.", output);
        Assert.Contains("NoBaselineBenchmarks has no baseline, so it has no ratios.", output);
        Assert.All(Table("NoBaselineBenchmarks"), benchmark => Assert.Equal("?", benchmark["Ratio"]));
    }

    [Fact]
    public async Task The_attribute_is_enough()
    {
        var (exitCode, output) = await fixture.Program.Run("attribute", "--artifacts", Artifacts("attribute"));

        Assert.True(exitCode == 0, output);
        AssertHasRatio(Table("AttributeBenchmarks", "attribute").Single(benchmark => benchmark["Method"] == "Two"));
        Assert.Contains("launch 2 of 2", output);
    }

    [Fact]
    public async Task Without_interleaving_it_is_BenchmarkDotNets_own_run()
    {
        var (exitCode, output) = await fixture.Program.Run(
            "harness",
            "--no-interleaving",
            "--filter",
            "*.JobBenchmarks*",
            "--artifacts",
            Artifacts("ordinary"),
            "--launchCount",
            "1",
            "--iterationCount",
            "3",
            "--iterationTime",
            "3",
            "--warmupCount",
            "1"
        );

        Assert.True(exitCode == 0, output);
        Assert.Contains("Remained", output);
        Assert.DoesNotContain("launch 1 of", output);
        var table = Table("JobBenchmarks", "ordinary");
        Assert.All(table, benchmark => Assert.True(Number(benchmark["Ratio"]) > 0));
        Assert.DoesNotContain("95 % CI", table[0].Keys);
    }

    private static void AssertHasRatio(Dictionary<string, string> benchmark)
    {
        var interval = benchmark["95 % CI"].Split('-').Select(Number).ToArray();
        Assert.InRange(Number(benchmark["Ratio"]), interval[0], interval[1]);
        Assert.True(interval[0] > 0);
    }

    private double Allocated(string type, string job)
    {
        using var json = Json(type);
        return json
            .RootElement.GetProperty("Benchmarks")
            .EnumerateArray()
            .Single(benchmark => benchmark.GetProperty("DisplayInfo").GetString()!.Contains($": {job}", StringComparison.Ordinal))
            .GetProperty("Memory")
            .GetProperty("BytesAllocatedPerOperation")
            .GetDouble();
    }

    private string Artifacts(string run) => Path.Combine(fixture.Program.Root, run);

    private JsonDocument Json(string type) =>
        JsonDocument.Parse(
            File.ReadAllText(Directory.EnumerateFiles(Path.Combine(Artifacts("switcher"), "results"), $"*{type}-report*.json").First())
        );

    private static bool IsOf(JsonElement metric, string name) =>
        metric.GetProperty("Descriptor").GetProperty("Id").GetString()!.StartsWith(name, StringComparison.Ordinal);

    private Dictionary<string, string>[] Table(string type, string run = "switcher") => ExportedTable.Read(Artifacts(run), type);

    private static double Number(string text) => ExportedTable.Number(text);

    [GeneratedRegex(@"Interleaved: launch (\d+) of")]
    private static partial Regex LaunchOf();
}
