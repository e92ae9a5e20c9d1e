using Bench.Harness.Running;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;

namespace Bench.Harness.Tests;

public sealed class RunConfigTests
{
    private static readonly IColumn[] Hidden = [StatisticColumn.Error, StatisticColumn.StdDev, StatisticColumn.Median];

    [Fact]
    public void Statistics_of_iterations_are_hidden_unless_they_are_asked_for()
    {
        Assert.DoesNotContain(Hidden, column => IsShown(Create())(column));
        Assert.Equal(Hidden, Hidden.Where(IsShown(Create("--allStats"))));
        Assert.Equal([StatisticColumn.Error, StatisticColumn.Median], Hidden.Where(IsShown(Create("--columns", "error", "Median"))));
    }

    [Fact]
    public void A_column_that_there_is_not_is_refused_with_those_that_there_are() =>
        Assert.Matches(
            "'Nonsense' is not a column. Use Mean, .*Median, ",
            Assert.Throws<UsageException>(() => Create("--columns", "Nonsense")).Message
        );

    [Theory]
    [InlineData("--envVars", "A:1")]
    [InlineData("--envVars=A:1")]
    public void Variables_that_are_asked_for_are_added_to_those_of_the_job(params string[] asked)
    {
        var arguments = RunConfig.WithVariablesOf(Create(), [.. asked, "--memory"]);
        Assert.Equal("--envVars", arguments[0]);
        Assert.Equal(["A:1", "OWN:2"], arguments[1..^1].Order(StringComparer.Ordinal));
        Assert.Equal("--memory", arguments[^1]);
    }

    [Fact]
    public void A_variable_of_the_job_can_be_changed() =>
        Assert.Equal(["--envVars", "OWN:3"], RunConfig.WithVariablesOf(Create(), ["--envVars", "OWN:3"]));

    private static Func<IColumn, bool> IsShown(IConfig config) =>
        column => !config.GetColumnHidingRules().Any(rule => rule.NeedToHide(column));

    private static IConfig Create(params string[] arguments) =>
        new RunConfig(
            new HarnessOptions { Job = Job.Default.WithEnvironmentVariable("OWN", "2") },
            HarnessArguments.Parse(arguments, "."),
            new HarnessContext(TextWriter.Null, TextWriter.Null, NullLogger.Instance, "."),
            ".",
            () => new Dictionary<string, double>()
        ).Create(RunKind.Measured);
}
