namespace Bench.Core.Tests;

public sealed class CheckReportTests
{
    private static readonly CheckInfo Check = new(
        "main (0123456789ab)",
        "the work tree (ba9876543210)",
        Settings: new CheckSettings(BaselineExact: true, Framework: "net9.0", Variables: ["DOTNET_TieredPGO=0", "LIST=a, b"]),
        Seconds: 65,
        Title: "Parse without a copy (#7)",
        Framework: "net9.0"
    );

    private const string Options = "--baseline-exact --framework net9.0 --env DOTNET_TieredPGO=0 --env \"LIST=$LIST\"";

    [Fact]
    public void The_console_has_a_line_per_change_and_ends_with_the_verdict() =>
        Assert.Equal(
            """
            N.T
              Slower            100 ns -> 149 ns  +49.2%         REGRESSED
              SlowerAndSmaller  100 ns -> 149 ns  +49.2%  -32 B  REGRESSED
              Larger(size: 10)  100 ns -> 100 ns    0.0%  +32 B  ALLOCATES MORE

            Change     Parse without a copy (#7)
            Baseline   main (0123456789ab)
            Candidate  the work tree (ba9876543210)
            Machine    EPYC, 2 cores, Linux
            Runtime    .NET 9.0.1, net9.0
            Measured   32 replicates of two process pairs in 0:01:05
            Margin     5%, noise floor 0.50 ns
            warning: Measured with non-default settings: --baseline-exact, --framework
              net9.0, DOTNET_TieredPGO=0, LIST=(hidden).

            3 failing, 1 equivalent (--all lists each)
            See why, and measure again:
              bench explain '*T.Slower' --baseline 0123456789ab OPTIONS
              bench gate --baseline 0123456789ab --filter '*T.Slower*' '*T.SlowerAndSmaller*' '*T.Larger(size: 10)*' OPTIONS
            Written: reports

            FAILED: 2 benchmarks are slower, 1 benchmark allocates more (exit code 1)

            """,
            Console(
                    Benchmark("Slower", 0.4, confirmation: 8),
                    Benchmark("Larger(size: 10)", 0, 64, 96, confirmation: 8),
                    Benchmark("SlowerAndSmaller", 0.4, 96, 64, confirmation: 8),
                    Benchmark("Same", 0)
                )
                .Replace(Options, "OPTIONS", StringComparison.Ordinal)
        );

