using System.Collections.Immutable;
using System.Reflection.Metadata;

namespace Bench.Runner;

// Renders the types of signatures by name and reports the assemblies and types that occur. The text has no assembly, because a library and
// its caller may see the same framework type in different assemblies.
internal sealed class SignatureNames(GeneratedNames generated, string assembly, Action<string> mention)
    : ISignatureTypeProvider<string, object?>
{
    public string GetPrimitiveType(PrimitiveTypeCode typeCode) => typeCode.ToString();

    public string GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind) =>
        Mentioned(assembly, generated.TypeName(handle));

    public string GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind)
    {
        var name = "";
        EntityHandle scope = handle;
        while (scope.Kind == HandleKind.TypeReference)
        {
            var reference = reader.GetTypeReference((TypeReferenceHandle)scope);
            var part = GeneratedNames.Join(reader.GetString(reference.Namespace), reader.GetString(reference.Name));
            name = name.Length == 0 ? part : $"{part}+{name}";
            scope = reference.ResolutionScope;
        }

        return Mentioned(
            scope.Kind == HandleKind.AssemblyReference
                ? reader.GetString(reader.GetAssemblyReference((AssemblyReferenceHandle)scope).Name)
                : assembly,
            name
        );
    }

    public string GetTypeFromSpecification(
        MetadataReader reader,
        object? genericContext,
        TypeSpecificationHandle handle,
        byte rawTypeKind
    ) => reader.GetTypeSpecification(handle).DecodeSignature(this, genericContext);

    public string GetSZArrayType(string elementType) => $"{elementType}[]";

    public string GetArrayType(string elementType, ArrayShape shape) =>
        $"{elementType}[{shape.Rank}:{string.Join(',', shape.Sizes)}:{string.Join(',', shape.LowerBounds)}]";

    public string GetByReferenceType(string elementType) => $"{elementType}&";

    public string GetPointerType(string elementType) => $"{elementType}*";

    public string GetPinnedType(string elementType) => $"pinned {elementType}";

    public string GetGenericInstantiation(string genericType, ImmutableArray<string> typeArguments) =>
        $"{genericType}<{string.Join(',', typeArguments)}>";

    public string GetGenericTypeParameter(object? genericContext, int index) => $"!{index}";

    public string GetGenericMethodParameter(object? genericContext, int index) => $"!!{index}";

    public string GetModifiedType(string modifier, string unmodifiedType, bool isRequired) =>
        $"{unmodifiedType} {(isRequired ? "modreq" : "modopt")}({modifier})";

    public string GetFunctionPointerType(MethodSignature<string> signature) => $"method {Render(signature)}";

    public static string Render(MethodSignature<string> signature) =>
        $"`{signature.GenericParameterCount}:{signature.Header.RawValue:x2}({string.Join(',', signature.ParameterTypes)}"
        + $"|{signature.RequiredParameterCount}){signature.ReturnType}";

    private string Mentioned(string from, string type)
    {
        mention(CodeKey.InAssembly(from, type));
        return type;
    }
}
