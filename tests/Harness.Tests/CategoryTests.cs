using Bench.Harness.Interleaving;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;

namespace Bench.Harness.Tests;

public sealed class CategoryTests
{
    [Fact]
    public void Two_jobs_of_a_benchmark_are_a_category()
    {
        var category = Assert.Single(Categories<JobBenchmarks>(_ => true));
        Assert.Equal(["Once", "Twice"], category.Cases.Select(JobOf).Order(StringComparer.Ordinal));
        Assert.Equal("Once", JobOf(category.Baseline!));
    }

    [Fact]
    public void With_a_baseline_of_methods_and_one_of_jobs_it_is_that_method_of_that_job()
    {
        var category = Assert.Single(Categories<BothBaselinesBenchmarks>(_ => true));
        Assert.Equal(4, category.Cases.Count);
        Assert.Equal(("Once", "Single"), (MethodOf(category.Baseline!), JobOf(category.Baseline!)));
    }

    [Fact]
    public void Inputs_of_one_name_have_a_baseline_each()
    {
        var categories = Categories<ArrayBenchmarks>(_ => true);

        Assert.Equal([1, 10], categories.Select(category => InputOf(category.Baseline!).Length).Order());
        Assert.All(categories, category =>
        {
            Assert.Equal(["Once", "Twice"], category.Cases.Select(MethodOf).Order(StringComparer.Ordinal));
            Assert.Equal("Once", MethodOf(category.Baseline!));
            Assert.All(category.Cases, benchmark => Assert.Same(InputOf(category.Baseline!), InputOf(benchmark)));
        });
    }

    [Fact]
    public void Nothing_takes_the_place_of_a_baseline_that_was_not_built()
    {
        var category = Assert.Single(Categories<BothBaselinesBenchmarks>(benchmark => benchmark.Job.ResolvedId != "Single"));
        Assert.Equal(2, category.Cases.Count);
        Assert.Null(category.Baseline);
        Assert.True(category.HasBaseline);
    }

    [Fact]
    public void Without_a_baseline_there_is_none()
    {
        var category = Assert.Single(Categories<NoBaselineBenchmarks>(_ => true));
        Assert.Equal((2, null, false), (category.Cases.Count, category.Baseline, category.HasBaseline));
    }

    private static Category[] Categories<T>(Func<BenchmarkCase, bool> isBuilt)
    {
        var cases = BenchmarkConverter.TypeToBenchmarks(typeof(T), ManualConfig.CreateMinimumViable().WithInterleaving()).BenchmarksCases;
        return Category.Group(cases, [.. cases.Where(isBuilt).Select(benchmark => new BuiltCase(benchmark, default, null!, null!, 1))]);
    }

    private static string JobOf(BuiltCase built) => built.Benchmark.Job.ResolvedId;

    private static string MethodOf(BuiltCase built) => built.Benchmark.Descriptor.WorkloadMethod.Name;

    private static int[] InputOf(BuiltCase built) => (int[])built.Benchmark.Parameters.Items[0].Value!;

    [Config(typeof(TwoJobs))]
    public class JobBenchmarks
    {
        [Benchmark]
        public int Work() => 1;

        private sealed class TwoJobs : ManualConfig
        {
            public TwoJobs()
            {
                AddJob(Job.Default.WithId("Once").AsBaseline());
                AddJob(Job.Default.WithId("Twice").WithEnvironmentVariable("TWICE", "1"));
            }
        }
    }

    [Config(typeof(TwoJobs))]
    public class BothBaselinesBenchmarks
    {
        [Benchmark]
        public int Thrice() => 3;

        [Benchmark(Baseline = true)]
        public int Once() => 1;

        private sealed class TwoJobs : ManualConfig
        {
            public TwoJobs()
            {
                AddJob(Job.Default.WithId("Double").WithEnvironmentVariable("TWICE", "1"));
                AddJob(Job.Default.WithId("Single").AsBaseline());
            }
        }
    }

    public class ArrayBenchmarks
    {
        [ParamsSource(nameof(Inputs))]
        public int[] Input { get; set; } = [];

        public static IEnumerable<int[]> Inputs => [new int[1], new int[10]];

        [Benchmark(Baseline = true)]
        public int Once() => Input.Length;

        [Benchmark]
        public int Twice() => 2 * Input.Length;
    }

    public class NoBaselineBenchmarks
    {
        [Benchmark]
        public int One() => 1;

        [Benchmark]
        public int Two() => 2;
    }
}