    [Fact]
    public void A_wide_console_has_room_for_intervals()
    {
        var text = Console(Compare(Benchmark("Slower", 0.4, confirmation: 8)), columns: 120);
        Assert.Contains("\n  Slower  100 ns -> 149 ns  +49.2%  +49.2% to +49.2%  REGRESSED\n", "\n" + text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_long_name_has_a_line_of_its_own()
    {
        var name = $"Parse(text: \"{new string('x', 60)}\")";
        var text = Console(Benchmark(name, 0.4, confirmation: 8), Benchmark("Slower", 0.4, confirmation: 8));
        Assert.Contains($"\n  {name}\n          100 ns -> 149 ns  +49.2%  REGRESSED\n", "\n" + text, StringComparison.Ordinal);
        Assert.Contains("\n  Slower  100 ns -> 149 ns  +49.2%  REGRESSED\n", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0.5, "-50.0%")]
    [InlineData(1, "0.0%")]
    [InlineData(1.0004, "0.0%")]
    [InlineData(1.004, "+0.4%")]
    [InlineData(4.271, "+327%")]
    [InlineData(12, "12.0x")]
    [InlineData(double.NaN, "?")]
    public void A_change_is_a_percentage_or_a_factor(double ratio, string expected) =>
        Assert.Equal(expected, Figures.Change(ratio).Replace("+0.0%", "0.0%", StringComparison.Ordinal));

    [Fact]
    public void What_allocates_more_stands_by_how_much_and_what_improved_most_stands_first()
    {
        var text = Console([
            Benchmark("A", 0, 1000, 1024, confirmation: 4),
            Benchmark("Z", 0, 1000, 1_000_000, confirmation: 4),
            Benchmark("Little", 0, 1000, 900, confirmation: 4),
            Benchmark("Much", 0, 1000, 100, confirmation: 4),
        ]);
        Assert.Matches(@"(?s) Z .* A .* Much .* Little ", text);
    }

    [Fact]
    public void What_did_not_change_is_counted_and_named_on_request()
    {
        var comparison = Compare([.. Enumerable.Range(0, 5).Select(i => SameCode($"Untouched{i}")), Benchmark("Quiet", 0)]);
        Assert.DoesNotContain("Untouched", Console(comparison), StringComparison.Ordinal);
        Assert.Contains("\n1 equivalent, 5 same code (--all lists each)\n", Console(comparison), StringComparison.Ordinal);
        Assert.Matches(@"\n  Untouched4 .* Same code\n", Console(comparison, showsAll: true));
    }

    [Fact]
    public void Many_failures_have_one_short_command()
    {
        var text = Console([.. Enumerable.Range(0, 50).Select(i => Benchmark($"Slower{i}", 0.4, confirmation: 8))]);
        Assert.Contains($"\n  bench gate --baseline 0123456789ab --filter '*T.*' {Options}\n", text, StringComparison.Ordinal);
        Assert.Equal(2, text.Split("\n  bench ").Length - 1);
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

        Assert.Contains(
            "\n20 replicates were measured: 4 cleared 2 benchmarks and 16 (0:02:10) confirmed 2 benchmarks as worse; 1 benchmark with the same code needed none; 1 benchmark was not measured.\n",
            text,
            StringComparison.Ordinal
        );
        Assert.Contains(
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
        Assert.Equal((30, 30), (folded.Sum(line => Count(line, "word")), folded.Sum(line => Count(line, "folder"))));
        Assert.Contains(lines, line => line.StartsWith("  bench gate ", StringComparison.Ordinal) && line.Length > 80);
    }

    [Fact]
    public void The_commands_measure_the_same_in_the_same_way()
    {
        var text = Console(Benchmark("Larger(size: 10, text: \"it's\")", 0.4, confirmation: 8));

        Assert.Contains(
            """
            See why, and measure again:
              bench explain '*T.Larger(size: 10, text: ?it?s?)' --baseline 0123456789ab --baseline-exact --framework net9.0 --env DOTNET_TieredPGO=0 --env "LIST=$LIST"
              bench gate --baseline 0123456789ab --filter '*T.Larger(size: 10, text: ?it?s?)*' --baseline-exact --framework net9.0 --env DOTNET_TieredPGO=0 --env "LIST=$LIST"

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
    public void Markdown_leads_with_the_failures_and_folds_the_rest()
    {
        var text = Markdown(Benchmark("Larger", 0, 64, 96, confirmation: 8), Benchmark("Same", 0));

        Assert.StartsWith(
            """
            ## ❌ Benchmarks failed: 1 benchmark allocates more

            2 benchmarks: 1 failing, 1 equivalent. Margin 5%, noise floor 0.50 ns.

            """,
            text,
            StringComparison.Ordinal
        );
        Assert.Contains("| `N.T.Larger` | 0.0% | 100 ns → 100 ns | **64 B → 96 B (+32 B)** |\n", text, StringComparison.Ordinal);
        var rest = text[text.IndexOf("<details><summary>Other benchmarks (1)</summary>", StringComparison.Ordinal)..];
        Assert.Contains("| `N.T.Same` | 100 ns | 100 ns |", rest, StringComparison.Ordinal);
        Assert.Contains("- Measured: `12 replicates of two process pairs in 0:01:05`\n", rest, StringComparison.Ordinal);
    }

    [Fact]
    public void Markdown_shows_ten_failures_and_folds_the_others()
    {
        var text = Markdown([.. Enumerable.Range(0, 12).Select(i => Benchmark($"Slower{i:00}", 0.4, confirmation: 8))]);
        var (first, folded) = (text.Split("<details>")[0], text.Split("<details>")[1]);
        Assert.Equal((10, 2), (first.Split("\n| `N.T.").Length - 1, folded.Split("\n| `N.T.").Length - 1));
    }

    private static string Markdown(params BenchmarkResult[] benchmarks)
    {
        var comparison = Compare(benchmarks);
        return MarkdownReport.Render(comparison, comparison.Decide());
    }

    private static string Console(params BenchmarkResult[] benchmarks) => Console(Compare(benchmarks));

    private static string Console(RunComparison comparison, int columns = 80, bool showsAll = false) =>
        ConsoleReport.Render(hasColours: false, columns, comparison, comparison.Decide(), showsAll, "Written: reports");

    private static RunComparison Compare(params BenchmarkResult[] benchmarks)
    {
        var environment = new RunEnvironment("EPYC", 2, "Linux", Runtime: ".NET 9.0.1");
        return RunComparison.CreatePaired(
            Run.FromCheck(benchmarks, environment, environment, Check),
            new ComparisonOptions { NamesRemedies = true }
        );
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
