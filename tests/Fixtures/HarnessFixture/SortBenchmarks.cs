using System.Diagnostics;
using System.Globalization;
using BenchmarkDotNet.Attributes;

namespace HarnessFixture;

/// <summary>Three variants of known order: they sort once, twice and three times.</summary>
[MemoryDiagnoser]
public class SortBenchmarks
{
    private readonly string? measuring = Environment.GetEnvironmentVariable("FIXTURE_MEASURING");
    private int[] numbers = [];
    private long setUp;
    private bool isMeasured;

    [Params(100, 1000)]
    public int Length { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        numbers = [.. Enumerable.Range(0, Length).Select(i => (i * 7919) % 10007)];
        setUp = Stopwatch.GetTimestamp();
    }

    [Benchmark(Baseline = true)]
    public int Once() => Sorted(1);

    [Benchmark]
    public int Twice() => Sorted(2);

    [Benchmark]
    public int Thrice() => Sorted(3);

    private int Sorted(int times)
    {
        // Longer than the tests' warm-up.
        if (!isMeasured && measuring is not null && Stopwatch.GetElapsedTime(setUp) > TimeSpan.FromSeconds(1))
        {
            isMeasured = true;
            File.WriteAllText(Path.Combine(measuring, Environment.ProcessId.ToString(CultureInfo.InvariantCulture)), "");
        }

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
