using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Bench.Runner;

/// <summary>Names for the tokens of an assembly, which can be compared between builds.</summary>
internal sealed class MetadataNames(MetadataReader reader, string sourceRoot)
{
    private readonly GeneratedNames generated = new(reader);
    private readonly Dictionary<EntityHandle, (string Name, CodeKey[] Mentioned)> named = [];

    public string Assembly { get; } = reader.GetString(reader.GetAssemblyDefinition().Name);

    public string TypeOf(TypeDefinitionHandle type) => CodeKey.InAssembly(Assembly, generated.TypeName(type));

    public CodeKey KeyOf(MethodDefinitionHandle handle)
    {
        var method = reader.GetMethodDefinition(handle);
        return Member(CodeKind.Method, method.GetDeclaringType(), method.Name, SignatureNames.Render(SignatureOf(method, Ignore)));
    }

    public CodeKey KeyOf(FieldDefinitionHandle handle)
    {
        var field = reader.GetFieldDefinition(handle);
        return Member(CodeKind.Field, field.GetDeclaringType(), field.Name, "");
    }

    public MethodSignature<string> SignatureOf(MethodDefinition method, Action<CodeKey> mention) =>
        method.DecodeSignature(Provider(mention), null);

    public string SignatureOf(FieldDefinition field, Action<CodeKey> mention) => field.DecodeSignature(Provider(mention), null);

    public MethodSignature<string> SignatureOf(PropertyDefinition property, Action<CodeKey> mention) =>
        property.DecodeSignature(Provider(mention), null);

    // Also reports the keys that the name mentions.
    public string NameOf(EntityHandle handle, Action<CodeKey> mention)
    {
        if (!named.TryGetValue(handle, out var known))
        {
            var mentioned = new List<CodeKey>();
            known = (Render(handle, mentioned.Add), [.. mentioned]);
            named.Add(handle, known);
        }

        foreach (var key in known.Mentioned)
            mention(key);
        return known.Name;
    }

    private string Render(EntityHandle handle, Action<CodeKey> mention)
    {
        switch (handle.Kind)
        {
            case HandleKind.TypeDefinition:
                return Provider(mention).GetTypeFromDefinition(reader, (TypeDefinitionHandle)handle, 0);
            case HandleKind.TypeReference:
                return Provider(mention).GetTypeFromReference(reader, (TypeReferenceHandle)handle, 0);
            case HandleKind.TypeSpecification:
                return Provider(mention).GetTypeFromSpecification(reader, null, (TypeSpecificationHandle)handle, 0);
            case HandleKind.MethodDefinition:
                return Mentioned(KeyOf((MethodDefinitionHandle)handle), mention);
            case HandleKind.FieldDefinition:
                return Mentioned(KeyOf((FieldDefinitionHandle)handle), mention);
            case HandleKind.MemberReference:
                return NameOf(reader.GetMemberReference((MemberReferenceHandle)handle), mention);
            case HandleKind.MethodSpecification:
                var specification = reader.GetMethodSpecification((MethodSpecificationHandle)handle);
                var arguments = specification.DecodeSignature(Provider(mention), null);
                return $"{NameOf(specification.Method, mention)}<{string.Join(',', arguments)}>";
            case HandleKind.StandaloneSignature:
                return NameOf(reader.GetStandaloneSignature((StandaloneSignatureHandle)handle), mention);
            default:
                throw new BadImageFormatException($"A token of {Assembly} names a {handle.Kind}.");
        }
    }

    // For the operand of an instruction. A string token gives the string itself.
    public string NameOf(int token, Action<CodeKey> mention)
    {
        var handle = MetadataTokens.Handle(token);
        return handle.Kind == HandleKind.UserString
            ? $"\"{WithoutRoot(reader.GetUserString((UserStringHandle)handle))}\""
            : NameOf((EntityHandle)handle, mention);
    }

    // [CallerFilePath] puts the location of a source file into a string.
    private string WithoutRoot(string text) =>
        sourceRoot.Length == 0 ? text : text.Replace(sourceRoot, BuildOutput.SourceMark, StringComparison.Ordinal);

    // For callers that need the name only.
    public static void Ignore(CodeKey mentioned) { }

    public string TypeOfAttribute(CustomAttribute attribute) =>
        attribute.Constructor.Kind == HandleKind.MethodDefinition
            ? TypeOf(reader.GetMethodDefinition((MethodDefinitionHandle)attribute.Constructor).GetDeclaringType())
            : OpenType(reader.GetMemberReference((MemberReferenceHandle)attribute.Constructor).Parent) ?? "";

    // Without type arguments; null for arrays, pointers and the like.
    public string? OpenType(EntityHandle handle)
    {
        if (handle.Kind != HandleKind.TypeSpecification)
            return handle.Kind is HandleKind.TypeDefinition or HandleKind.TypeReference ? Full(handle) : null;
        var blob = reader.GetBlobReader(reader.GetTypeSpecification((TypeSpecificationHandle)handle).Signature);
        if (blob.ReadSignatureTypeCode() != SignatureTypeCode.GenericTypeInstance)
            return null;
        blob.ReadByte();
        return Full(blob.ReadTypeHandle());

        string Full(EntityHandle type)
        {
            var found = "";
            NameOf(type, key => found = key.Type);
            return found;
        }
    }

    private string NameOf(MemberReference member, Action<CodeKey> mention)
    {
        var provider = Provider(mention);
        var isMethod = member.GetKind() == MemberReferenceKind.Method;
        var name = reader.GetString(member.Name);
        var signature = isMethod
            ? SignatureNames.Render(member.DecodeMethodSignature(provider, null))
            : member.DecodeFieldSignature(provider, null);
        if (member.Parent.Kind == HandleKind.MethodDefinition)
            return NameOf(member.Parent, mention) + signature;
        if (OpenType(member.Parent) is { } open)
        {
            var definition = member.Parent.Kind == HandleKind.TypeDefinition ? (TypeDefinitionHandle)member.Parent : OwnDefinition(open);
            var stable = definition.IsNil ? name : generated.MemberName(definition, name);
            mention(new CodeKey(isMethod ? CodeKind.Method : CodeKind.Field, open, isMethod ? stable + signature : stable));
            name = stable;
        }

        return $"{(member.Parent.Kind == HandleKind.ModuleReference ? "" : NameOf(member.Parent, mention))}::{name}{signature}";
    }

    private Dictionary<string, TypeDefinitionHandle>? definitions;

    // Members of the assembly's own generic types appear as references, but their names contain the compiler's numbers too.
    private TypeDefinitionHandle OwnDefinition(string open) =>
        (definitions ??= reader.TypeDefinitions.ToDictionary(TypeOf, StringComparer.Ordinal)).GetValueOrDefault(open);

    private string NameOf(StandaloneSignature signature, Action<CodeKey> mention) =>
        signature.GetKind() == StandaloneSignatureKind.Method
            ? SignatureNames.Render(signature.DecodeMethodSignature(Provider(mention), null))
            : string.Join(',', signature.DecodeLocalSignature(Provider(mention), null));

    private CodeKey Member(CodeKind kind, TypeDefinitionHandle type, StringHandle name, string signature) =>
        new(kind, TypeOf(type), generated.MemberName(type, reader.GetString(name)) + signature);

    private static string Mentioned(CodeKey key, Action<CodeKey> mention)
    {
        mention(key);
        mention(CodeKey.OfType(key.Type));
        return $"{key.TypeName}::{key.Member}";
    }

    private SignatureNames Provider(Action<CodeKey> mention) => new(generated, Assembly, type => mention(CodeKey.OfType(type)));
}
