namespace Bench.Core.Tests;

public sealed class JsonTests : FolderTests
{
    [Fact]
    public void A_recorded_file_reads_right()
    {
        var run = Folder.LoadFrom(AppContext.BaseDirectory, Corpus("EvalBench.TextBench-report-full-compressed.json"));

        Assert.Equal(4, run.Benchmarks.Count);
        var benchmark = run.Benchmarks[0];
        Assert.Contains("|", benchmark.Id.FullName);
        Assert.Equal("EvalBench.TextBench", benchmark.Type);
        Assert.Equal("RegexReplace", benchmark.Method);
        Assert.Equal("Word=Lorem(...)|amet [26]", benchmark.Parameters);
        Assert.Equal("", benchmark.Id.Job.What);
        Assert.Equal(15, Assert.Single(benchmark.Launches).NanosecondsPerOperation.Count);
        Assert.InRange(benchmark.Launches[0].NanosecondsPerOperation.Average(), 71_000, 72_000);
        Assert.Equal([7217.0], benchmark.AllocatedBytes);
        Assert.Equal("0.14.0", Assert.Single(run.Environments).BenchmarkDotNet);
    }

    [Fact]
    public void Launches_are_kept_apart_and_the_empty_loop_is_taken_away()
    {
        var measurements = string.Join(
            ",",
            BdnJson.Measurement("Overhead", "Actual", 1, 1, 100, 200),
            BdnJson.Measurement("Workload", "Warmup", 1, 1, 100, 99999),
            BdnJson.Measurement("Workload", "Actual", 1, 1, 100, 1200),
            BdnJson.Measurement("Workload", "Result", 1, 1, 100, 1000),
            BdnJson.Measurement("Workload", "Actual", 2, 1, 100, 3000),
            BdnJson.Measurement("Workload", "Actual", 2, 2, 100, 900000)
        );
        folder.Write("a.json", BdnJson.Of(BdnJson.Raw("N.T.M", "DefaultJob", null, BdnJson.Statistics(10), measurements)));

        var benchmark = Assert.Single(folder.Load("a.json").Benchmarks);

        Assert.Equal(
            [
                [10.0],
                [30.0, 9000.0],
            ],
            benchmark.Launches.Select(launch => launch.NanosecondsPerOperation)
        );
    }

    [Theory]
    [InlineData("DefaultJob", "")]
    [InlineData("Job-ABCDEF", "")]
    [InlineData("Job-ABCDEF(Server=True, IterationCount=15)", "Server=True")]
    [InlineData("Job-QWERTY(Runtime=.NET 8.0, Server=True) [Size=10]", "Runtime=.NET 8.0, Server=True")]
    [InlineData("Suite(EnvironmentVariables=A=1,B=(x), IterationCount=10)", "EnvironmentVariables=A=1,B=(x), Suite")]
    [InlineData("ShortRun", "ShortRun")]
    [InlineData(".NET 8.0(Runtime=.NET 8.0) [Size=(1, 2)]", ".NET 8.0, Runtime=.NET 8.0")]
    [InlineData(".NET Framework 4.8.1(Runtime=.NET Framework 4.8.1)", ".NET Framework 4.8.1, Runtime=.NET Framework 4.8.1")]
    [InlineData("by hand", "by hand")]
    [InlineData("by hand [Size=(1, 2)]", "by hand")]
    public void A_random_job_id_is_no_part_of_the_identity(string job, string what)
    {
        folder.Write("a.json", BdnJson.Of(BdnJson.Benchmark("N.T.M", job, null, [1, 2])));
        Assert.Equal(what, Assert.Single(folder.Load("a.json").Benchmarks).Id.Job.What);
    }

    [Fact]
    public void Two_jobs_in_a_file_are_two_benchmarks()
    {
        folder.Write(
            "a.json",
            BdnJson.Of(
                BdnJson.Benchmark("N.T.M", "Job-AAAAAA(Runtime=.NET 8.0)", null, [1, 2]),
                BdnJson.Benchmark("N.T.M", "Job-BBBBBB(Runtime=.NET 10.0)", null, [3, 4])
            )
        );

        Assert.Equal(
            ["N.T.M [Runtime=.NET 8.0]", "N.T.M [Runtime=.NET 10.0]"],
            folder.Load("a.json").Benchmarks.Select(benchmark => benchmark.Id.ToString())
        );
    }

