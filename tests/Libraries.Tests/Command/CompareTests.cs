using Bench.Libraries.Tests.Compare;
using Bench.Libraries.Tests.Results;

namespace Bench.Libraries.Tests.Command;

/// <summary>What <c>bench compare</c> promises a user: output, exit codes, one line for each mistake.</summary>
public sealed class CompareTests : IDisposable
{
    private readonly Folder folder = new();

    public CompareTests()
    {
        folder.Write("old/N.T-report-full.json", BdnJson.File(ComparisonTests.Steady("N.T.A", 100, 64), ComparisonTests.Steady("N.T.B", 100, 64)));
        folder.Write("same/N.T-report-full.json", BdnJson.File(ComparisonTests.Steady("N.T.A", 100.3, 64), ComparisonTests.Steady("N.T.B", 100.2, 64)));
        folder.Write("slow/N.T-report-full.json", BdnJson.File(ComparisonTests.Steady("N.T.A", 130, 64), ComparisonTests.Steady("N.T.B", 100.2, 64)));
        folder.Write("gone/N.T-report-full.json", BdnJson.File(ComparisonTests.Steady("N.T.A", 100.3, 64)));
        folder.Write("other/N.T-report-full.json", BdnJson.File(ComparisonTests.Steady("N.T.C", 100, 64)));
        folder.Write("newer/N.T-report-full.json", BdnJson.File(ComparisonTests.Steady("N.T.A", 100.3, 64), ComparisonTests.Steady("N.T.B", 100.2, 64)).Replace(".NET 10", ".NET 11", StringComparison.Ordinal));
        folder.Write("single/N.T-report-full.json", BdnJson.File(BdnJson.Row("N.T.A", "DefaultJob", 64, [100, 101]), BdnJson.Row("N.T.B", "DefaultJob", 64, [100, 101])));
        folder.Write("broken/N.T-report-full.json", "{\"Benchmarks\":[\n{]");
    }

    public void Dispose() => folder.Dispose();

    [Theory]
    [InlineData(0, "old", "same")]
    [InlineData(1, "old", "slow")]
    [InlineData(0, "old", "slow", "--margin", "50%")]
    [InlineData(1, "old", "gone")]
    [InlineData(0, "old", "gone", "--allow-missing")]
    [InlineData(1, "old", "other")]
    [InlineData(5, "old", "other", "--allow-missing")]
    [InlineData(0, "old", "newer")]
    [InlineData(4, "old", "newer", "--strict-environment")]
    [InlineData(1, "slow", "newer", "--strict-environment", "--baseline", "gone/../other")]
    [InlineData(3, "single", "single")]
    [InlineData(0, "single", "single", "--max-inconclusive", "100%")]
    [InlineData(2, "old", "broken")]
    [InlineData(2, "old", "missing")]
    [InlineData(2, "old", "same", "--margin", "lots")]
    [InlineData(2, "old", "same", "--margn", "5%")]
    [InlineData(2, "old", "same", "--format", "pdf")]
    [InlineData(2, "old", "same", "--format", "3")]
    [InlineData(2, "old", "same", "--config", "")]
    [InlineData(2, "old", "same", "--spread", "")]
    [InlineData(2, ",", "same")]
    [InlineData(2, "old", "same", "--output", "x.pdf")]
    [InlineData(2, "old", "same", "--output", "missing/x.md")]
    [InlineData(2, "old", "same", "--control", "*Nothing*")]
    [InlineData(2, "old", "same", "--config", "missing.json")]
    [InlineData(2, "old")]
    [InlineData(2, "old,old", "same")]
    [InlineData(2)]
    public void Exit_codes(int expected, params string[] arguments)
    {
        var run = BenchProgram.Run(folder.Root, ["compare", .. arguments]);

        Assert.Equal((expected, run.ExitCode), (run.ExitCode, expected));
        if (expected != 2)
        {
            Assert.Equal("", run.Error);
            Assert.Contains($"exit code {expected}", run.Output);
            return;
        }

        Assert.Equal("", run.Output);
        Assert.StartsWith("bench: ", run.Error);
        Assert.Single(run.Error.TrimEnd().Split('\n'));
    }

    [Fact]
    public void Without_arguments_the_published_tables_are_compared_with_the_last_results()
    {
        Directory.CreateDirectory(Path.Combine(folder.Root, "BenchmarkDotNet.Artifacts"));
        Directory.Move(Path.Combine(folder.Root, "old"), Path.Combine(folder.Root, "BenchmarkDotNet.Artifacts/reference"));
        Directory.Move(Path.Combine(folder.Root, "slow"), Path.Combine(folder.Root, "BenchmarkDotNet.Artifacts/results"));
        Directory.CreateDirectory(Path.Combine(folder.Root, "src/deep"));

        Assert.Equal(1, BenchProgram.Run(Path.Combine(folder.Root, "src/deep"), "compare").ExitCode);
    }

    [Fact]
    public void Same_input_same_bytes()
    {
        foreach (var format in new[] { "console", "markdown", "json", "html" })
        {
            var first = BenchProgram.Run(folder.Root, "compare", "old", "slow", "--format", format);
            var second = BenchProgram.Run(folder.Root, "compare", "old", "slow", "--format", format);

            Assert.Equal(first, second);
            Assert.Contains("N.T.A", first.Output);
        }
    }

    [Fact]
    public void Several_outputs_at_once()
    {
        var run = BenchProgram.Run(folder.Root, "compare", "old", "slow", "--output", "a.md", "--output", "a.json", "--output", "a.html");

        Assert.Equal(1, run.ExitCode);
        Assert.StartsWith("## Benchmarks: regressed", File.ReadAllText(Path.Combine(folder.Root, "a.md")));
        Assert.StartsWith("{", File.ReadAllText(Path.Combine(folder.Root, "a.json")));
        Assert.StartsWith("<!DOCTYPE html>", File.ReadAllText(Path.Combine(folder.Root, "a.html")));
    }

    [Fact]
    public void A_config_in_the_current_folder_is_used()
    {
        folder.Write("bench.json", """{ "accepted": [ { "row": "N.T.A", "metric": "time", "reason": "meant", "until": "2999-12-31" } ] }""");

        var run = BenchProgram.Run(folder.Root, "compare", "old", "slow");

        Assert.Equal(0, run.ExitCode);
        Assert.Contains("Regressed, accepted", run.Output);
    }

    [Fact]
    public void Help_names_the_exit_codes()
    {
        var run = BenchProgram.Run(folder.Root, "compare", "--help");

        Assert.Equal(0, run.ExitCode);
        Assert.Contains("130", run.Output);
        Assert.Contains("--strict-environment", run.Output);
    }
}
