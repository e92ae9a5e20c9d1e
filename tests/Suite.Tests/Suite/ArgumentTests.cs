namespace Suite.Tests.Suite;

public sealed class ArgumentTests : TemporaryFolderTests
{
    [Fact]
    public void A_filter_that_matches_nothing_is_exit_code_1_with_the_nearest_names()
    {
        var run = Child.RunHere(folder.Path, "--filter", "*TexGetBenchmark*");
        Assert.Equal(1, run.ExitCode);
        Assert.Contains("TextGetBenchmarks", Assert.Single(run.ErrorLines));
    }

    [Theory]
    [InlineData("--list", "flat")]
    [InlineData("--help")]
    [InlineData("--version")]
    public void Information_is_exit_code_0(params string[] arguments)
    {
        var run = Child.RunHere(folder.Path, arguments);
        Assert.Equal(0, run.ExitCode);
        Assert.NotEmpty(run.Output);
    }

    [Theory]
    [InlineData("--no-such-option")]
    [InlineData("--filter")]
    [InlineData("--job", "nonsense", "--filter", "*")]
    [InlineData("--runtimes", "net8.0", "--filter", "*")]
    [InlineData("--runtimes", "net48", "--filter", "*.Frameworks.*")]
    [InlineData("--columns", "nonsense", "--filter", "*")]
    [InlineData("--resume", "--filter", "*")]
    [InlineData("--join", "--filter", "*")]
    [InlineData("--exporters", "nonsense", "--filter", "*")]
    [InlineData("--launchCount", "many", "--filter", "*")]
    [InlineData("--quick", "--smoke")]
    [InlineData("--artifacts")]
    [InlineData("--smoke", "*ContractResolver*")]
    [InlineData("*ContractResolver*")]
    [InlineData("@arguments.txt")]
    [InlineData("--publish", "--no-such-option")]
    [InlineData("--launchCount", "0", "--filter", "*")]
    [InlineData("--iterationCount", "0", "--filter", "*")]
    [InlineData]
    public void Bad_arguments_are_exit_code_2_and_one_line(params string[] arguments)
    {
        var run = Child.RunHere(folder.Path, arguments);
        Assert.Equal(2, run.ExitCode);
        Assert.StartsWith("benchmarks: ", Assert.Single(run.ErrorLines));
        Assert.DoesNotContain("   at ", run.Output + run.Error);
    }
}