    [Fact]
    public void Two_jobs_that_differ_only_in_length_are_two_benchmarks_too()
    {
        folder.Write(
            "a.json",
            BdnJson.Of(
                BdnJson.Benchmark("N.T.M", "Job-AAAAAA(IterationCount=5)", null, [1, 2]),
                BdnJson.Benchmark("N.T.M", "Job-BBBBBB(IterationCount=50)", null, [3, 4])
            )
        );

        Assert.Equal(2, folder.Load("a.json").Benchmarks.Count);
    }

    [Fact]
    public void More_files_are_more_launches_however_long_each_was_measured()
    {
        folder.Write("a.json", BdnJson.Of(BdnJson.Benchmark("N.T.M", "Job-AAAAAA(LaunchCount=2)", 64, [1, 2], [3, 4])));
        folder.Write("b.json", BdnJson.Of(BdnJson.Benchmark("N.T.M", "DefaultJob", 72, [5, 6])));
        var benchmark = Assert.Single(folder.Load("a.json", "b.json").Benchmarks);
        Assert.Equal(3, benchmark.Launches.Count);
        Assert.Equal([64.0, 72.0], benchmark.AllocatedBytes);
    }

    [Fact]
    public void A_benchmark_that_stands_twice_in_a_file_is_an_error_that_names_both_places()
    {
        folder.Write(
            "a.json",
            BdnJson.Of(BdnJson.Benchmark("N.T.M", "Job-AAAAAA", null, [1, 2]), BdnJson.Benchmark("N.T.M", "Job-BBBBBB", null, [3, 4]))
        );
        var error = Assert.Throws<ResultsException>(() => folder.Load("a.json"));
        Assert.Contains("a.json, benchmark 1", error.Message);
        Assert.Contains("a.json, benchmark 2", error.Message);
    }

    [Fact]
    public void The_same_measurements_in_two_files_are_no_two_launches()
    {
        var text = BdnJson.Of(BdnJson.Benchmark("N.T.M", "DefaultJob", null, [1, 2, 3]));
        folder.Write("a.json", text);
        folder.Write("copy.json", text);
        Assert.Contains("a.json", Assert.Throws<ResultsException>(() => folder.Load("a.json", "copy.json")).Message);
        Assert.Contains("twice", Assert.Throws<ResultsException>(() => folder.Load("a.json", "./a.json")).Message);
    }

    [Fact]
    public void A_benchmark_without_statistics_failed()
    {
        folder.Write("a.json", BdnJson.Of(BdnJson.Raw("N.T.M", "DefaultJob", null, "null", "")));
        Assert.NotNull(Assert.Single(folder.Load("a.json").Benchmarks).Failure);
    }

    [Fact]
    public void A_brief_file_has_a_summary()
    {
        folder.Write("a.json", BdnJson.Of(BdnJson.Raw("N.T.M", "DefaultJob", 8, BdnJson.Statistics(10), measurements: null)));
        var benchmark = Assert.Single(folder.Load("a.json").Benchmarks);
        Assert.Empty(benchmark.Launches);
        Assert.Equal(new Summary(10, 0.1, 15), Assert.Single(benchmark.Summaries));
    }

    [Fact]
    public void A_file_longer_than_the_buffer_reads_right_with_every_size_of_first_benchmark()
    {
        for (var length = 0; length < 300; length += 7)
        {
            var benchmarks = Enumerable
                .Range(0, 400)
                .Select(i =>
                    BdnJson.Benchmark($"N.T.M{i}{(i == 0 ? new string('x', length) : "")}", "DefaultJob", i, [i + 1, i + 2, i + 3])
                )
                .ToArray();
            folder.Write("a.json", BdnJson.Of(benchmarks));

            var run = folder.Load("a.json");

            Assert.Equal(400, run.Benchmarks.Count);
            Assert.Equal(400, run.Benchmarks[399].Launches[0].NanosecondsPerOperation[0]);
        }
    }

    [Fact]
    public void A_name_longer_than_the_buffer_reads_right()
    {
        var name = "N.T.M(text: " + new string('a', 400_000) + ")";
        folder.Write("a.json", BdnJson.Of(BdnJson.Benchmark(name, "DefaultJob", null, [1, 2])));
        Assert.Equal(name, Assert.Single(folder.Load("a.json").Benchmarks).Id.FullName);
    }

    [Fact]
    public void A_byte_order_mark_and_indented_text_change_nothing()
    {
        var indented = BdnJson.Of(BdnJson.Benchmark("N.T.M", "DefaultJob", null, [1, 2])).Replace(",", ",\r\n  ", StringComparison.Ordinal);
        folder.Write("a.json", [0xEF, 0xBB, 0xBF, .. System.Text.Encoding.UTF8.GetBytes(indented)]);
        Assert.Single(folder.Load("a.json").Benchmarks);
    }

