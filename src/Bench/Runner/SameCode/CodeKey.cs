using System.Text.RegularExpressions;

namespace Bench.Runner;

/// <summary>Identifies the same code in two builds. It contains no numbers from the compiler's counters.</summary>
/// <param name="Type">Assembly and full name of the type.</param>
/// <param name="Member">Name and signature of a member; null for the type itself.</param>
internal readonly partial record struct CodeKey(CodeKind Kind, string Type, string? Member = null)
{
    private const char AfterAssembly = '!';

    public static CodeKey OfAssembly(string assembly) => new(CodeKind.Assembly, assembly);

    // For code that looks at all types of an assembly.
    public static CodeKey OfShapes(string assembly) => new(CodeKind.Shapes, assembly);

    // For code that looks at all members of a type.
    public static CodeKey OfOrder(string type) => new(CodeKind.Order, type);

    public static CodeKey OfType(string type) => new(CodeKind.Type, type);

    public static string InAssembly(string assembly, string type) => $"{assembly}{AfterAssembly}{type}";

    public string Assembly => Type.Split(AfterAssembly)[0];

    public string TypeName => Type[(Type.IndexOf(AfterAssembly, StringComparison.Ordinal) + 1)..];

    // The source type of a compiler-generated class for lambdas and captured variables; null for other code. Reports name the methods
    // behind it instead.
    public string? HolderIn =>
        Nested.StartsWith("<>", StringComparison.Ordinal) && (Member is null || Member.Split('`')[0] is ".ctor" or ".cctor")
            ? TypeInSources
            : null;

    // For compiler-generated code, the type that it was generated in.
    public string TypeInSources => Type.Split("+<")[0];

    // For reports: without namespace, signature and assembly. Compiler-generated code has the name of its method.
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
