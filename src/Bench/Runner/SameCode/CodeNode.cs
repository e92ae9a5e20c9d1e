namespace Bench.Runner;

/// <summary>A method, field, type or assembly of a build, and what it makes reachable.</summary>
/// <param name="Content">A hash of everything that can matter when it is used; equal for the same code in another build.</param>
/// <param name="References">Keys of the code that may run or matter if this does.</param>
internal sealed record CodeNode(CodeKey Key, string Content, IReadOnlyList<CodeKey> References)
{
    // Where to look for inherited members; null for other nodes than types.
    public string? BaseType { get; init; }

    // Calls that reach code without naming it, at most one per reach.
    public IReadOnlyCollection<ReflectionCall> Reflection { get; init; } = [];

    public ReflectionCall? CallReaching(ReflectionScope reach) => Reflection.FirstOrDefault(call => call.ReflectionScope == reach);

    // For types: visible to other assemblies.
    public bool IsVisible { get; init; }

    // For types: forwarded to another assembly. Code that looks at all types of this assembly does not see it.
    public bool IsForwarder { get; init; }

    // For types: assemblies without which the type cannot be loaded.
    public IReadOnlyCollection<string> Needs { get; init; } = [];

    // The metadata token, which the runtime's events contain; 0 for none.
    public int Token { get; init; }
}
