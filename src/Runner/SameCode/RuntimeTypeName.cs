namespace Bench.Runner;

/// <summary>
/// What the names of a type in metadata and in the runtime's events have in common. Events write the arguments of a generic type after its
/// name, and the compiler's names hold brackets and numbers: what is left out, the number of a method makes up for.
/// </summary>
internal static class RuntimeTypeName
{
    public static string Common(string type) => type.Split('[', '<')[0];
}
