using BenchmarkDotNet.Attributes;

namespace HarnessFixture;

/// <summary>One alternative does nothing wrong; each other fails in a way of its own, in the middle of its main run or before.</summary>
public class FaultBenchmarks
{
    private static readonly DateTime Start = DateTime.UtcNow;

    private static bool IsLater => DateTime.UtcNow - Start > TimeSpan.FromSeconds(3);

    [GlobalSetup(Target = nameof(SetupThrows))]
    public void Setup() => throw new InvalidOperationException("the setup has thrown");

    [Benchmark(Baseline = true)]
    public int Good() => Work();

    [Benchmark]
    public int AlsoGood() => Work() + Work();

    [Benchmark]
    public int Throws() => IsLater ? throw new InvalidOperationException("the benchmark has thrown") : Work();

    [Benchmark]
    public int Crashes()
    {
        if (IsLater)
            Environment.FailFast("the benchmark has crashed");
        return Work();
    }

    [Benchmark]
    public int Hangs()
    {
        if (IsLater)
            Thread.Sleep(Timeout.Infinite);
        return Work();
    }

    [Benchmark]
    public int SetupThrows() => Work();

    // Long enough that the main run is not over in three seconds.
    private static int Work()
    {
        Thread.Sleep(20);
        return 1;
    }
}
