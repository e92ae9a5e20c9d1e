using BenchmarkDotNet.Attributes;

namespace HarnessFixture;

/// <summary>Its processes never report that they have started.</summary>
public class StuckBenchmarks
{
    public StuckBenchmarks() => Thread.Sleep(Timeout.Infinite);

    [Benchmark(Baseline = true)]
    public int One() => 1;

    [Benchmark]
    public int Two() => 2;
}
