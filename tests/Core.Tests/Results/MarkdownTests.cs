using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Core.Tests;

/// <summary>The pitfalls of BenchmarkDotNet's tables.</summary>
public sealed class MarkdownTests : IDisposable
{
    private readonly Folder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public void A_recorded_table_says_what_its_JSON_says()
    {
        var table = RunLoader.Load(
            [
                [JsonTests.Corpus("EvalBench.TextBench-report-github.md")],
            ],
            AppContext.BaseDirectory
        )[0];
        var json = RunLoader.Load(
            [
                [JsonTests.Corpus("EvalBench.TextBench-report-full-compressed.json")],
            ],
            AppContext.BaseDirectory
        )[0];

        Assert.Equal(json.Benchmarks.Select(benchmark => benchmark.TableName), table.Benchmarks.Select(benchmark => benchmark.TableName));
        Assert.Equal([7217.0, 0, 7984, 7984], table.Benchmarks.Select(benchmark => benchmark.AllocatedBytes[0]));
        Assert.Equal([70916.8, 306.8, 1771.4, 877.4], table.Benchmarks.Select(benchmark => benchmark.Summaries[0].MeanNanoseconds));
        // The table's figures exclude outliers, so there are fewer than the 15 measured ones.
        Assert.Equal([14, 15, 15, 15], table.Benchmarks.Select(benchmark => benchmark.Summaries[0].Count!.Value));
        var environment = Assert.Single(table.Environments);
        Assert.Equal(
            ("AMD EPYC", "0.14.0", ".NET 10.0.12 (10.0.1226.42308)"),
            (environment.Processor, environment.BenchmarkDotNet, environment.Runtime)
        );
    }

    // Backtracking over a text of this length would take many minutes.
    [Theory]
    [InlineData("Job={0}")]
    [InlineData("{0}")]
    [InlineData("```\n{0}\n```")]
    [InlineData("```\n\nBenchmarkDotNet v0.15.8, Linux\n{0}\n[Host] : {0}\n{0}={0}\n```")]
    [InlineData("| Method | Mean |\n|---|---|\n| {0} | 1 ns |")]
    [InlineData("| Method | Mean |\n|---|---|\n| M | {0} |")]
    public async Task A_long_text_is_read_to_its_end(string form)
    {
        foreach (var letter in new[] { "A", "=", "A=", "1", "1,", " ", "|", "[", "*", "A  " })
        {
            var text = string.Concat(Enumerable.Repeat(letter, 1_000_000 / letter.Length));
            folder.Write("N.T-report-github.md", form.Replace("{0}", text, StringComparison.Ordinal));

            // Most of them are not tables.
            await Task.Run(() => Record.Exception(() => folder.Load("N.T-report-github.md")), TestContext.Current.CancellationToken)
                .WaitAsync(TimeSpan.FromMinutes(5), TestContext.Current.CancellationToken);
        }
    }

    [Theory]
    [InlineData("1,234.5 ns", 1234.5)]
    [InlineData("1.5 μs", 1500)]
    [InlineData("1.5 µs", 1500)]
    [InlineData("1.5 us", 1500)]
    [InlineData("**2.0 ms**", 2e6)]
    [InlineData("1,000,000 s", 1e15)]
    public void Times_in_all_units(string text, double nanoseconds)
    {
        folder.Write("N.T-report-github.md", $"| Method | Mean |\n|---|---|\n| M | {text} |\n");

        Assert.Equal(nanoseconds, Assert.Single(folder.Load("N.T-report-github.md").Benchmarks).Summaries[0].MeanNanoseconds, 3);
    }

    [Fact]
    public void Dash_NA_and_question_mark()
    {
        folder.Write(
            "N.T-report-github.md",
            """
            | Method | Size | Mean | Error | StdDev | Ratio | Allocated |
            |------- |----- |-----:|------:|-------:|------:|----------:|
            | A      | 1    | 10.0 ns | 1.0 ns | 0.9 ns | ? | - |
            |        |      |         |        |        |   |   |
            | B      | 1    | NA | NA | NA | ? | NA |

            Benchmarks with issues:
              T.B: DefaultJob [Size=1]
            """
        );

        var benchmarks = folder.Load("N.T-report-github.md").Benchmarks;

        Assert.Equal(["N.T.A(Size=1)", "N.T.B(Size=1)"], benchmarks.Select(benchmark => benchmark.Id.FullName));
        Assert.Equal([0.0], benchmarks[0].AllocatedBytes);
        Assert.Null(benchmarks[0].Failure);
        Assert.NotNull(benchmarks[1].Failure);
        Assert.Empty(benchmarks[1].AllocatedBytes);
    }

