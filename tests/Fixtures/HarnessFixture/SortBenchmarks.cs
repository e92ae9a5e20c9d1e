using BenchmarkDotNet.Attributes;

namespace HarnessFixture;

/// <summary>Three ways of known order: sorting once, twice and three times.</summary>
[MemoryDiagnoser]
public class SortBenchmarks
{
    private int[] numbers = [];

    [Params(100, 1000)]
    public int Length { get; set; }

    [GlobalSetup]
    public void Setup() => numbers = [.. Enumerable.Range(0, Length).Select(i => (i * 7919) % 10007)];

    [Benchmark(Baseline = true)]
    public int Once() => Sorted(1);

    [Benchmark]
    public int Twice() => Sorted(2);

    [Benchmark]
    public int Thrice() => Sorted(3);

    private int Sorted(int times)
    {
        var last = 0;
        for (; times > 0; times--)
        {
            var copy = numbers.AsSpan().ToArray();
            Array.Sort(copy);
            last += copy[^1];
        }

        return last;
    }
}
