using BenchmarkDotNet.Attributes;

namespace Fixture;

public class FailingRows
{
    private static readonly string Line = new('x', 200);

    [GlobalSetup(Target = nameof(InSetup))]
    public async Task Setup()
    {
        await Task.Yield();
        throw new InvalidOperationException("not set up\nsecond line");
    }

    [GlobalCleanup(Target = nameof(InCleanup))]
    public void Cleanup() => throw new InvalidOperationException("not cleaned up");

    [Benchmark]
    public int InSetup() => 1;

    [Benchmark]
    public int InCleanup() => 1;

    [Benchmark]
    public int InBody() => throw new NotSupportedException("the body threw");

    [Benchmark]
    public async Task<int> InTask()
    {
        await Task.Yield();
        throw new NotSupportedException("the task threw");
    }

    [Benchmark]
    public void FailsFast() => Environment.FailFast("it is over");

    [Benchmark]
    public void Exits() => Environment.Exit(7);

    [Benchmark]
    public void OnAThread()
    {
        var thread = new Thread(() => throw new InvalidOperationException("nobody catches this"));
        thread.Start();
        thread.Join();
    }

    [Benchmark]
    public void Hangs() => Thread.Sleep(Timeout.Infinite);

    [Benchmark]
    public void Prints()
    {
        for (var i = 0; i < 100; i++)
            Console.WriteLine(Line);
        Console.Error.Write(Line);
        Console.Write(Line);
    }

    [Benchmark]
    public int Fine() => 1;
}

public class UnconstructibleRows
{
    public UnconstructibleRows() => throw new InvalidOperationException("no instance");

    [Benchmark]
    public int Never() => 1;
}
