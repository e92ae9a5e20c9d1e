namespace Bench.Runner;

// The common part of a type's name in metadata and in the runtime's events. Events append type arguments, and compiler-generated names
// contain brackets and numbers. The token of the method makes up for the missing part.
internal static class RuntimeTypeName
{
    public static string Common(string type) => type.Split('[', '<')[0];
}
