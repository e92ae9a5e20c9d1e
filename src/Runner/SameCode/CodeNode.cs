namespace Bench.Runner;

/// <summary>A method, a field, a type or an assembly of a build, and what it makes reachable.</summary>
/// <param name="Content">A hash of all that can matter when it is used: equal for the same code in another build.</param>
/// <param name="References">The keys of what may run, or matter, once this does.</param>
internal sealed record CodeNode(CodeKey Key, string Content, IReadOnlyList<CodeKey> References)
{
    /// <summary>Where a member that the type does not have itself is looked for; null for other than types.</summary>
    public string? BaseType { get; init; }

    /// <summary>The call that gets furthest beyond what is named here; null for none.</summary>
    public ReflectionCall? Reflection { get; init; }

    /// <summary>Of a type: whether other assemblies see it.</summary>
    public bool IsVisible { get; init; }

    /// <summary>Its number in the metadata of its assembly, which events name it by; 0 for none.</summary>
    public int Token { get; init; }
}
