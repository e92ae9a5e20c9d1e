namespace Bench.Runner;

/// <summary>A method, a field, a type or an assembly of a build, and what it makes reachable.</summary>
/// <param name="Content">A hash of all that can matter when it is used: equal for the same code in another build.</param>
/// <param name="References">The keys of what may run, or matter, once this does.</param>
internal sealed record CodeNode(CodeKey Key, string Content, IReadOnlyList<CodeKey> References)
{
    /// <summary>Where a member that the type does not have itself is looked for; null for other than types.</summary>
    public string? BaseType { get; init; }

    /// <summary>The calls that get beyond what is named here, one of each reach.</summary>
    public IReadOnlyCollection<ReflectionCall> Reflection { get; init; } = [];

    /// <summary>The call that gets so far; null for none.</summary>
    public ReflectionCall? CallReaching(Reach reach) => Reflection.FirstOrDefault(call => call.Reach == reach);

    /// <summary>Of a type: whether other assemblies see it.</summary>
    public bool IsVisible { get; init; }

    /// <summary>Of a type: whether it is but a word of where it lies. Who looks at all types of the assembly does not see it.</summary>
    public bool IsForwarder { get; init; }

    /// <summary>Of a type: the assemblies that it can't be loaded without.</summary>
    public IReadOnlyCollection<string> Needs { get; init; } = [];

    /// <summary>Its number in the metadata of its assembly, which events name it by; 0 for none.</summary>
    public int Token { get; init; }
}
