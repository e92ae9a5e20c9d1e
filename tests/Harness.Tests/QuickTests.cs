namespace Bench.Harness.Tests;

[Trait("Category", "Process")]
[Trait("Category", "Measured")]
public sealed class QuickTests(ProgramCopy copy) : IClassFixture<ProgramCopy>
{
    private readonly OutsideProgram program = copy.Program;

    [Fact]
    public async Task Quick_is_quick_whatever_job_a_class_has()
    {
        var artifacts = Path.Combine(program.Root, "quick");

        var (exitCode, output) = await program.Run("harness --quick --filter *ColdBenchmarks* --artifacts", artifacts);

        Assert.True(exitCode == 0, output);
        var table = ExportedTable.Read(artifacts, "ColdBenchmarks");
        Assert.All(table, benchmark => Assert.Equal("1", benchmark["Launches"]));
        Assert.Single(table, benchmark => benchmark["95 % CI"] == "baseline");
        var other = Assert.Single(table, benchmark => benchmark["95 % CI"] != "baseline");
        // Its ratio is of wall-clock time, which a busy machine leaves out.
        Assert.True(other["Ratio"] == "?" || ExportedTable.Number(other["Ratio"]) > 0, other["Ratio"]);
        Assert.Equal(other["Ratio"] == "?", output.Contains("has no ratios of wall-clock time", StringComparison.Ordinal));
    }
}
