using Bench.Harness.Interleaving;
using Bench.Host;
using Bench.Statistics;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;

namespace Bench.Harness.Tests;

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
            Assert.Equal(expected, Process(one, 0, 100, 200, 200, 200, 200).RatioTo([slowAtFirst])!.Value.Ratio, 1e-9);
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

    /// <summary>Another program had the core for up to nine tenths of a slice.</summary>
    [Fact]
    public void Processor_time_is_compared_where_it_fits_both()
    {
        var random = new Random(1);
        var (baseline, alternative) = (Busy(100), Busy(108));

        Assert.True(alternative.TimingWith([baseline]).IsByProcessor);
        Assert.Equal(1.08, alternative.RatioTo([baseline], isByProcessor: true)!.Value.Ratio, 1e-9);
        // If one process has no such clock, the other's is not used.
        Assert.NotEqual(1.08, alternative.RatioTo([Process(Job.Default, 0, 100, 100)], isByProcessor: true)!.Value.Ratio, 0.05);
        Assert.False(alternative.TimingWith([Process(Job.Default, 0, 100, 100)]).IsByProcessor);
        Assert.False(Process(Job.Default.WithStrategy(RunStrategy.ColdStart), 0, 100).TimingWith([baseline]).IsByProcessor);

        MeasuredProcess Busy(double perOperation) =>
            Process(Job.Default, 0) with
            {
                Slices =
                [
                    .. Enumerable
                        .Range(0, 50)
                        .Select(_ => (Work: 20_000 * perOperation, Wait: 20_000 * perOperation * (1 + (8 * random.NextDouble()))))
                        .Select(slice => new TimedSlice(20_000, slice.Work + slice.Wait, 0, new CoreTime(slice.Work, slice.Wait, 0))),
                ],
            };
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, false)]
    public void A_slice_is_told_and_read(bool hasCores, bool hasWait)
    {
        var slice = new TimedSlice(3, 100.5, 0.25, hasCores ? new CoreTime(99.1, hasWait ? 1.5 : null, 0) : null);
        Assert.Equal(slice, SliceProtocol.SliceOf(SliceProtocol.FieldsOf(slice).Split(' ')[1..]));
        Assert.Throws<FormatException>(() => SliceProtocol.SliceOf(["1", "2"]));
    }

    private static MeasuredProcess Process(Job job, double overhead, params double[] nanoseconds) =>
        new(
            BenchmarkConverter.TypeToBenchmarks(typeof(OneBenchmarks), ManualConfig.CreateEmpty().AddJob(job)).BenchmarksCases[0],
            [.. nanoseconds.Select(time => new TimedSlice(1, time, 0))],
            [overhead]
        );

    public class OneBenchmarks
    {
        [Benchmark]
        public int One() => 1;
    }
}
