using BenchmarkDotNet.Attributes;

namespace HarnessFixture;

/// <summary>One variant is correct. The others each fail in another way, before or during their main run.</summary>
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

    // Long enough that the main run takes more than three seconds.
    private static int Work()
    {
        Thread.Sleep(20);
        return 1;
    }
}
