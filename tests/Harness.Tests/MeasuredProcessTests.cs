using Bench.Harness.Interleaving;
using Bench.Statistics;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;

namespace Bench.Harness.Tests;

/// <summary>The ratio of a launch, from slices of known times.</summary>
public sealed class MeasuredProcessTests
{
    [Fact]
    public void A_ratio_is_that_of_the_alternative_to_the_baseline_without_empty_calls()
    {
        var baseline = Process(Job.Default, overhead: 20, 120, 120, 120);
        var alternative = Process(Job.Default, overhead: 30, 230, 230, 230);

        Assert.Equal(2, alternative.RatioTo([baseline])!.Value.Ratio, 1e-9);
        Assert.Equal(0.5, baseline.RatioTo([alternative])!.Value.Ratio, 1e-9);
    }

    [Fact]
    public void Of_several_processes_of_the_baseline_the_mean_decides()
    {
        var alternative = Process(Job.Default, 0, 400, 400);

        Assert.Equal(2, alternative.RatioTo([Process(Job.Default, 0, 100, 100), Process(Job.Default, 0, 400, 400)])!.Value.Ratio, 1e-9);
    }

    [Theory]
    [InlineData(RunStrategy.ColdStart, 0.1)]
    [InlineData(RunStrategy.Monitoring, 20)]
    public void Of_a_cold_start_the_first_calls_are_compared_quick_or_not(RunStrategy strategy, double expected)
    {
        var job = Job.Default.WithStrategy(strategy).WithIterationCount(5);
        foreach (var one in new[] { job, InterleavedEngineFactory.Quick(job) })
        {
            var slowAtFirst = Process(one, 0, 1000, 10, 10, 10, 10);
            var slowLater = Process(one, 0, 100, 200, 200, 200, 200);

            Assert.Equal(expected, slowLater.RatioTo([slowAtFirst])!.Value.Ratio, 1e-9);
            Assert.Equal(5, one.Run.IterationCount);
        }
    }

    [Fact]
    public void Without_a_round_in_common_there_is_no_ratio()
    {
        var failed = Process(Job.Default, 0);
        var measured = Process(Job.Default, 0, 100);

        Assert.Null(measured.RatioTo([]));
        Assert.Null(measured.RatioTo([failed]));
        Assert.Null(failed.RatioTo([measured]));
        Assert.Equal(1, measured.RatioTo([failed, measured])!.Value.Ratio);
    }

    private static MeasuredProcess Process(Job job, double overhead, params double[] nanoseconds) =>
        new(
            BenchmarkConverter.TypeToBenchmarks(typeof(OneBenchmarks), ManualConfig.CreateEmpty().AddJob(job)).BenchmarksCases[0],
            [.. nanoseconds.Select(time => new InterleavedSlice(time, 0))],
            overhead
        );

    public class OneBenchmarks
    {
        [Benchmark]
        public int One() => 1;
    }
}
