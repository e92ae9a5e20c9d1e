using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Engines;

namespace Fixture;

/// <summary>The differences between two versions. Cold starts only, so that checks of them are quick.</summary>
[SimpleJob(RunStrategy.ColdStart)]
public class VersionedRows
{
#if BASELINE
    private const int Milliseconds = 20;
#else
    private const int Milliseconds = 30;
#endif

    [Benchmark]
    public void Same() => Thread.Sleep(20);

    [Benchmark]
    public void Slower() => Thread.Sleep(Milliseconds);

#if BASELINE
    [Benchmark]
    public void Removed() => Thread.Sleep(1);
#else
    [Benchmark]
    public void Added() => Thread.Sleep(1);
#endif

    [Benchmark]
    public void Crashes()
    {
#if !BASELINE
        Environment.FailFast("only the candidate");
#endif
    }

    [Benchmark]
    public void Broken() => throw new InvalidOperationException("on both sides");
}

public class AllocatingRows
{
#if BASELINE
    private const int Length = 64;
#else
    private const int Length = 72;
#endif

    [Benchmark]
    public byte[] Allocates() => new byte[Length];

    [Benchmark]
    public byte[] AllocatesAsMuch() => new byte[64];
}

public class AsynchronousRows
{
    [Benchmark]
    public async Task<byte[]> CompletesAtOnce()
    {
        await Task.CompletedTask;
        return new byte[64];
    }

    [Benchmark]
    public async Task Waits() => await Task.Delay(1);
}

/// <summary>Two variants, and one in another category without a baseline.</summary>
[SimpleJob(RunStrategy.ColdStart)]
public class WayRows
{
    [Benchmark(Baseline = true)]
    public void Short() => Thread.Sleep(5);

    [Benchmark]
    public void Long() => Thread.Sleep(20);

    [Benchmark]
    public void Failing() => throw new InvalidOperationException("this way leads nowhere");

    [Benchmark, BenchmarkCategory("Alone")]
    public void Alone() => Thread.Sleep(5);
}

// BenchmarkDotNet prints the same for both: a few characters, "(...)", the last few and the length.
[SimpleJob(RunStrategy.ColdStart)]
public class LongTextRows
{
    [ParamsSource(nameof(Texts))]
    public string Text { get; set; } = "";

    public static IEnumerable<string> Texts => ["a text of letters, the last word", "a text of numbers, the last word"];

    [Benchmark(Baseline = true)]
    public void Short() => Thread.Sleep(5);

    [Benchmark]
    public void Long() => Thread.Sleep(20);
}
