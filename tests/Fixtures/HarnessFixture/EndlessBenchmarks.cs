using System.Diagnostics;
using BenchmarkDotNet.Attributes;

namespace HarnessFixture;

/// <summary>An invocation that never ends, in a process that has started another.</summary>
public class EndlessBenchmarks
{
    [GlobalSetup]
    public void Setup() => Process.Start("sleep", "600").Dispose();

    [Benchmark(Baseline = true)]
    public void Forever() => Spin();

    [Benchmark]
    public void AsLong() => Spin();

    private static void Spin()
    {
        while (true)
            Thread.SpinWait(100);
    }
}
