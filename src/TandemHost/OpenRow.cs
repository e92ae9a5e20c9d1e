using System.Diagnostics;
using System.Linq.Expressions;
using System.Reflection;

namespace Bench.TandemHost;

/// <summary>A row that has been set up and can be run.</summary>
internal sealed class OpenRow
{
    private readonly HostedRow row;
    private readonly object instance;
    private readonly IRunner runner;

    private OpenRow(HostedRow row, object instance)
    {
        this.row = row;
        this.instance = instance;
        runner = Runners.Create(row, instance);
    }

    public static OpenRow Open(HostedRow row)
    {
        if (row.WhyNotSliced is { } reason)
            throw new NotSupportedException(reason);

        var instance = Activator.CreateInstance(row.DeclaringType)!;
        foreach (var value in row.Values.Where(value => !value.IsArgument))
            Set(instance, value);
        Call(row.GlobalSetup, instance);
        return new OpenRow(row, instance);
    }

    /// <summary>The time of so many invocations in ns, and what the process allocated meanwhile.</summary>
    public (double Nanoseconds, long Bytes) Run(long invocations)
    {
        var before = GC.GetTotalAllocatedBytes(precise: false);
        var ticks = runner.Run(invocations);
        return (ticks * (1e9 / Stopwatch.Frequency), GC.GetTotalAllocatedBytes(precise: false) - before);
    }

    public void Close() => Call(row.GlobalCleanup, instance);

    private static void Set(object instance, HostedRow.Value value)
    {
        const BindingFlags any = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.FlattenHierarchy;
        if (instance.GetType().GetProperty(value.Name, any) is { } property)
            property.SetValue(instance, value.Content);
        else
            instance.GetType().GetField(value.Name, any)!.SetValue(instance, value.Content);
    }

    // Set-up may be asynchronous, and is awaited whatever it returns.
    private static void Call(MethodInfo? method, object instance)
    {
        switch (method?.Invoke(method.IsStatic ? null : instance, null))
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

/// <summary>Calls a benchmark many times and keeps what it returns, so that no call can be optimised away.</summary>
internal interface IRunner
{
    /// <summary>The ticks of <see cref="Stopwatch"/> that so many invocations took.</summary>
    long Run(long invocations);
}

internal static class Runners
{
    public static IRunner Create(HostedRow row, object instance)
    {
        var method = row.WorkloadMethod;
        var result = method.ReturnType;
        var arguments = row.Values.Where(value => value.IsArgument)
            .Zip(method.GetParameters(), (value, parameter) => (Expression)Expression.Constant(value.Content, parameter.ParameterType)).ToArray();
        Delegate call = arguments.Length == 0
            ? method.CreateDelegate(Shape(result), method.IsStatic ? null : instance)
            : Expression.Lambda(Shape(result), Expression.Call(method.IsStatic ? null : Expression.Constant(instance), method, arguments)).Compile();

        if (result == typeof(void))
            return new VoidRunner((Action)call);
        if (typeof(Task).IsAssignableFrom(result))
            return new TaskRunner((Func<Task>)call);
        if (result == typeof(ValueTask))
            return new ValueTaskRunner((Func<ValueTask>)call);
        var (runner, of) = result is { IsGenericType: true } && result.GetGenericTypeDefinition() == typeof(ValueTask<>)
            ? (typeof(ValueTaskRunner<>), result.GetGenericArguments()[0])
            : (typeof(ValueRunner<>), result);
        return (IRunner)Activator.CreateInstance(runner.MakeGenericType(of), call)!;
    }

    private static Type Shape(Type result) => result == typeof(void) ? typeof(Action) : typeof(Func<>).MakeGenericType(result);
}

internal sealed class VoidRunner(Action call) : IRunner
{
    public long Run(long invocations)
    {
        var start = Stopwatch.GetTimestamp();
        for (; invocations > 0; invocations--)
            call();
        return Stopwatch.GetTimestamp() - start;
    }
}

internal sealed class ValueRunner<T>(Func<T> call) : IRunner
{
    private T? kept;

    public long Run(long invocations)
    {
        var start = Stopwatch.GetTimestamp();
        for (; invocations > 0; invocations--)
            kept = call();
        var ticks = Stopwatch.GetTimestamp() - start;
        GC.KeepAlive(kept);
        return ticks;
    }
}

/// <summary>Awaits on the thread pool, one after the other: blocking on each would cost two hops between threads.</summary>
internal sealed class TaskRunner(Func<Task> call) : IRunner
{
    public long Run(long invocations) => Task.Run(async () =>
    {
        var start = Stopwatch.GetTimestamp();
        for (; invocations > 0; invocations--)
            await call().ConfigureAwait(false);
        return Stopwatch.GetTimestamp() - start;
    }).GetAwaiter().GetResult();
}

internal sealed class ValueTaskRunner(Func<ValueTask> call) : IRunner
{
    public long Run(long invocations) => Task.Run(async () =>
    {
        var start = Stopwatch.GetTimestamp();
        for (; invocations > 0; invocations--)
            await call().ConfigureAwait(false);
        return Stopwatch.GetTimestamp() - start;
    }).GetAwaiter().GetResult();
}

internal sealed class ValueTaskRunner<T>(Func<ValueTask<T>> call) : IRunner
{
    private T? kept;

    public long Run(long invocations) => Task.Run(async () =>
    {
        var start = Stopwatch.GetTimestamp();
        for (; invocations > 0; invocations--)
            kept = await call().ConfigureAwait(false);
        var ticks = Stopwatch.GetTimestamp() - start;
        GC.KeepAlive(kept);
        return ticks;
    }).GetAwaiter().GetResult();
}
