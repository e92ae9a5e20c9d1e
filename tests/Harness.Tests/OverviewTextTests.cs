using Bench.Harness.Tables;
using Bench.Published;

namespace Bench.Harness.Tests;

public sealed partial class OverviewTextTests
{
    [Fact]
    public void It_is_a_table_of_questions_and_ends_with_the_next_step()
    {
        var text = OverviewText.Render(
            Run(Category("InMemory", "3", 0.41, 0.01), Category("Socket", "325", 0.001, 0.05)),
            "dotnet run --",
            "results/overview.md"
        );

        Assert.Equal(
            """
            WebApi
            question                        fastest    baseline         others, relative to the baseline
            ──────────────────────────────  ─────────  ───────────────  ────────────────────────────────
            JsonGet: in memory, PageSize=3  Minimal    Minimal 10.0 µs  Controller 1.51x (INTERVAL)
            JsonGet: socket, PageSize=325   undecided  Minimal 10.0 µs  ~ Controller 1.00x (INTERVAL)

            ~ marks a difference from the baseline that is not significant.
            Tables and this overview: results/overview.md

            Next: decide 1 undecided question with more launches: dotnet run -- --filter 'Benchmarks.WebApi.JsonGetBenchmarks.*' --launchCount 9

            """,
            Interval().Replace(text, "(INTERVAL)")
        );
    }

    [Theory]
    [InlineData(80)]
    [InlineData(120)]
    public void It_fits_the_terminal(int columns)
    {
        var text = OverviewText.Render(
            Run([.. Enumerable.Range(0, 30).Select(i => Category("InMemory", $"{i}", 0.4, 0.01))]),
            "dotnet run --",
            "results/overview.md",
            hasColours: false,
            columns
        );

        Assert.All(text.Split('\n'), line => Assert.True(line.Length <= columns, line));
        Assert.EndsWith("\nNext: bench report turns the results into one page.\n", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("3", "PageSize=3")]
    [InlineData("Other", "Other")]
    public void A_parameter_has_its_name_and_a_job_has_none(string value, string expected) =>
        Assert.Equal($"JsonGet: {expected}", OverviewText.TitleOf(Category("InMemory", "3", 0, 0) with { Parameters = [value] }));

    private static CategoryRecord Category(string transport, string pageSize, double logRatio, double spread) =>
        new(
            "JsonGet",
            [transport, pageSize],
            "",
            [
                Benchmark("Minimal", isBaseline: true, [], transport, pageSize),
                Benchmark("Controller", isBaseline: false, [logRatio - spread, logRatio, logRatio + spread], transport, pageSize),
            ]
        );

    private static BenchmarkRecord Benchmark(string name, bool isBaseline, double[] logRatios, string transport, string pageSize) =>
        new(
            name,
            $"Benchmarks.WebApi.JsonGetBenchmarks.{name}(Transport: {transport}, PageSize: {pageSize})",
            isBaseline,
            [10_000, 10_000, 10_000],
            logRatios,
            [.. logRatios.Select(_ => 0.001)],
            0,
            true
        );

    private static RunRecord Run(params CategoryRecord[] categories) =>
        new(
            DateTimeOffset.UnixEpoch,
            DateTimeOffset.UnixEpoch,
            "abc",
            false,
            3,
            "host",
            "processor",
            ".NET",
            [],
            [new TopicRecord("WebApi", 2 * categories.Length, null, [], [], categories)]
        );

    [GeneratedRegex(@"\([\d.]+-[\d.]+\)")]
    private static partial Regex Interval();
}
