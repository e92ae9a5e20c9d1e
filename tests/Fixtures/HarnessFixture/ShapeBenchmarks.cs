using Bench.Harness;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;

namespace HarnessFixture;

/// <summary>By the attribute alone.</summary>
[Interleaved]
[SimpleJob(launchCount: 2, warmupCount: 1, iterationCount: 8)]
public class AttributeBenchmarks
{
    [Benchmark(Baseline = true)]
    public int One() => Spin.For(1);

    [Benchmark]
    public int Two() => Spin.For(2);
}

/// <summary>Two jobs of one benchmark, the other question that everybody asks.</summary>
[Config(typeof(TwoJobs))]
public class JobBenchmarks
{
    [Benchmark]
    public int Work() => Spin.For(Environment.GetEnvironmentVariable("TWICE") is null ? 1 : 2);

    private sealed class TwoJobs : ManualConfig
    {
        public TwoJobs()
        {
            AddJob(Job.Default.WithId("Once").AsBaseline());
            AddJob(Job.Default.WithId("Twice").WithEnvironmentVariable("TWICE", "1"));
        }
    }
}

/// <summary>Each iteration has a set-up of its own, which takes longer than what is measured.</summary>
public class IterationSetupBenchmarks
{
    private int prepared;

    [IterationSetup]
    public void Prepare()
    {
        Spin.For(20);
        prepared++;
    }

    [Benchmark(Baseline = true)]
    public int One() => prepared > 0 ? Spin.For(10) : throw new InvalidOperationException("not prepared");

    [Benchmark]
    public int Two() => prepared > 0 ? Spin.For(20) : throw new InvalidOperationException("not prepared");
}

/// <summary>Nothing to be interleaved with.</summary>
public class SingleBenchmarks
{
    [Benchmark]
    public int Alone() => Spin.For(1);
}

/// <summary>Alternatives, and none of them is the baseline.</summary>
public class NoBaselineBenchmarks
{
    [Benchmark]
    public int One() => Spin.For(1);

    [Benchmark]
    public int Two() => Spin.For(2);
}

#pragma warning disable BDN1107 // Its analyzer finds this, where it is not switched off.
/// <summary>BenchmarkDotNet refuses it.</summary>
public class TwoBaselinesBenchmarks
{
    [Benchmark(Baseline = true)]
    public int One() => Spin.For(1);

    [Benchmark(Baseline = true)]
    public int Two() => Spin.For(2);
}

/// <summary>No process of its own.</summary>
[InProcess]
public class InProcessBenchmarks
{
    [Benchmark(Baseline = true)]
    public int One() => Spin.For(1);

    [Benchmark]
    public int Two() => Spin.For(2);
}

internal static class Spin
{
    /// <summary>Work that takes so many times as long as that for 1.</summary>
    public static int For(int times)
    {
        var hash = 17;
        for (var i = 0; i < times * 20_000; i++)
            hash = (hash * 31) + i;
        return hash | 1;
    }
}
