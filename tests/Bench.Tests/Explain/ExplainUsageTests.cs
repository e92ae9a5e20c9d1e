namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed class ExplainUsageTests : IDisposable
{
    private readonly MadeUpRepository repository = new("Tiny.Sums.Total = 100 ns", "Tiny.Sums.Other = 100 ns", "Tiny.Sums.Broken = 1 ns");

    public ExplainUsageTests() =>
        repository.WriteBenchmarks("Tiny.Sums.Total = 150 ns", "Tiny.Sums.Other = 100 ns", "Tiny.Sums.Broken = 1 ns, fails: out of order");

    public void Dispose() => repository.Dispose();

    [Theory]
    [InlineData("*Total*", "--baseline no-such-ref")]
    [InlineData("*Total*", "--baseline HEAD --output why.html")]
    [InlineData("*Total*", "--baseline HEAD --output none/why.md")]
    [InlineData("*Total*", "--baseline HEAD --env NAME")]
    public void Wrong_usage_is_one_line_and_exit_code_2(params string[] arguments)
    {
        var run = repository.Run(["explain", .. arguments]);
        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.Single(run.Errors);
        Assert.Empty(repository.Programs.Built);
    }

    [Theory]
    [InlineData(
        "matches 3 benchmarks, but only one can be explained. Choose one of these: Tiny.Sums.Total; Tiny.Sums.Other; Tiny.Sums.Broken.",
        "*Sums*"
    )]
    [InlineData("*Nothing*", "*Nothing*")]
    [InlineData("Tiny.Sums.Broken fails: the candidate: out of order", "*Broken")]
    public void What_can_not_be_explained_is_named(string cause, string benchmark)
    {
        var run = repository.Run("explain", benchmark, "--baseline HEAD");
        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.Contains(cause, run.Message);
    }

    [Fact]
    public void Interrupted_while_it_measures_it_has_explained_nothing()
    {
        using var cancellation = new CancellationTokenSource();
        repository.Programs.OnPair = _ => cancellation.Cancel();
        var run = repository.Run(cancellation.Token, "explain *Total --baseline HEAD");
        Assert.Equal(130, run.ExitCode);
        Assert.Equal("bench: interrupted before anything was explained.", run.Message);
    }
}