    [Theory]
    [InlineData("", "empty")]
    [InlineData("{", "line 1")]
    [InlineData("[]", "the top level has the wrong kind")]
    [InlineData("{\"Benchmarks\":[{\"FullName\":\"a\"", "as if it was cut off")]
    [InlineData("{}", "Benchmarks")]
    [InlineData("{\"Benchmarks\":{}}", "$.Benchmarks")]
    [InlineData("{\"Benchmarks\":[1]}", "$.Benchmarks[0]")]
    [InlineData("{\"Benchmarks\":[{\"Statistics\":null}]}", "FullName")]
    [InlineData("{\"Benchmarks\":[]} x", "line 1")]
    [InlineData("{\"Benchmarks\":[{\"FullName\":7}]}", "FullName")]
    [InlineData("{\"Benchmarks\":[{\"FullName\":\"a\",\"FullName\":\"b\"}]}", "Duplicate property")]
    [InlineData("{\"Benchmarks\":[{\"FullName\":\"a\",\"Statistics\":{\"Mean\":1},\"Statistics\":null}]}", "Duplicate property")]
    [InlineData("{\"Benchmarks\":[{\"FullName\":\"a\",\"Statistics\":{\"Mean\":1,\"Mean\":2}}]}", "Duplicate property")]
    [InlineData("{\"Benchmarks\":[{\"FullName\":\"a\",\"Memory\":{},\"Memory\":null}]}", "Duplicate property")]
    [InlineData("{\"Benchmarks\":[],\"Benchmarks\":[]}", "Duplicate property")]
    [InlineData("{\"HostEnvironmentInfo\":{\"OsVersion\":\"a\",\"OsVersion\":\"b\"},\"Benchmarks\":[]}", "Duplicate property")]
    [InlineData("{\"Benchmarks\":[{\"FullName\":\"a\",\"Statistics\":{}}]}", "Mean")]
    [InlineData("{\"Benchmarks\":[{\"FullName\":\"a\",\"Statistics\":{\"Mean\":-1}}]}", "Mean")]
    [InlineData("{\"Benchmarks\":[{\"FullName\":\"a\",\"Statistics\":{\"Mean\":1e999}}]}", "Mean")]
    [InlineData("{\"Benchmarks\":[{\"FullName\":\"a\",\"Statistics\":{\"Mean\":NaN}}]}", "line 1")]
    [InlineData("{\"Benchmarks\":[{\"FullName\":\"\\ud800\"}]}", "line 1")]
    [InlineData("{\"Benchmarks\":[{\"\\ud800\":1}]}", "line 1")]
    [InlineData("{\"Benchmarks\":[{\"FullName\":\"a\",\"Statistics\":{\"Mean\":1e300}}]}", "Mean")]
    [InlineData(
        "{\"Benchmarks\":[{\"FullName\":\"a\",\"Measurements\":[{\"IterationMode\":\"Workload\",\"IterationStage\":\"Actual\",\"Operations\":1e-10,\"Nanoseconds\":1e308}]}]}",
        "nanoseconds"
    )]
    [InlineData("{\"Benchmarks\":[{\"FullName\":\"a\",\"Memory\":{\"BytesAllocatedPerOperation\":-4}}]}", "negative")]
    [InlineData(
        "{\"Benchmarks\":[{\"FullName\":\"a\",\"Measurements\":[{\"IterationMode\":\"Workload\",\"IterationStage\":\"Actual\",\"Operations\":0,\"Nanoseconds\":1}]}]}",
        "operations"
    )]
    [InlineData(
        "{\"Benchmarks\":[{\"FullName\":\"a\",\"Measurements\":[{\"IterationMode\":\"Workload\",\"IterationStage\":\"Actual\",\"Operations\":1,\"Nanoseconds\":\"\"}]}]}",
        "nanoseconds"
    )]
    public void What_is_no_result_is_an_error_that_names_file_and_cause(string text, string cause)
    {
        folder.Write("bad.json", text);
        var error = Assert.Throws<ResultsException>(() => folder.Load("bad.json"));
        Assert.Contains("bad.json", error.Message);
        Assert.Contains(cause, error.Message);
    }

    [Fact]
    public void A_file_in_another_encoding_says_so()
    {
        folder.Write("bad.json", System.Text.Encoding.Unicode.GetBytes(BdnJson.Of()));
        Assert.Contains("UTF-8", Assert.Throws<ResultsException>(() => folder.Load("bad.json")).Message);
    }

    internal static string Corpus(string name) => Path.Combine(AppContext.BaseDirectory, "Corpus", name);
}
