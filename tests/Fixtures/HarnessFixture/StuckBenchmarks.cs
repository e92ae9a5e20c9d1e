using BenchmarkDotNet.Attributes;

namespace HarnessFixture;

/// <summary>Its processes never get as far as to say that they are there.</summary>
public class StuckBenchmarks
{
    public StuckBenchmarks() => Thread.Sleep(Timeout.Infinite);

    [Benchmark(Baseline = true)]
    public int One() => 1;

    [Benchmark]
    public int Two() => 2;
}
