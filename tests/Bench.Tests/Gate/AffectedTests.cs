using System.Text.Json;

namespace Bench.Tests;

/// <summary>The programs are made up.</summary>
[Trait("Category", "Process")]
public sealed class AffectedTests : IDisposable
{
    private readonly MadeUpRepository repository = new(
        "N.Rows.Same = 100 ns",
        "N.Rows.Changed = 100 ns",
        "N.Rows.Removed = 100 ns",
        "N.Rows.Elsewhere = 100 ns, unsupported: its job requires net8.0"
    );

    public AffectedTests() =>
        repository.WriteBenchmarks(
            "N.Rows.Same = 100 ns",
            "N.Rows.Changed = 101 ns",
            "N.Rows.Elsewhere = 100 ns, unsupported: its job requires net8.0"
        );

    public void Dispose() => repository.Dispose();

    [Fact]
    public void Text_names_the_benchmarks_by_the_reason_to_measure_them()
    {
        var run = Affected();

        Assert.Equal(0, run.ExitCode);
        Assert.StartsWith("1 of 4 benchmarks would be measured; 1 runs the same code in HEAD (", run.Output);
        Assert.Contains("\nRows.Changed changed:\n  N.Rows.Changed\n", run.Output);
        Assert.Contains("\nonly one of the two builds has it:\n  N.Rows.Removed\n", run.Output);
        Assert.Contains("\nits job requires net8.0:\n  N.Rows.Elsewhere\n", run.Output);
        Assert.Contains("Comparing the code of 4 benchmarks", run.Errors);
        Assert.Equal(0, repository.Programs.MeasuredPairs);
    }

    [Fact]
    public void Json_and_the_matrix_are_for_workflows()
    {
        using var report = JsonDocument.Parse(Affected("--format", "json").Output);
        var matrix = Affected("--format", "matrix", "--max-shards", "4", "--replicates", "2").Output;

        Assert.Equal(4, report.RootElement.GetProperty("benchmarks").GetArrayLength());
        Assert.Equal(
            (1, 1),
            (report.RootElement.GetProperty("measured").GetInt32(), report.RootElement.GetProperty("sameCode").GetInt32())
        );
        Assert.Equal("""{"index":[1],"count":[1],"replicate":[1,2],"replicates":[2]}""", matrix.Trim());
    }

    [Fact]
    public void What_could_not_be_read_or_fits_nothing_is_a_warning()
    {
        repository.Write("App/Unread.cs", "unread: Main hangs");

        var run = Affected("--filter", "*Same", "*Typo*");

        Assert.Equal(0, run.ExitCode);
        Assert.Contains("warning: '*Typo*' matches no benchmark in either build.", run.Errors);
        Assert.Contains("warning: Configuration: the candidate: Main hangs.", run.Errors);
    }

    [Theory]
    [InlineData("--format: 'xml' is not a format. Use text, json or matrix.", "--format", "xml")]
    [InlineData("--max-shards: 0 is too small. Use 1 or more.", "--max-shards", "0")]
    [InlineData("--replicates: 0 is too small. Use 1 or more.", "--replicates", "0")]
    [InlineData("*Nothing* matches no benchmark in either build.", "--filter", "*Nothing*")]
    [InlineData("'*Nothing*' matches no benchmark in either build. (--strict)", "--filter", "*Same", "*Nothing*", "--strict")]
    public void Wrong_usage_is_one_line(string cause, params string[] arguments)
    {
        var run = Affected(arguments);

        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.Contains(cause, run.Message);
    }

    [Fact]
    public void Interrupted_it_has_found_nothing()
    {
        using var cancellation = new CancellationTokenSource();
        cancellation.Cancel();

        var run = repository.Run(cancellation.Token, "affected", "--baseline", "HEAD");

        Assert.Equal(130, run.ExitCode);
        Assert.Equal("bench: interrupted before anything was found.", run.Message);
    }

    private BenchProgram.Finished Affected(params string[] arguments) => repository.Run(["affected", "--baseline", "HEAD", .. arguments]);
}
