using System.Globalization;
using System.Reflection.Metadata;
using System.Text.RegularExpressions;

namespace Bench.Runner;

// The compiler's annotations of nullable references, which binders and mappers read. A member has its own annotation only if it differs
// from the annotation that most members of the type share.
internal sealed partial class Nullability(MetadataReader reader, MetadataNames names)
{
    public const string Attribute = "System.Runtime.CompilerServices.NullableAttribute";
    public const string ContextAttribute = "System.Runtime.CompilerServices.NullableContextAttribute";

    // Length of an attribute value with a single byte, which holds for all references of a type.
    private const int OneByte = 5;

    private static readonly HashSet<string> NeverNull =
    [
        .. Enum.GetNames<PrimitiveTypeCode>().Except([nameof(PrimitiveTypeCode.String), nameof(PrimitiveTypeCode.Object)]),
    ];

    public string Of(MethodDefinition method)
    {
        if (IsGenerated(method))
            return "";
        var context = Own(method.GetCustomAttributes(), ContextAttribute) ?? Context(method.GetDeclaringType());
        var signature = names.SignatureOf(method, MetadataNames.Ignore);
        string[] types = [signature.ReturnType, .. signature.ParameterTypes];
        // In a lambda the compiler does not annotate these types. The shared annotation of the enclosing type would change with its other
        // members.
        var isMade = LambdaOrLocalFunction().IsMatch(reader.GetString(method.Name));
        string ContextOf(string type) => isMade && (type.StartsWith('!') || type.Contains("<>c", StringComparison.Ordinal)) ? "" : context;
        var parameters = method.GetParameters().Select(reader.GetParameter).ToDictionary(parameter => parameter.SequenceNumber);
        return string.Join(
            ',',
            types.Select(
                (type, i) =>
                    (parameters.TryGetValue(i, out var parameter) ? Own(parameter.GetCustomAttributes(), Attribute) : null)
                    ?? Of(type, ContextOf(type))
            )
        );
    }

    public string Of(FieldDefinition field) =>
        IsGenerated(field.GetDeclaringType(), field.Name)
            ? ""
            : Of(field.GetCustomAttributes(), names.SignatureOf(field, MetadataNames.Ignore), Context(field.GetDeclaringType()));

    public string Of(PropertyDefinition property, TypeDefinitionHandle type) =>
        IsGenerated(type, property.Name)
            ? ""
            : Of(property.GetCustomAttributes(), names.SignatureOf(property, MetadataNames.Ignore).ReturnType, Context(type));

    public string Of(GenericParameter parameter)
    {
        if (Own(parameter.GetCustomAttributes(), Attribute) is { } own)
            return own;
        if (parameter.Parent.Kind == HandleKind.TypeDefinition)
            return IsGenerated((TypeDefinitionHandle)parameter.Parent, default) ? "" : Context((TypeDefinitionHandle)parameter.Parent);
        var method = reader.GetMethodDefinition((MethodDefinitionHandle)parameter.Parent);
        return IsGenerated(method) ? "" : Own(method.GetCustomAttributes(), ContextAttribute) ?? Context(method.GetDeclaringType());
    }

    // Nothing binds to compiler-generated methods, except to lambdas and local functions, which can be endpoints.
    private bool IsGenerated(MethodDefinition method) =>
        !LambdaOrLocalFunction().IsMatch(reader.GetString(method.Name)) && IsGenerated(method.GetDeclaringType(), method.Name);

    private bool IsGenerated(TypeDefinitionHandle type, StringHandle member) =>
        reader.GetString(member).StartsWith('<') || !GeneratedNames.CanBeNamed(names.TypeOf(type));

    [GeneratedRegex("^<.+>[bg]__")]
    private static partial Regex LambdaOrLocalFunction();

    private string Of(CustomAttributeHandleCollection attributes, string type, string context) =>
        Own(attributes, Attribute) ?? Of(type, context);

    private static string Of(string type, string context) => NeverNull.Contains(type) ? "" : context;

    private string Context(TypeDefinitionHandle type)
    {
        for (var outer = type; !outer.IsNil; outer = reader.GetTypeDefinition(outer).GetDeclaringType())
        {
            if (Own(reader.GetTypeDefinition(outer).GetCustomAttributes(), ContextAttribute) is { } own)
                return own;
        }

        return "";
    }

    private string? Own(CustomAttributeHandleCollection attributes, string name)
    {
        foreach (var attribute in attributes.Select(reader.GetCustomAttribute))
        {
            if (!names.TypeOfAttribute(attribute).EndsWith("!" + name, StringComparison.Ordinal))
                continue;
            var value = reader.GetBlobBytes(attribute.Value);
            return value.Length == OneByte ? value[2].ToString(CultureInfo.InvariantCulture) : Convert.ToHexString(value);
        }

        return null;
    }
}
