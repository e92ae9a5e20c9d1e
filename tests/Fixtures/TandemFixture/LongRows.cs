using BenchmarkDotNet.Attributes;

namespace Fixture;

/// <summary>An operation that is longer than many slices.</summary>
public class LongRows
{
    [Benchmark]
    public void Sleeps() => Thread.Sleep(300);
}
