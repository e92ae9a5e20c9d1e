using Bench.Comparison;
using Bench.Reports;
using Bench.Results;

namespace Bench.Core.Tests;

public sealed class CheckReportTests
{
    private static readonly CheckInfo Check = new(
        "main (0123456789ab)",
        "the work tree (ba9876543210)",
        Settings: "--baseline-exact, --framework net9.0, DOTNET_TieredPGO=0, LIST=a, b",
        Seconds: 65,
        Title: "Parse without a copy (#7)",
        Framework: "net9.0"
    );

    [Fact]
    public void The_console_has_eighty_columns_and_says_why_a_benchmark_stands_where_it_stands()
    {
        var text = Console(
            Benchmark("Slower", 0.4, confirmation: 8),
            Benchmark("Larger(size: 10)", 0, 64, 96, confirmation: 8),
            Benchmark("SlowerAndSmaller", 0.4, 96, 64, confirmation: 8),
            Benchmark("Same", 0)
        );

        Assert.Equal(
            """
            Change     Parse without a copy (#7)
            Baseline   main (0123456789ab)
            Candidate  the work tree (ba9876543210)
            Machine    EPYC, 2 cores, Linux
            Runtime    .NET 9.0.1, net9.0
            Measured   32 replicates of two process pairs in 0:01:05

            Failing (3)
              N.T.Slower
                  100 ns -> 149 ns    1.492x (1.492-1.492)  Regressed
                allocated 64 B
              N.T.SlowerAndSmaller
                  100 ns -> 149 ns    1.492x (1.492-1.492)  Time: Regressed; allocation:
                  Improved
                allocated 96 B -> 64 B (-32 B)
              N.T.Larger(size: 10)
                  100 ns -> 100 ns    1.000x (1.000-1.000, 90%)  Allocation: Regressed;
                  time: Equivalent
                allocated 64 B -> 96 B (+32 B)

            Equivalent (1)
              N.T.Same
                  100 ns -> 100 ns    1.000x (1.000-1.001, 90%)  Equivalent
                allocated 64 B

            3 failing, 1 equivalent
            """,
            text[text.IndexOf("Change", StringComparison.Ordinal)..text.IndexOf("\ngeometric", StringComparison.Ordinal)]
        );
        // The failures with their amounts and intervals come last: readers of a log look there.
        Assert.EndsWith(
            """


            N.T.Slower: 1.492x the baseline's time (95% CI 1.492-1.492).
            N.T.SlowerAndSmaller: 1.492x the baseline's time (95% CI 1.492-1.492).
            N.T.Larger(size: 10): 32 B more allocated.
            Not passed (exit code 1): 2 benchmarks are slower, 1 benchmark allocates more.

            """,
            text,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void What_allocates_more_stands_by_how_much_and_what_improved_most_stands_first()
    {
        var text = Console([
            Benchmark("A", 0, 1000, 1024, confirmation: 4),
            Benchmark("Z", 0, 1000, 1_000_000, confirmation: 4),
            Benchmark("Little", 0, 1000, 900, confirmation: 4),
            Benchmark("Much", 0, 1000, 100, confirmation: 4),
        ]);

        Assert.Matches(@"(?s)N\.T\.Z.*N\.T\.A.*N\.T\.Much.*N\.T\.Little", text);
    }

    [Fact]
    public void The_end_names_no_more_than_a_reader_takes_in()
    {
        var text = Console([.. Enumerable.Range(0, 5).Select(i => Benchmark($"Slower{i}", 0.4, confirmation: 8))]);

        Assert.Contains("\n… and 2 more, listed above.\nNot passed", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(4, "Same code: not measured (4)\n  N.T.Untouched0\n")]
    [InlineData(5, "\n\nSame code: not measured (5), named by --all\n\n1 equivalent, 5 same code\n")]
    public void Many_that_run_the_same_code_are_counted_and_a_few_are_named(int count, string expected)
    {
        var text = Console([.. Enumerable.Range(0, count).Select(i => SameCode($"Untouched{i}")), Benchmark("Quiet", 0)]);

        Assert.Contains(expected, text, StringComparison.Ordinal);
    }

    [Fact]
    public void The_cost_is_told_by_what_the_replicates_were_for()
    {
        var text = Markdown(
            Benchmark("Slower", 0.4, confirmation: 8) with
            {
                Seconds = 80.4,
            },
            Benchmark("Larger", 0, 64, 96, confirmation: 4) with
            {
                Seconds = 50,
            },
            Benchmark("Same", 0),
            Benchmark("Quiet", 0),
            SameCode("Untouched"),
            Benchmark("Late", 0) with
            {
                Replicates = [],
                Unmeasured = "the budget ended",
            }
        );

        Assert.EndsWith(
            "\n20 replicates were measured: 4 cleared 2 benchmarks and 16 (2:10 min) confirmed 2 benchmarks as worse; 1 benchmark with the same code needed none; 1 benchmark was not measured.\n",
            text,
            StringComparison.Ordinal
        );
        Assert.EndsWith(
            "\nNo replicate was measured; 1 benchmark with the same code needed none.\n",
            Markdown(Benchmark("Untouched", 0) with { Replicates = [], HasSameCode = true }),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void No_line_but_a_command_is_longer_than_the_console_and_no_word_is_broken()
    {
        var name =
            $"Deep(text: \"{string.Join(' ', Enumerable.Repeat("word", 30))}\", path: /{string.Join('/', Enumerable.Repeat("folder", 30))})";

        var lines = Console(Benchmark(name, 0.4, confirmation: 8)).Split('\n');

        var folded = lines.Where(line => !line.StartsWith("  bench ", StringComparison.Ordinal)).ToArray();
        Assert.All(folded, line => Assert.InRange(line.Length, 0, 80));
        // Among its figures, and at the end.
        Assert.Equal((60, 60), (folded.Sum(line => Count(line, "word")), folded.Sum(line => Count(line, "folder"))));
        Assert.Contains(lines, line => line.StartsWith("  bench gate ", StringComparison.Ordinal) && line.Length > 80);
    }

    [Fact]
    public void The_commands_measure_the_same_in_the_same_way()
    {
        var text = Console(Benchmark("Larger(size: 10, text: \"it's\")", 0.4, confirmation: 8));

        Assert.Contains(
            """
            Measure them again, and see why they differ:
              bench gate --baseline 0123456789ab --filter 'N.T.Larger(size: 10, text: ?it?s?)' --baseline-exact --framework net9.0 --env DOTNET_TieredPGO=0 --env "LIST=$LIST"
              bench explain 'N.T.Larger(size: 10, text: ?it?s?)' --baseline 0123456789ab --baseline-exact --framework net9.0 --env DOTNET_TieredPGO=0 --env "LIST=$LIST"

            """,
            text,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void The_check_that_repeats_it_judges_by_the_same_options() =>
        Assert.Contains(
            "--env \"LIST=$LIST\" --margin 2%\n",
            Console(Compare(Benchmark("Larger", 0.4, confirmation: 8)) with { GivenOptions = " --margin 2%" }),
            StringComparison.Ordinal
        );

    [Theory]
    [InlineData("benchmarks/B.csproj", "benchmarks/B.csproj")]
    [InlineData("my benchmarks/B.csproj", "'my benchmarks/B.csproj'")]
    [InlineData("it's; rm -rf ~", @"'it'\''s; rm -rf ~'")]
    [InlineData("a\n```\nb", "'a ``` b'")]
    [InlineData("", "''")]
    public void An_argument_stays_one(string value, string expected) => Assert.Equal(expected, ShellText.Argument(value));

    [Fact]
    public void Markdown_shows_both_verdicts_and_no_mean_of_one()
    {
        var text = Markdown(Benchmark("Larger", 0, 64, 96, confirmation: 8));

        Assert.StartsWith(
            """
            ## Benchmarks: regressed

            1 benchmark allocates more. 1 benchmark: 1 failing. Margin 5%, noise floor 0.50 ns.

            Change: `Parse without a copy (#7)`. Baseline: `main (0123456789ab)`. Candidate: `the work tree (ba9876543210)`. Machine: `EPYC, 2 cores, Linux`. Runtime: `.NET 9.0.1, net9.0`. Measured: `10 replicates of two process pairs in 0:01:05`.

            """,
            text,
            StringComparison.Ordinal
        );
        Assert.Contains(
            "| `N.T.Larger` | 100 ns | 100 ns | 1.000x (1.000-1.000, 90%) | Allocation: Regressed; time: Equivalent | 64 B -> 96 B (+32 B) |  |",
            text,
            StringComparison.Ordinal
        );
        Assert.DoesNotContain("eometric mean", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_verdict_on_both_stands_once() =>
        Assert.Contains(
            "1.492x (1.492-1.492)  Time and allocation: Regressed\n",
            Console(Benchmark("Both", 0.4, 64, 96, confirmation: 8)),
            StringComparison.Ordinal
        );

    private static string Markdown(params BenchmarkResult[] benchmarks)
    {
        var comparison = Compare(benchmarks);
        return MarkdownReport.Render(comparison, Outcome.Create(comparison, new Strictness()));
    }

    private static string Console(params BenchmarkResult[] benchmarks) => Console(Compare(benchmarks));

    private static string Console(RunComparison comparison)
    {
        using var output = new StringWriter { NewLine = "\n" };
        ConsoleReport.Write(output, hasColours: false, 80, comparison, Outcome.Create(comparison, new Strictness()), showAll: false);
        return output.ToString();
    }

    private static RunComparison Compare(params BenchmarkResult[] benchmarks)
    {
        var environment = new RunEnvironment("EPYC", 2, "Linux", Runtime: ".NET 9.0.1");
        return RunComparison.CreatePaired(Run.FromCheck(benchmarks, environment, environment, Check), new ComparisonOptions());
    }

    private static BenchmarkResult Benchmark(
        string method,
        double logRatio,
        double baselineBytes = 64,
        double candidateBytes = 64,
        int confirmation = 0
    )
    {
        Replicate[] replicates =
        [
            .. Enumerable
                .Range(0, 2 + confirmation)
                .Select(i => new Replicate(
                    100,
                    100 * Math.Exp(logRatio),
                    logRatio + (i % 2 * 0.0004),
                    [baselineBytes, baselineBytes],
                    [candidateBytes, candidateBytes],
                    IsConfirmation: i >= 2
                )),
        ];
        return new BenchmarkResult
        {
            Id = new BenchmarkId($"N.T.{method}", JobTraits.Default),
            Type = "N.T",
            Method = method,
            Parameters = "",
            Places = [],
            IsPaired = true,
            IsScreened = true,
            Replicates = replicates,
            AllocatedBytes = [.. replicates.SelectMany(replicate => replicate.CandidateBytes!)],
            BaselineAllocatedBytes = [.. replicates.SelectMany(replicate => replicate.BaselineBytes!)],
        };
    }

    private static BenchmarkResult SameCode(string method) => Benchmark(method, 0) with { Replicates = [], HasSameCode = true };

    private static int Count(string line, string word) => line.Split(word).Length - 1;
}
