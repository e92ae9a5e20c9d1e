using System.Reflection;

namespace Bench.Host;

/// <summary>Reads objects of a BenchmarkDotNet of unknown version.</summary>
internal static class Reflected
{
    public static T Get<T>(object from, string property) =>
        (T)(
            Find(from, property)
            ?? throw new NotSupportedException($"This version of BenchmarkDotNet has no {from.GetType().Name}.{property}.")
        );

    public static object? Find(object from, string property) => from.GetType().GetProperty(property)?.GetValue(from);

    /// <summary>What was thrown, without what reflection and tasks wrap around it.</summary>
    public static Exception Cause(Exception thrown)
    {
        while (
            thrown is TargetInvocationException or AggregateException or TypeInitializationException
            && thrown.InnerException is { } inner
        )
            thrown = inner;
        return thrown;
    }

    /// <summary>Whether a job's mode was given a value for a characteristic, and does not merely show a default.</summary>
    public static bool HasValue(object mode, string characteristic)
    {
        var field = mode.GetType()
            .GetField(characteristic, BindingFlags.Public | BindingFlags.Static | BindingFlags.FlattenHierarchy)
            ?.GetValue(null);
        return field is not null
            && mode.GetType()
                .GetMethods()
                .FirstOrDefault(method =>
                    method.Name == "HasValue"
                    && method.GetParameters().Length == 1
                    && method.GetParameters()[0].ParameterType.IsInstanceOfType(field)
                )
                ?.Invoke(mode, [field])
                is true;
    }
}
