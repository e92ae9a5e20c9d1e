namespace Bench.Core.Tests;

public sealed class SectionTests : FolderTests
{
    private static readonly ComparisonOptions Options = new() { AssumedSpread = Bench.Statistics.AssumedSpread.OfTimes };

    [Fact]
    public void Sections_of_a_page_are_matched_by_their_headings()
    {
        folder.Write("old/N.T-report-github.md", Section("# Linux", "Debian 12", 100) + Section("# Windows", "Windows 11", 200));
        folder.Write("new/N.T-report-github.md", Section("# Windows", "Windows 11", 210) + Section("# Linux", "Debian 12", 1100));
        var comparison = Compare("old", "new");
        Assert.Equal(["N.T.M (Linux)", "N.T.M (Windows)"], comparison.Benchmarks.Select(benchmark => benchmark.Name));
        Assert.Equal([11.0, 1.05], comparison.Benchmarks.Select(benchmark => Math.Round(benchmark.Time!.Ratio, 3)));
        Assert.Empty(comparison.EnvironmentDifferences);
        Assert.Empty(comparison.Warnings);
    }

    [Fact]
    public void Sections_without_common_headings_are_matched_in_order()
    {
        folder.Write(
            "old/N.T-report-github.md",
            Section("## Before, server A", "Debian 12", 100) + Section("## Before, server B", "Debian 12", 200)
        );
        folder.Write(
            "new/N.T-report-github.md",
            Section("## After, server A", "Debian 12", 110) + Section("## After, server B", "Debian 12", 240)
        );

        Assert.Equal([1.1, 1.2], Compare("old", "new").Benchmarks.Select(benchmark => Math.Round(benchmark.Time!.Ratio, 3)));
    }

    [Fact]
    public void A_single_table_is_compared_with_the_section_of_its_machine()
    {
        folder.Write("old/N.T-report-github.md", Section("# Linux", "Debian 12", 100) + Section("# Windows", "Windows 11", 200));
        folder.Write("new/N.T-report-github.md", Section("", "Windows 11", 210));
        var comparison = Compare("old", "new");
        Assert.Equal("N.T.M (Windows)", Assert.Single(comparison.Benchmarks).Name);
        Assert.Equal("The section 'Linux' is not compared, because only the baseline has it.", Assert.Single(comparison.Warnings));
    }

    [Fact]
    public void Tables_without_headings_are_sections_in_their_order()
    {
        folder.Write("old/N.T-report-github.md", Section("", "Debian 12", 100) + Section("", "Debian 12", 200));
        Assert.Equal(["N.T.M", "N.T.M (table 2)"], folder.Load("old").Benchmarks.Select(benchmark => benchmark.Id.ToString()));
    }

    [Fact]
    public void Headings_above_tables_of_different_benchmarks_mean_nothing()
    {
        folder.Write(
            "old/N.T-report-github.md",
            Section("# One", "Debian 12", 100) + Section("# Two", "Debian 12", 200).Replace("| M  ", "| N  ", StringComparison.Ordinal)
        );
        Assert.All(folder.Load("old").Benchmarks, benchmark => Assert.Null(benchmark.Id.Section));
    }

    [Theory]
    [InlineData("AMD EPYC 7763", "AMD EPYC 7763 2.45GHz", false)]
    [InlineData("Intel Core i7-8700 CPU 3.20GHz (Coffee Lake)", "Intel Core i7-8700 CPU 3.20GHz (Max: 3.19GHz) (Coffee Lake)", false)]
    [InlineData("Unknown processor", "AMD EPYC", true)]
    [InlineData("AMD EPYC 7763", "AMD EPYC 9654", true)]
    public void Versions_of_BenchmarkDotNet_name_a_processor_differently(string before, string after, bool differs)
    {
        folder.Write("old.json", BdnJson.Of(Steady("N.T.A", 100)).Replace("AMD EPYC", before, StringComparison.Ordinal));
        folder.Write("new.json", BdnJson.Of(Steady("N.T.A", 101)).Replace("AMD EPYC", after, StringComparison.Ordinal));
        Assert.Equal(differs, Compare("old.json", "new.json").Benchmarks[0].TimeNotCompared is not null);
    }

    [Theory]
    [InlineData("0.15.2", true)]
    [InlineData("0.14.9", false)]
    public void Allocation_of_BenchmarkDotNet_before_and_since_0_15_is_a_warning(string version, bool warns)
    {
        folder.Write("old.json", BdnJson.Of(Steady("N.T.A", 100, 64)));
        folder.Write("new.json", BdnJson.Of(Steady("N.T.A", 101, 64)).Replace("0.14.0", version, StringComparison.Ordinal));
        Assert.Equal(
            warns,
            Compare("old.json", "new.json")
                .Warnings.Any(warning => warning.Contains("Allocation figures changed their meaning", StringComparison.Ordinal))
        );
    }

    [Fact]
    public void Bytes_that_two_versions_count_differently_are_not_compared()
    {
        folder.Write("old.json", BdnJson.Of(Steady("N.T.A", 100, 0)));
        folder.Write("new.json", BdnJson.Of(Steady("N.T.A", 101, 24)).Replace("0.14.0", "0.15.8", StringComparison.Ordinal));
        folder.Write("same.json", BdnJson.Of(Steady("N.T.A", 101, 24)));
        Assert.Null(Assert.Single(Compare("old.json", "new.json").Benchmarks).Allocation);
        Assert.NotEqual(ExitCode.Regressed, Compare("old.json", "new.json").Decide().ExitCode);
        Assert.Equal(ExitCode.Regressed, Compare("old.json", "same.json").Decide().ExitCode);
    }

    private RunComparison Compare(string before, string after)
    {
        var runs = folder.Sides(before, after);
        return RunComparison.Create(runs[0], runs[1], Options);
    }

    private static string Section(string heading, string system, double time) =>
        $"""

            {heading}

            ```
            BenchmarkDotNet v0.14.0, {system}
            AMD EPYC, 1 CPU, 2 logical and 2 physical cores
            ```

            | Method | Mean     | Error   | StdDev  |
            |------- |---------:|--------:|--------:|
            | M      | {time:0.0} ns | 1.10 ns | 1.00 ns |

            """;
}
