using System.Diagnostics;
using System.Reflection;
using System.Runtime;

namespace Bench.Host;

internal sealed class OpenCase
{
    private static readonly double NanosecondsPerTick = 1e9 / Stopwatch.Frequency;
    private static readonly CancellationTokenSource NeverCancelled = new();

    private readonly HostedCase benchmark;
    private readonly object? instance;
    private readonly IRunner runner;
    private readonly IRunner? empty;

    private OpenCase(HostedCase benchmark, object? instance, Injection? injection)
    {
        this.benchmark = benchmark;
        this.instance = instance;
        runner = Runners.Create(benchmark, instance, injection);
        empty = runner.IsOnCallingThread ? Runners.CreateEmpty(benchmark.WorkloadMethod.ReturnType) : null;
    }

    // cores has one bit per core; 0 for all.
    public static OpenCase Open(HostedCase benchmark, nint cores, Injection? injection)
    {
        if (benchmark.UncallableReason is { } reason)
            throw new NotSupportedException(reason);

        if (cores != 0 && (OperatingSystem.IsLinux() || OperatingSystem.IsWindows()))
        {
            using var own = Process.GetCurrentProcess();
            own.ProcessorAffinity = cores;
        }

        var instance = Activator.CreateInstance(benchmark.DeclaringType)!;
        foreach (var value in benchmark.Values.Where(value => !value.IsArgument))
            ConstantValue.Set(instance, value.Name, value.Content);
        foreach (var member in benchmark.DeclaringType.GetMembers().Where(IsCancellation))
            ConstantValue.Set(instance, member.Name, NeverCancelled.Token);
        Call(benchmark.GlobalSetup, instance);
        var open = new OpenCase(benchmark, instance, injection);
        // Collects the garbage of earlier benchmarks now, outside this benchmark's time.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        return open;
    }

    public Slice Run(long invocations)
    {
        Call(benchmark.IterationSetup, instance);
        // If the benchmark runs on another thread, that thread's processor time counts.
        var timer = runner.IsOnCallingThread ? null : new ThreadTimer();
        var span = runner.IsOnCallingThread ? CoreSpan.Start() : null;
        var paused = GC.GetTotalPauseDuration();
        var nanoseconds = Count(runner, invocations, timer ?? Counters.Time) * NanosecondsPerTick;
        paused = GC.GetTotalPauseDuration() - paused;
        var cores = span?.End() ?? timer?.Used;
        Call(benchmark.IterationCleanup, instance);
        return new Slice(
            invocations,
            nanoseconds,
            paused.TotalNanoseconds,
            JitInfo.GetCompiledMethodCount(currentThread: false),
            JitInfo.GetCompilationTime(currentThread: false),
            cores
        );
    }

    // In ns, for all invocations; null if an empty method of this shape would itself do work.
    public double? RunEmpty(long invocations)
    {
        if (empty is null)
            return null;
        var span = CoreSpan.Start();
        var ticks = Count(empty, invocations, Counters.Time);
        // An empty method never waits. If the wall time exceeds the processor time, the rest belongs to other programs.
        return Math.Min(ticks * NanosecondsPerTick, span?.End().Nanoseconds ?? double.PositiveInfinity);
    }

    public long Allocate(long invocations)
    {
        Call(benchmark.IterationSetup, instance);
        var bytes = Count(runner, invocations, Counters.Bytes);
        Call(benchmark.IterationCleanup, instance);
        return bytes;
    }

    public void Close() => Call(benchmark.GlobalCleanup, instance);

    // Waits for the whole run and not for each call, which would cost two switches between threads.
    private static long Count(IRunner runner, long invocations, Counter counter)
    {
        var run = runner.Run(invocations, counter);
        return run.IsCompletedSuccessfully ? run.Result : run.AsTask().GetAwaiter().GetResult();
    }

    // Since 0.16 BenchmarkDotNet sets such a member to a token that it can cancel.
    private static bool IsCancellation(MemberInfo member) =>
        member.CustomAttributes.Any(attribute =>
            attribute.AttributeType.FullName == "BenchmarkDotNet.Attributes.BenchmarkCancellationAttribute"
        );

    private static void Call(MethodInfo? method, object? instance)
    {
        if (method is null)
            return;

        switch (method.Invoke(method.IsStatic ? null : instance, null))
        {
            case Task task:
                task.GetAwaiter().GetResult();
                break;
            case ValueTask task:
                task.AsTask().GetAwaiter().GetResult();
                break;
            case { } other when other.GetType() is { IsGenericType: true } type && type.GetGenericTypeDefinition() == typeof(ValueTask<>):
                ((Task)type.GetMethod("AsTask")!.Invoke(other, null)!).GetAwaiter().GetResult();
                break;
        }
    }
}
