using BenchmarkDotNet.Attributes;

namespace Fixture;

public class ShapeRows
{
    [Benchmark]
    public void Void() => Log.Write("Void");

    [Benchmark]
    public async Task Task()
    {
        await System.Threading.Tasks.Task.Yield();
        Log.Write("Task");
    }

    [Benchmark]
    public async Task<int> TaskOf()
    {
        await System.Threading.Tasks.Task.Yield();
        Log.Write("TaskOf");
        return 1;
    }

    [Benchmark]
    public async ValueTask ValueTask()
    {
        await System.Threading.Tasks.Task.Yield();
        Log.Write("ValueTask");
    }

    [Benchmark]
    public async ValueTask<(int, string)> ValueTaskOf()
    {
        await System.Threading.Tasks.Task.Yield();
        Log.Write("ValueTaskOf");
        return (1, "");
    }

    [Benchmark]
    public (long, long, long, string) Struct()
    {
        Log.Write("Struct");
        return (1, 2, 3, "");
    }

    [Benchmark(OperationsPerInvoke = 10)]
    public int Ten()
    {
        Log.Write("Ten");
        return 10;
    }
}

public class LifecycleRows
{
    [GlobalSetup]
    public void Setup() => Log.Write("setup");

    [GlobalCleanup]
    public void Cleanup() => Log.Write("cleanup");

    [GlobalSetup(Target = nameof(ByTask))]
    public async Task SetupTask()
    {
        await Task.Delay(20);
        Log.Write("setup by task");
    }

    [GlobalCleanup(Target = nameof(ByTask))]
    public async Task<int> CleanupTask()
    {
        await Task.Delay(20);
        Log.Write("cleanup by task");
        return 1;
    }

    [GlobalSetup(Target = nameof(ByValueTask))]
    public async ValueTask SetupValueTask()
    {
        await Task.Delay(20);
        Log.Write("setup by value task");
    }

    [GlobalCleanup(Target = nameof(ByValueTask))]
    public async ValueTask<int> CleanupValueTask()
    {
        await Task.Delay(20);
        Log.Write("cleanup by value task");
        return 1;
    }

    [IterationSetup(Target = nameof(Iterated))]
    public void IterationSetup() => Log.Write("iteration setup");

    [IterationCleanup(Target = nameof(Iterated))]
    public void IterationCleanup() => Log.Write("iteration cleanup");

    [Benchmark]
    public void Plain() => Log.Write("call");

    [Benchmark]
    public void ByTask() => Log.Write("call");

    [Benchmark]
    public void ByValueTask() => Log.Write("call");

    [Benchmark]
    public void Iterated() => Log.Write("call");
}

public class ProcessRows
{
    [GlobalSetup]
    public void Setup() => Log.Write($"process {Environment.ProcessId}");

    [Benchmark]
    public int One() => 1;

    [Benchmark]
    public int Two() => 2;
}
