namespace Bench.Reports;

internal static class Topic
{
    // The namespace, or the type without one. A generic type has its arguments.
    public static string NameOf(string type)
    {
        var generic = type.IndexOfAny(['<', '`']);
        var dot = (generic < 0 ? type : type[..generic]).LastIndexOf('.');
        return dot > 0 ? type[..dot]
            : type.Length > 0 ? type
            : "(no type)";
    }

    public static string WithoutType(string name, string type) =>
        type.Length > 0 && name.StartsWith(type + ".", StringComparison.Ordinal) ? name[(type.Length + 1)..] : name;
}
