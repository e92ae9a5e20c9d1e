using Bench.Harness.Interleaving;
using Bench.Harness.Running;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;

namespace Bench.Harness.Tests;

public sealed class FrameworksTests
{
    [Fact]
    public void A_benchmark_is_a_category_of_its_frameworks_with_the_first_as_the_baseline()
    {
        var cases = Cases(new Frameworks([]));

        Assert.Equal([".NET 8", ".NET 9", ".NET 10"], cases.Select(benchmark => benchmark.Job.ResolvedId));
        Assert.Equal([true, false, false], cases.Select(benchmark => benchmark.Job.Meta.Baseline));
        Assert.Equal(["net8.0", "net9.0", "net10.0"], cases.Select(benchmark => MonikerOf(benchmark)));
        // The settings of the program's job stay.
        Assert.All(cases, benchmark => Assert.Equal(7, benchmark.Job.Run.LaunchCount));
        var category = Assert.Single(Category.Group(cases, [.. cases.Select(one => new BuiltCase(one, default, null!, null!, 1))]));
        Assert.Equal(".NET 8", Category.NameOf(cases, category.Baseline!.Benchmark));
    }

    [Fact]
    public void Only_a_framework_that_is_not_the_programs_own_brings_its_runtime_along()
    {
        foreach (var benchmark in Cases(new Frameworks([])))
        {
            string[] arguments = [.. (benchmark.Job.Infrastructure.Arguments ?? []).Select(argument => argument.TextRepresentation)];
            var moniker = MonikerOf(benchmark);

            Assert.Equal(moniker == Frameworks.Own ? [] : new[] { $"/p:BenchmarkFramework={moniker}", "/p:SelfContained=true" }, arguments);
        }
    }

    [Fact]
    public void What_cannot_be_had_is_left_out_with_the_reason()
    {
        var frameworks = new Frameworks([]);
        var missing = frameworks.FindMissing([typeof(WorkBenchmarks)], moniker => moniker == "net8.0" ? "the feed lacks it." : null);
        var cases = Cases(frameworks);
        Assert.Equal([new LeftOut($"{typeof(WorkBenchmarks).FullName}.*", ".NET 8 is skipped: the feed lacks it.")], missing);
        Assert.Equal([(".NET 9", true), (".NET 10", false)], cases.Select(one => (one.Job.ResolvedId, one.Job.Meta.Baseline)));
    }

    [Theory]
    [InlineData("net10.0", "net8.0")]
    [InlineData("net10_0", "NET80")]
    public void Runtimes_that_are_asked_for_take_the_place_of_the_attributes(params string[] asked)
    {
        var frameworks = new Frameworks(asked);
        frameworks.Check([typeof(WorkBenchmarks)]);
        Assert.Equal([(".NET 10", true), (".NET 8", false)], Cases(frameworks).Select(one => (one.Job.ResolvedId, one.Job.Meta.Baseline)));
    }

    [Fact]
    public void A_class_that_does_not_run_on_a_framework_is_named()
    {
        new Frameworks([Frameworks.Own]).Check([typeof(InnerToolchainTests.OneBenchmarks)]);

        var problem = Assert.Throws<UsageException>(() =>
            new Frameworks(["net8.0"]).Check([typeof(WorkBenchmarks), typeof(InnerToolchainTests.OneBenchmarks)])
        );

        Assert.StartsWith(
            $"--runtimes net8.0: {typeof(InnerToolchainTests.OneBenchmarks).FullName} runs on {Frameworks.Own} only.",
            problem.Message
        );
    }

    private static string MonikerOf(BenchmarkCase benchmark) => benchmark.Job.Environment.Runtime!.MsBuildMoniker;

    private static BenchmarkCase[] Cases(Frameworks frameworks)
    {
        var config = ManualConfig.CreateEmpty().AddJob(Job.Default.WithLaunchCount(7).WithId("Own"));
        return frameworks.On(BenchmarkConverter.TypeToBenchmarks(typeof(WorkBenchmarks), config)).BenchmarksCases;
    }

    [Frameworks("net8.0", "net9.0", "net10.0")]
    public class WorkBenchmarks
    {
        [Benchmark]
        public int Work() => 1;
    }
}
