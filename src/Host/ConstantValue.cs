using System.Linq.Expressions;
using System.Reflection;

namespace Bench.Host;

// Converts a constant of an attribute to the type of a parameter or property, as the compiler would. That includes numbers and conversion
// operators. BenchmarkDotNet writes the constant into generated code, but reflection does not convert it.
internal static class ConstantValue
{
    public static object? As(Type type, object? value)
    {
        var own = type.IsByRef ? type.GetElementType()! : type;
        return value is null || own.IsInstanceOfType(value)
            ? value
            : Expression
                .Lambda<Func<object>>(Expression.Convert(Expression.Convert(Expression.Constant(value), own), typeof(object)))
                .Compile()();
    }

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
