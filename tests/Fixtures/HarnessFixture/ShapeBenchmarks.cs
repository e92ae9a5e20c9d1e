using Bench.Harness;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Jobs;

namespace HarnessFixture;

/// <summary>Interleaved only by its attribute.</summary>
[Interleaved]
[SimpleJob(launchCount: 2, warmupCount: 1, iterationCount: 8)]
public class AttributeBenchmarks
{
    [Benchmark(Baseline = true)]
    public int One() => Spin.For(1);

    [Benchmark]
    public int Two() => Spin.For(2);
}

/// <summary>Two jobs of one benchmark, the other common question.</summary>
[Config(typeof(TwoJobs))]
public class JobBenchmarks
{
    [Benchmark]
    public int Work() => Spin.For(Factor) + new byte[100_000 * Factor].Length;

    private static int Factor => Environment.GetEnvironmentVariable("TWICE") is null ? 1 : 2;

    private sealed class TwoJobs : ManualConfig
    {
        public TwoJobs()
        {
            AddJob(Job.Default.WithId("Once").AsBaseline());
            // Pipes without a path would be looked for here.
            AddJob(Job.Default.WithId("Twice").WithEnvironmentVariables(new("TWICE", "1"), new("TMPDIR", AppContext.BaseDirectory)));
        }
    }
}

/// <summary>One method and one job are baselines: the baseline is that method of that job.</summary>
[Config(typeof(TwoJobs))]
public class BothBaselinesBenchmarks
{
    private static int Factor => Environment.GetEnvironmentVariable("TWICE") is null ? 1 : 2;

    [Benchmark]
    public int Thrice() => Spin.For(3 * Factor);

    [Benchmark(Baseline = true)]
    public int Once() => Spin.For(Factor);

    private sealed class TwoJobs : ManualConfig
    {
        public TwoJobs()
        {
            AddJob(Job.Default.WithId("Double").WithEnvironmentVariable("TWICE", "1"));
            AddJob(Job.Default.WithId("Single").AsBaseline());
        }
    }
}

/// <summary>The baseline job does not build.</summary>
[Config(typeof(TwoJobs))]
public class UnbuiltBaselineBenchmarks
{
    [Benchmark(Baseline = true)]
    public int Once() => Spin.For(1);

    [Benchmark]
    public int Twice() => Spin.For(2);

    private sealed class TwoJobs : ManualConfig
    {
        public TwoJobs()
        {
            AddJob(Job.Default.WithId("Unbuilt").WithArguments([new MsBuildArgument("/p:LangVersion=none")]).AsBaseline());
            AddJob(Job.Default.WithId("Built"));
        }
    }
}

/// <summary>Inputs that BenchmarkDotNet gives the same name.</summary>
public class ArrayBenchmarks
{
    [ParamsSource(nameof(Inputs))]
    public int[] Input { get; set; } = [];

    public static IEnumerable<int[]> Inputs => [new int[1], new int[10]];

    [Benchmark(Baseline = true)]
    public int Once() => Spin.For(Input.Length);

    [Benchmark]
    public int Twice() => Spin.For(2 * Input.Length);
}

/// <summary>Its parameters may be unreadable.</summary>
public class BrokenBenchmarks
{
    public static IEnumerable<int> Lengths =>
        Environment.GetEnvironmentVariable("BROKEN") is null ? [1] : throw new InvalidOperationException("the database is not there");

    [ParamsSource(nameof(Lengths))]
    public int Length { get; set; }

    [Benchmark]
    public int Once() => Spin.For(Length);
}

public static class Outer
{
    public class InnerBenchmarks
    {
        [Benchmark]
        public int Once() => Spin.For(1);
    }
}

[GenericTypeArguments(typeof(int))]
[GenericTypeArguments(typeof(string))]
public class GenericBenchmarks<T>
{
    [Benchmark]
    public string Name() => typeof(T).Name + Spin.For(1);
}

/// <summary>A field, an asynchronous setup, and return values of several kinds.</summary>
public class AnswerBenchmarks
{
    private bool isSetUp;

    [Params(2)]
    public int Length;

    [GlobalSetup]
    public async ValueTask SetUp()
    {
        await Task.Delay(50);
        isSetUp = true;
    }

    [Benchmark, BenchmarkCategory("nothing")]
    public void Nothing() => Spin.For(Length);

    [Benchmark, BenchmarkCategory("awaited")]
    public async ValueTask<int> Awaited()
    {
        await Task.Yield();
        return isSetUp ? Length : throw new InvalidOperationException("not set up");
    }

    [Benchmark, BenchmarkCategory("awaited")]
    public int AtOnce() => Length;

    [Benchmark, BenchmarkCategory("number")]
    public double NotANumber() => double.NaN;

    [Benchmark, BenchmarkCategory("number")]
    public double NoNumberEither() => double.NaN;
}

/// <summary>Constants of another type that the compiler converts.</summary>
public class ConvertedBenchmarks
{
    [Params(1)]
    public uint Size;

    [Params(2)]
    public byte More { get; set; }

    [Benchmark]
    [Arguments(3)]
    public ulong Sum(ulong value) => value + Size + More;

    [Benchmark, BenchmarkCategory("by reference")]
    [Arguments(3)]
    public int Same(in int value) => value;
}

/// <summary>Return values that differ only in a field.</summary>
public class DifferingBenchmarks
{
    [Benchmark]
    public (int Length, string Text) One() => (Spin.For(1) & 1, "one");

    [Benchmark]
    public (int Length, string Text) Two() => (Spin.For(1) & 1, "two");
}

/// <summary>Each iteration has a setup, which takes longer than the benchmark.</summary>
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

/// <summary>A slow first call, and slow others.</summary>
[SimpleJob(RunStrategy.ColdStart, launchCount: 2, iterationCount: 5)]
public class ColdBenchmarks
{
    private int calls;

    [Benchmark(Baseline = true)]
    public int SlowAtFirst() => Spin.For(calls++ == 0 ? 1000 : 10);

    [Benchmark]
    public int SlowLater() => Spin.For(calls++ == 0 ? 100 : 200);
}

/// <summary>Return values without a text, and methods that reflection can't call.</summary>
public class UnreadableBenchmarks
{
    private List<int>? numbers;

    [GlobalSetup]
    public void SetUp() => numbers = [1, 2];

    [GlobalCleanup]
    public void CleanUp() => numbers = null;

    [Benchmark]
    public Stream Opened() => new MemoryStream([1]);

    [Benchmark, BenchmarkCategory("lazy")]
    public IEnumerable<int> Lazy()
    {
        foreach (var number in Enumerable.Range(0, numbers!.Count))
            yield return numbers![number];
    }

    [Benchmark, BenchmarkCategory("lazy")]
    public int[] AtOnce() => [.. numbers!];

    [Benchmark]
    [Arguments("abc")]
    public int OfSpan(ReadOnlySpan<char> text) => text.Length;
}

internal sealed class HiddenBenchmarks
{
    [Benchmark]
    public int Once() => Spin.For(1);
}

/// <summary>Has nothing to be interleaved with.</summary>
public class SingleBenchmarks
{
    [Benchmark]
    public int Alone() => Spin.For(1);
}

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
    /// <summary>Work that takes this many times as long as that for 1.</summary>
    public static int For(int times)
    {
        var hash = 17;
        for (var i = 0; i < times * 20_000; i++)
            hash = (hash * 31) + i;
        return hash | 1;
    }
}
