using System.Text.RegularExpressions;

namespace Bench.Runner;

/// <summary>What is the same thing in two builds. Numbers that a compiler counted are not part of it.</summary>
/// <param name="Type">The full name of the type, after that of its assembly.</param>
/// <param name="Member">Name and signature of a member; null for the type itself.</param>
internal readonly partial record struct CodeKey(CodeKind Kind, string Type, string? Member = null)
{
    private const char AfterAssembly = '!';

    public static CodeKey OfAssembly(string assembly) => new(CodeKind.Assembly, assembly);

    /// <summary>The shapes of all types of an assembly, which matter where something looks at all of them.</summary>
    public static CodeKey OfShapes(string assembly) => new(CodeKind.Shapes, assembly);

    /// <summary>The order of a type's members, which matters where something looks at all of them.</summary>
    public static CodeKey OfOrder(string type) => new(CodeKind.Order, type);

    public static CodeKey OfType(string type) => new(CodeKind.Type, type);

    public static string InAssembly(string assembly, string type) => $"{assembly}{AfterAssembly}{type}";

    public string Assembly => Type.Split(AfterAssembly)[0];

    public string TypeName => Type[(Type.IndexOf(AfterAssembly, StringComparison.Ordinal) + 1)..];

    /// <summary>
    /// The type of the sources in which a compiler made this to hold lambdas and variables: it says no more than the methods that it was
    /// made for. Null for all else.
    /// </summary>
    public string? HolderIn =>
        Nested.StartsWith("<>", StringComparison.Ordinal) && (Member is null || Member.Split('`')[0] is ".ctor" or ".cctor")
            ? TypeInSources
            : null;

    /// <summary>Of what a compiler made in a type, that type.</summary>
    public string TypeInSources => Type.Split("+<")[0];

    /// <summary>As a report names it: without namespace, signature and assembly; what a compiler made of a method is that method.</summary>
    public override string ToString() =>
        Kind switch
        {
            CodeKind.Assembly => $"the assembly {Type}",
            CodeKind.Shapes => $"the types of {Type}",
            CodeKind.Order => $"the order of the members of {ShortType}",
            CodeKind.Type when MadeOf(Nested) is { } method => $"{ShortType}.{method}",
            CodeKind.Type => $"the type {ShortType}",
            _ => $"{ShortType}.{MadeOf(Member!) ?? MadeOf(Nested) ?? Member!.Split('`')[0]}",
        };

    private string ShortType
    {
        get
        {
            var type = Arity().Replace(TypeName.Split("+<")[0], "");
            return type[(type.LastIndexOf('.') + 1)..].Replace('+', '.');
        }
    }

    private string Nested => TypeName.Split("+<", 2) is [_, var nested] ? $"<{nested}" : "";

    [GeneratedRegex(@"`\d+")]
    private static partial Regex Arity();

    private static string? MadeOf(string name) =>
        name.Length > 1 && name[0] == '<' && name[1] != '>' ? name.TrimStart('<').Split('>')[0] : null;
}