    [Fact]
    public void Marks_of_Markdown_in_a_name_are_part_of_the_name()
    {
        folder.Write(
            "N.T-report-github.md",
            "| Method | Text | Mean |\n|---|---|---|\n| M | <b>_a_*b* [x](y) `c` &amp; \\d+\\.\\\\d | 1.0 ns |\n"
        );

        Assert.Equal(
            "M|Text=<b>_a_*b* [x](y) `c` &amp; \\d+\\.\\\\d",
            string.Join(
                '|',
                folder.Load("N.T-report-github.md").Benchmarks.Select(benchmark => $"{benchmark.Method}|{benchmark.Parameters}")
            )
        );
    }

    [Fact]
    public void Job_columns_are_no_parameters_and_a_random_id_is_none_of_the_job()
    {
        folder.Write(
            "N.T-report-github.md",
            "| Method | Job | Runtime | Size | Mean |\n|---|---|---|---|---|\n| M | Job-ABCDEF | .NET 8.0 | 1 | 1.0 ns |\n| M | Job-FEDCBA | .NET 10.0 | 1 | 1.0 ns |\n"
        );

        Assert.Equal(
            ["N.T.M(Size=1) [Runtime=.NET 8.0]", "N.T.M(Size=1) [Runtime=.NET 10.0]"],
            folder.Load("N.T-report-github.md").Benchmarks.Select(benchmark => benchmark.Id.ToString())
        );
    }

    [Theory]
    [InlineData(
        "BenchmarkDotNet v0.15.2, Linux Debian 12\nAMD EPYC, 1 CPU, 2 logical and 2 physical cores\n[Host] : .NET 10.0.12 (10.0.12, 10.0.1226.42308), X64 RyuJIT x86-64-v4",
        "0.15.2",
        ".NET 10.0.12 (10.0.12, 10.0.1226.42308)",
        "X64"
    )]
    [InlineData(
        "BenchmarkDotNet=v0.12.1, OS=Windows 10.0.19041\nIntel Core i7, 1 CPU, 8 logical and 4 physical cores\n  [Host]     : .NET Core 3.1.4 (CoreCLR 4.700.20.20201, CoreFX 4.700.20.22101), X86 RyuJIT",
        "0.12.1",
        ".NET Core 3.1.4 (CoreCLR 4.700.20.20201, CoreFX 4.700.20.22101)",
        "X86"
    )]
    public void Heads_of_all_versions(string head, string version, string runtime, string architecture)
    {
        folder.Write(
            "N.T-report-github.md",
            $"```\n{head}\n\nRuntime=.NET 8.0  IterationCount=3\n```\n| Method | Mean |\n|---|---|\n| M | 1.0 ns |\n"
        );

        var run = folder.Load("N.T-report-github.md");

        var environment = Assert.Single(run.Environments);
        Assert.Equal((version, runtime, architecture), (environment.BenchmarkDotNet, environment.Runtime, environment.Architecture));
        Assert.Equal("Runtime=.NET 8.0", run.Benchmarks[0].Id.Job.What);
    }

    [Fact]
    public void Parameters_may_be_named_like_statistics_and_like_job_columns_of_a_joined_table()
    {
        folder.Write(
            "N.T-report-github.md",
            "| Method | Iterations | Type | Mean |\n|---|---|---|---|\n| M | 10 | Json | 1.0 ns |\n| M | 100 | Json | 1.0 ns |\n"
        );

        Assert.Equal(
            ["N.T.M(Iterations=10&Type=Json)", "N.T.M(Iterations=100&Type=Json)"],
            folder.Load("N.T-report-github.md").Benchmarks.Select(benchmark => benchmark.Id.FullName)
        );
    }

    [Fact]
    public void Names_are_those_of_the_sources_and_not_of_HTML()
    {
        folder.Write(
            "N.T-report-github.md",
            "| Method | Source | Mean |\n|---|---|---|\n| &#39;Read all&#39; | List&lt;Int32&gt; &amp; x | 1.0 ns |\n"
        );

        Assert.Equal("N.T.Read all(Source=List<Int32> & x)", Assert.Single(folder.Load("N.T-report-github.md").Benchmarks).Id.FullName);
    }

