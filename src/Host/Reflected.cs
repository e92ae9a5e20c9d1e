using System.Reflection;

namespace Bench.Host;

/// <summary>Reads objects of an unknown version of BenchmarkDotNet.</summary>
internal static class Reflected
{
    public static T Get<T>(object from, string property) =>
        (T)(
            Find(from, property)
            ?? throw new NotSupportedException($"This version of BenchmarkDotNet has no {from.GetType().Name}.{property}.")
        );

    public static object? Find(object from, string property) => from.GetType().GetProperty(property)?.GetValue(from);

    public static Exception Cause(Exception thrown)
    {
        while (
            thrown is TargetInvocationException or AggregateException or TypeInitializationException && thrown.InnerException is { } inner
        )
            thrown = inner;
        return thrown;
    }

    // True only for an explicit value. The property alone may show a default.
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
