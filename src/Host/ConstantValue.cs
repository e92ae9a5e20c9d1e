using System.Linq.Expressions;
using System.Reflection;

namespace Bench.Host;

/// <summary>
/// A constant of an attribute as the compiler makes it the value of a parameter or a property of another type: numbers, and operators of
/// the types. BenchmarkDotNet writes the constant into code; reflection takes it as it is.
/// </summary>
internal static class ConstantValue
{
    /// <exception cref="InvalidOperationException">There is no such conversion.</exception>
    public static object? As(Type type, object? value)
    {
        var own = type.IsByRef ? type.GetElementType()! : type;
        return value is null || own.IsInstanceOfType(value)
            ? value
            : Expression
                .Lambda<Func<object>>(Expression.Convert(Expression.Convert(Expression.Constant(value), own), typeof(object)))
                .Compile()();
    }

    /// <summary>Gives a property or field its value.</summary>
    public static void Set(object instance, string name, object? value)
    {
        const BindingFlags any =
            BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.FlattenHierarchy;
        if (instance.GetType().GetProperty(name, any) is { } property)
        {
            property.SetValue(instance, As(property.PropertyType, value));
            return;
        }

        var field = instance.GetType().GetField(name, any)!;
        field.SetValue(instance, As(field.FieldType, value));
    }
}