    // Two decimals, without trailing zeros.
    [Theory]
    [InlineData("2.65 KB", 2.65 * 1024, 10.24)]
    [InlineData("1.5 KB", 1.5 * 1024, 10.24)]
    [InlineData("1 KB", 1024, 10.24)]
    [InlineData("2 MB", 2 * 1024 * 1024, 10.24 * 1024)]
    [InlineData("640 B", 640, 1)]
    public void Kilobytes_are_rounded(string allocated, double bytes, double rounding)
    {
        folder.Write("N.T-report-github.md", $"| Method | Mean | Allocated |\n|---|---|---|\n| M | 1.0 ns | {allocated} |\n");

        var benchmark = Assert.Single(folder.Load("N.T-report-github.md").Benchmarks);

        Assert.Equal(bytes, Assert.Single(benchmark.AllocatedBytes), 6);
        Assert.Equal(rounding, benchmark.AllocatedRounding, 6);
    }

    [Fact]
    public void Three_times_the_kilobytes_of_a_table_are_a_regression()
    {
        folder.Write("a/N.T-report-github.md", Table("1 KB"));
        folder.Write("b/N.T-report-github.md", Table("3 KB"));

        var comparison = RunComparison.Create(
            folder.Load("a/N.T-report-github.md"),
            folder.Load("b/N.T-report-github.md"),
            ComparisonOptions.ForToday(new Settings())
        );

        Assert.Equal(Verdict.Regressed, Assert.Single(comparison.Benchmarks).Allocation!.Verdict);

        static string Table(string allocated) => $"| Method | Mean | Allocated |\n|---|---|---|\n| M | 1.0 ns | {allocated} |\n";
    }

    /// <summary>A job of another toolchain next to the interleaved ones: its time and the baseline's are minutes apart.</summary>
    [Theory]
    [InlineData("1.400-1.600", true)]
    [InlineData("not interleaved", false)]
    public void A_ratio_that_was_not_interleaved_is_none(string interval, bool hasRatio)
    {
        folder.Write(
            "N.T-report-github.md",
            $"""
            | Method | Mean | Ratio | 95 % CI | Ratio spread | Time spread | Launches |
            |---|---|---|---|---|---|---|
            | A | 10.0 ns | 1.000 | baseline | - | 1.0% | 3 |
            | B | 15.0 ns | 1.500 | {interval} | - | 1.0% | 3 |

            """
        );

        var benchmarks = folder.Load("N.T-report-github.md").Benchmarks;

        Assert.Equal(hasRatio, benchmarks[1].ToBaseline is not null);
    }

    [Theory]
    [InlineData("nothing", "no table")]
    [InlineData("| a | b |\n|---|---|\n| 1 | 2 |\n", "no table")]
    [InlineData("| Method | Mean |\n|---|---|\n| M | 1,5 ns |\n", "line 3")]
    [InlineData("| Method | Mean |\n|---|---|\n| M | 12 |\n", "line 3")]
    [InlineData("| Method | Mean |\n|---|---|\n| M | 12 parsecs |\n", "line 3")]
    [InlineData("| Method | Mean |\n|---|---|\n| M | -12 ns |\n", "line 3")]
    [InlineData("| Method | Mean | Allocated |\n|---|---|---|\n| M | 1 ns | 7 pints |\n", "line 3")]
    [InlineData("| Method | Mean |\n|---|---|\n| M | 1 ns |\n| M | 2 ns |\n", "line 3")]
    [InlineData("| Method | Mean | Error | StdDev |\n|---|---|---|---|\n| M | 1.0 ns | 1.0 ns |\n", "fewer cells")]
    [InlineData("| Method | Mean | Mean |\n|---|---|---|\n| M | 1.0 ns | 1.0 ns |\n", "same name")]
    public void What_is_no_table_of_results_is_an_error_that_names_file_and_line(string text, string cause)
    {
        folder.Write("N.T-report-github.md", text);

        var error = Assert.Throws<ResultsException>(() => folder.Load("N.T-report-github.md"));

        Assert.Contains("N.T-report-github.md", error.Message);
        Assert.Contains(cause, error.Message);
    }

    // stats.t.ppf(.9995, n-1)/np.sqrt(n)
    [Theory]
    [InlineData(3.850643928547878, 5)]
    [InlineData(1.0690606549580857, 15)]
    [InlineData(0.5889017832943041, 37)]
    [InlineData(0.3391528841165338, 100)]
    public void Error_over_StdDev_tells_the_number_of_iterations(double quotient, int count)
    {
        Assert.Equal(count, SampleSize.FromError(quotient, 0.9995));
        Assert.Null(SampleSize.FromError(1e6, 0.9995));
    }
}
