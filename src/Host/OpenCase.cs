using System.Diagnostics;
using System.Reflection;
using System.Runtime;

namespace Bench.Host;

/// <summary>A benchmark that has been set up and can be run.</summary>
internal sealed class OpenCase
{
    private static readonly double NanosecondsPerTick = 1e9 / Stopwatch.Frequency;
    private static readonly CancellationTokenSource NeverCancelled = new();

    private readonly HostedCase benchmark;
    private readonly object? instance;
    private readonly IRunner runner;

    private OpenCase(HostedCase benchmark, object? instance, Injection? injection)
    {
        this.benchmark = benchmark;
        this.instance = instance;
        runner = Runners.Create(benchmark, instance, injection);
    }

    /// <param name="cores">The cores to run on, a bit each; 0 for all.</param>
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
        // What the benchmarks before left behind is not collected in this benchmark's time.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        return open;
    }

    /// <summary>Runs so many invocations, between set-up and clean-up of the iteration where the benchmark has them.</summary>
    public Slice Run(long invocations)
    {
        Call(benchmark.IterationSetup, instance);
        // The work of other threads is not the time that passes.
        var span = runner.IsOnCallingThread ? CoreSpan.Start() : null;
        var paused = GC.GetTotalPauseDuration();
        var ticks = runner.Run(invocations);
        paused = GC.GetTotalPauseDuration() - paused;
        var cores = span?.End();
        Call(benchmark.IterationCleanup, instance);
        return new Slice(
            invocations,
            ticks * NanosecondsPerTick,
            paused.TotalNanoseconds,
            JitInfo.GetCompiledMethodCount(currentThread: false),
            JitInfo.GetCompilationTime(currentThread: false),
            cores
        );
    }

    /// <summary>
    /// The time of an empty method called in the same way, in ns of all invocations; null where the shape of the method has none.
    /// </summary>
    public double? RunEmpty(long invocations)
    {
        var span = CoreSpan.Start();
        if (runner.RunEmpty(invocations) is not { } ticks)
            return null;
        // It does not wait for anything: what the wall shows besides is another program's.
        return Math.Min(ticks * NanosecondsPerTick, span?.End().Nanoseconds ?? double.PositiveInfinity);
    }

    /// <summary>
    /// What the process allocates while it runs so many invocations, in bytes. The counter is the process's, so that work which the
    /// benchmark hands to other threads counts; so does what the runtime itself allocates meanwhile.
    /// </summary>
    public long Allocate(long invocations)
    {
        Call(benchmark.IterationSetup, instance);
        var before = GC.GetTotalAllocatedBytes(precise: true);
        runner.Run(invocations);
        var bytes = GC.GetTotalAllocatedBytes(precise: true) - before;
        Call(benchmark.IterationCleanup, instance);
        return bytes;
    }

    public void Close() => Call(benchmark.GlobalCleanup, instance);

    // Since 0.16 BenchmarkDotNet sets it to a token that it could cancel.
    private static bool IsCancellation(MemberInfo member) =>
        member.CustomAttributes.Any(attribute =>
            attribute.AttributeType.FullName == "BenchmarkDotNet.Attributes.BenchmarkCancellationAttribute"
        );

    // Set-up may be asynchronous, and is awaited whatever it returns.
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
