namespace Bench.Core.Tests;

/// <summary>
/// The exports of BenchmarkDotNet 0.14.0 and 0.15.8 for the same benchmarks on the same machine: tests/Fixtures/ExportFixture.
/// </summary>
public sealed class ExportTests
{
    private const string Earlier = "0.14.0";
    private const string Later = "0.15.8";
    private const string Json = "json";
    private const string Table = "md";

    [Theory]
    [InlineData(Earlier)]
    [InlineData(Later)]
    public void JSON_of_each_version_reads_right(string version)
    {
        var benchmarks = Load(version, Json).Benchmarks;

        Assert.Equal(
            [
                "Exported.JobBenchmarks.New",
                "Exported.JobBenchmarks.New",
                "Exported.JobBenchmarks.New",
                .. ((string[])["\"a text that is longer, with a | in it\"", "\"short\""])
                    .SelectMany(text =>
                        new[]
                        {
                            $"Exported.ParameterBenchmarks.Copy(Text: {text})",
                            $"Exported.ParameterBenchmarks.Fails(Text: {text})",
                            $"Exported.ParameterBenchmarks.Later(times: 3, Text: {text})",
                            $"Exported.ParameterBenchmarks.Length(Text: {text})",
                        }
                    )
                    .Order(StringComparer.Ordinal),
            ],
            benchmarks.Select(benchmark => benchmark.Id.FullName).Order(StringComparer.Ordinal)
        );
        Assert.Equal(
            ["Named", "Server=False", "Server=True"],
            benchmarks
                .Where(benchmark => benchmark.Type == "Exported.JobBenchmarks")
                .Select(benchmark => benchmark.Id.Job.What)
                .Select(Shortened)
                .Order(StringComparer.Ordinal)
        );
        Assert.All(benchmarks.Where(benchmark => benchmark.Method == "Fails"), benchmark => Assert.Contains("failed", benchmark.Failure));
        Assert.All(
            benchmarks.Where(benchmark => benchmark.Type == "Exported.ParameterBenchmarks" && benchmark.Failure is null),
            benchmark => Assert.Equal([3, 3], benchmark.Launches.Select(launch => launch.NanosecondsPerOperation.Count))
        );
        Assert.Equal(version, Assert.Single(Load(version, Json).Environments).BenchmarkDotNet);
    }

    [Theory]
    [InlineData(Earlier)]
    [InlineData(Later)]
    public void A_table_of_each_version_says_what_its_JSON_says(string version)
    {
        var (table, json) = (Load(version, Table), Load(version, Json));

        Assert.Equal(json.Benchmarks.Select(benchmark => benchmark.TableName), table.Benchmarks.Select(benchmark => benchmark.TableName));
        Assert.Equal(
            json.Benchmarks.Select(benchmark => benchmark.Failure is null),
            table.Benchmarks.Select(benchmark => benchmark.Failure is null)
        );
        Assert.Equal(
            json.Benchmarks.Select(benchmark => benchmark.AllocatedBytes.FirstOrDefault()),
            table.Benchmarks.Select(benchmark => benchmark.AllocatedBytes.FirstOrDefault())
        );
        Assert.Empty(Assert.Single(table.Environments).DifferencesTo(Assert.Single(json.Environments)));
    }

    [Theory]
    [InlineData(Json, Json)]
    [InlineData(Table, Table)]
    [InlineData(Json, Table)]
    [InlineData(Table, Json)]
    public void A_benchmark_is_the_same_in_both_versions_and_only_the_version_differs(string earlier, string later)
    {
        var comparison = RunComparison.Create(Load(Earlier, earlier), Load(Later, later), new ComparisonOptions());

        Assert.Equal(11, comparison.Benchmarks.Count);
        Assert.All(comparison.Benchmarks, benchmark =>
            Assert.Equal(
                benchmark.Id.FullName.Contains("Fails", StringComparison.Ordinal) ? Presence.Failed : Presence.Both,
                benchmark.Presence
            )
        );
        // A table fills its columns with defaults that JSON omits: Server=False of the job Named.
        Assert.Equal(
            new EnvironmentDifference("BenchmarkDotNet", Earlier, Later),
            Assert.Single(comparison.EnvironmentDifferences, difference => earlier == later || difference.Property != "job")
        );
    }

    // The two versions count bytes differently: 0.14 missed the first ones.
    [Fact]
    public void Bytes_of_the_two_versions_differ_for_the_same_code()
    {
        static double[] Bytes(string version) =>
            [
                .. Load(version, Json)
                    .Benchmarks.Where(benchmark => benchmark.Type == "Exported.JobBenchmarks")
                    .Select(benchmark => benchmark.AllocatedBytes[0]),
            ];

        Assert.Equal([0, 0, 0], Bytes(Earlier));
        Assert.Equal([24, 24, 24], Bytes(Later));
    }

    [Theory]
    [InlineData("Intel Xeon CPU 2.20GHz", "Intel Xeon CPU 2.60GHz", true)]
    [InlineData("AMD EPYC", "AMD EPYC 2.60GHz", false)]
    [InlineData("AMD EPYC", "AMD Ryzen", true)]
    [InlineData("AMD EPYC 7763 64-Core Processor", "AMD EPYC 7763", false)]
    [InlineData("AMD EPYC 7763 64-Core Processor", "AMD EPYC 7763 2.44GHz", false)]
    [InlineData("AMD EPYC 7763 64-Core Processor", "AMD EPYC 7713 64-Core Processor", true)]
    public void A_frequency_is_part_of_a_processors_name_where_both_have_one(string one, string other, bool differ)
    {
        var (before, after) = (new RunEnvironment(Processor: one), new RunEnvironment(Processor: other));
        Assert.Equal(differ, before.DifferencesTo(after).Any());
        Assert.Equal(differ, after.DifferencesTo(before).Any());
    }

    private static string Shortened(string job) =>
        job.Split(", ").Single(part => !part.StartsWith("EvaluateOverhead", StringComparison.Ordinal));

    private static Run Load(string version, string extension) =>
        Folder.LoadFrom(
            AppContext.BaseDirectory,
            [
                .. Directory
                    .EnumerateFiles(JsonTests.Corpus(Path.Combine("Exports", version)), $"*.{extension}")
                    .Order(StringComparer.Ordinal),
            ]
        );
}
