using System.Linq.Expressions;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Bench.Host;

internal static class Runners
{
    public static IRunner Create(HostedCase benchmark, object? instance, Injection? injection)
    {
        var call = Bind(benchmark, instance);
        var result = benchmark.WorkloadMethod.ReturnType;
        if (benchmark.StreamItem is { } item)
            return (IRunner)Activator.CreateInstance(typeof(StreamRunner<>).MakeGenericType(item), call, injection)!;
        if (injection is not null)
            call = injection.Into(call, result);
        if (result == typeof(void))
            return new VoidRunner((Action)call);
        if (typeof(Task).IsAssignableFrom(result))
            return new TaskRunner((Func<Task>)call);
        if (result == typeof(ValueTask))
            return new ValueTaskRunner((Func<ValueTask>)call);
        var (runner, of) =
            result is { IsGenericType: true } && result.GetGenericTypeDefinition() == typeof(ValueTask<>)
                ? (typeof(ValueTaskRunner<>), result.GetGenericArguments()[0])
                : (typeof(ValueRunner<>), result);
        return (IRunner)Activator.CreateInstance(runner.MakeGenericType(of), call)!;
    }

    // An operation without work, of a method that runs on the calling thread.
    public static IRunner CreateEmpty(Type result) =>
        result == typeof(void)
            ? new VoidRunner(Nothing)
            : (IRunner)
                typeof(Runners)
                    .GetMethod(nameof(CreateEmptyOf), BindingFlags.NonPublic | BindingFlags.Static)!
                    .MakeGenericMethod(result)
                    .Invoke(null, null)!;

    private static ValueRunner<T> CreateEmptyOf<T>() => new(new NoResult<T>().Return);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Nothing() { }

    // The arguments come from boxes and the method is called through a delegate. With constants that the compiler knows, it could do the
    // benchmark's work once and for all.
    private static Delegate Bind(HostedCase benchmark, object? instance)
    {
        var method = benchmark.WorkloadMethod;
        var arguments = benchmark.Values.Where(value => value.IsArgument).ToArray();
        if (arguments.Length == 0)
            return method.CreateDelegate(Shape([], method.ReturnType), method.IsStatic ? null : instance);

        Type[] types = [.. method.GetParameters().Select(parameter => parameter.ParameterType)];
        var target = method.CreateDelegate(Shape(types, method.ReturnType), method.IsStatic ? null : instance);
        var boxes = arguments.Zip(types, (argument, type) => Expression.Field(Expression.Constant(Box(type, argument.Content)), "Value"));
        return Expression.Lambda(Shape([], method.ReturnType), Expression.Invoke(Expression.Constant(target), boxes)).Compile();
    }

    private static object Box(Type type, object? value) =>
        Activator.CreateInstance(typeof(StrongBox<>).MakeGenericType(type), ConstantValue.As(type, value))!;

    private static Type Shape(Type[] parameters, Type result) =>
        result == typeof(void) ? Expression.GetActionType(parameters) : Expression.GetFuncType([.. parameters, result]);

    private sealed class NoResult<T>
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public T Return() => default!;
    }
}
