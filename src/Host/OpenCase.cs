using System.Diagnostics;
using System.Reflection;
using System.Runtime;

namespace Bench.Host;

/// <summary>A row that has been set up and can be run.</summary>
internal sealed class OpenCase
{
    private static readonly double NanosecondsPerTick = 1e9 / Stopwatch.Frequency;

    private readonly HostedCase row;
    private readonly object? instance;
    private readonly IRunner runner;

    private OpenCase(HostedCase row, object? instance, Injection? injection)
    {
        this.row = row;
        this.instance = instance;
        runner = Runners.Create(row, instance, injection);
    }

    public static OpenCase Open(HostedCase row, Injection? injection)
    {
        if (row.UnsupportedReason is { } reason)
            throw new NotSupportedException(reason);

        if (row.Job.Affinity is { } cores && (OperatingSystem.IsLinux() || OperatingSystem.IsWindows()))
        {
            using var own = Process.GetCurrentProcess();
            own.ProcessorAffinity = cores;
        }

        var instance = Activator.CreateInstance(row.DeclaringType)!;
        foreach (var value in row.Values.Where(value => !value.IsArgument))
            Set(instance, value);
        Call(row.GlobalSetup, instance);
        var open = new OpenCase(row, instance, injection);
        // What the rows before left behind is not collected in this row's time.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        return open;
    }

    /// <summary>Runs so many invocations, between set-up and clean-up of the iteration where the row has them.</summary>
    public Slice Run(long invocations)
    {
        Call(row.IterationSetup, instance);
        var paused = GC.GetTotalPauseDuration();
        var ticks = runner.Run(invocations);
        paused = GC.GetTotalPauseDuration() - paused;
        Call(row.IterationCleanup, instance);
        return new Slice(
            invocations, ticks * NanosecondsPerTick, paused.TotalNanoseconds, JitInfo.GetCompiledMethodCount(currentThread: false), JitInfo.GetCompilationTime(currentThread: false));
    }

    /// <summary>The time of an empty method called in the same way, in ns of all invocations; null where the shape of the method has none.</summary>
    public double? RunEmpty(long invocations) => runner.RunEmpty(invocations) * NanosecondsPerTick;

    /// <summary>
    /// What the process allocates while it runs so many invocations, in bytes. The counter is the process's, so that work which the
    /// benchmark hands to other threads counts; so does what the runtime itself allocates meanwhile.
    /// </summary>
    public long Allocate(long invocations)
    {
        Call(row.IterationSetup, instance);
        var before = GC.GetTotalAllocatedBytes(precise: true);
        runner.Run(invocations);
        var bytes = GC.GetTotalAllocatedBytes(precise: true) - before;
        Call(row.IterationCleanup, instance);
        return bytes;
    }

    public void Close() => Call(row.GlobalCleanup, instance);

    private static void Set(object instance, HostedCase.Value value)
    {
        const BindingFlags any = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.FlattenHierarchy;
        if (instance.GetType().GetProperty(value.Name, any) is { } property)
            property.SetValue(instance, value.Content);
        else
            instance.GetType().GetField(value.Name, any)!.SetValue(instance, value.Content);
    }

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
