using Bench.Cli.Gate;

namespace Bench.Tests;

public sealed class GateOptionsTests
{
    [Fact]
    public void What_is_not_given_has_the_documented_default()
    {
        var options = From("--baseline", "main");

        Assert.Equal(new BaselineChoice("main", IsExact: false), options.Baseline);
        Assert.Null(options.Filter.Text);
        Assert.Equal(TimeSpan.FromMinutes(20), options.Budget);
        Assert.Equal(CheckFolder.Default, options.Results);
        Assert.Equal(TimeSpan.FromMinutes(2), options.Measurement.BenchmarkTimeout);
        Assert.Equal(
            (null, null, false, false, null, null),
            (options.Shard, options.Replicate, options.MeasuresSameCode, options.IsAllocationOnly, options.Title, options.Seed)
        );
    }

    [Fact]
    public void What_is_given_arrives()
    {
        var options = From([
            .. "--baseline main --baseline-exact --filter *A *B --anyCategories C --budget 5m --shard 2/4 --replicate 1/3".Split(' '),
            .. "--artifacts out --measure-same-code --allocation-only --title T --seed 7 --env A=1 --benchmark-timeout 9s".Split(' '),
            .. "--strict --project P.csproj --framework net10.0".Split(' '),
        ]);

        Assert.Equal(new BaselineChoice("main", IsExact: true), options.Baseline);
        Assert.Equal("*A, *B, category C", options.Filter.Text);
        Assert.Equal(TimeSpan.FromMinutes(5), options.Budget);
        Assert.Equal((new Shard(2, 4), new CheckReplicate(1, 3)), (options.Shard, options.Replicate));
        Assert.Equal(
            ("out", true, true, "T", 7),
            (options.Results, options.MeasuresSameCode, options.IsAllocationOnly, options.Title, options.Seed)
        );
        Assert.Equal(["A=1"], options.Measurement.Variables);
        Assert.Equal(
            ("P.csproj", "net10.0", TimeSpan.FromSeconds(9), true),
            (options.Measurement.Project, options.Measurement.Framework, options.Measurement.BenchmarkTimeout, options.Measurement.IsStrict)
        );
    }

    [Fact]
    public void Two_frameworks_and_packages_arrive()
    {
        var options = From("--baseline main --runtimes net9.0 net10.0 --package A.B@1.2.3 --package C@2.0.0-rc.1".Split(' ')).Measurement;
        Assert.Equal(("net9.0", "net10.0"), options.Runtimes);
        Assert.Equal([new PackageVersion("A.B", "1.2.3"), new PackageVersion("C", "2.0.0-rc.1")], options.Packages);
        Assert.Equal("--runtimes net9.0 net10.0, --package A.B@1.2.3, --package C@2.0.0-rc.1", options.SettingsOfCheck()!.ToString());
    }

    [Fact]
    public void One_machine_is_no_replicate() => Assert.Null(From("--baseline", "main", "--replicate", "1/1").Replicate);

    private static GateOptions From(params string[] arguments) => GateOptions.From(GateCommand.Create().Parse(arguments));
}
