using System.Globalization;
using System.Reflection;
using System.Reflection.Metadata;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace Bench.Runner;

/// <summary>The text of a node, to be hashed, and the keys that it mentions.</summary>
internal sealed partial class CodeText(MetadataReader reader, MetadataNames names)
{
    // These differ between builds of the same code, or affect only debuggers and compilers.
    private static readonly HashSet<string> WithoutEffect =
    [
        "System.Reflection.AssemblyInformationalVersionAttribute",
        "System.Reflection.AssemblyFileVersionAttribute",
        "System.Diagnostics.DebuggerHiddenAttribute",
        "System.Diagnostics.DebuggerStepThroughAttribute",
        "System.Diagnostics.DebuggerBrowsableAttribute",
        // It contains its own file and line. The list of benchmarks has its other properties.
        "BenchmarkDotNet.Attributes.BenchmarkAttribute",
        // They name types with the compiler's numbers.
        "System.Runtime.CompilerServices.AsyncStateMachineAttribute",
        "System.Runtime.CompilerServices.AsyncIteratorStateMachineAttribute",
        "System.Runtime.CompilerServices.IteratorStateMachineAttribute",
        // They are compressed over all members of a type, so that a new member changes those of others. Nullability adds the resulting
        // values instead.
        Nullability.Attribute,
        Nullability.ContextAttribute,
    ];

    private const string HexDigits = "0123456789abcdef";

    private readonly Nullability nullability = new(reader, names);
    private readonly StringBuilder text = new();
    private readonly List<CodeKey> mentioned = [];
    private readonly Dictionary<ReflectionScope, ReflectionCall> reflection = [];

    // With its length, because otherwise a string literal could imitate code.
    public CodeText Add(string line)
    {
        text.Append(CultureInfo.InvariantCulture, $"#{line.Length}:{line}\n");
        return this;
    }

    public CodeText Add(object value) => Add(Convert.ToString(value, CultureInfo.InvariantCulture)!);

    public CodeText AddBytes(ReadOnlySpan<byte> bytes) => Add(Convert.ToHexString(bytes));

    public CodeText AddType(EntityHandle type) => Add(type.IsNil ? "" : names.NameOf(type, Mention));

    public CodeText AddSignature(MethodDefinition method) =>
        Add(SignatureNames.Render(names.SignatureOf(method, Mention))).Add(nullability.Of(method));

    public CodeText AddSignature(FieldDefinition field) => Add(names.SignatureOf(field, Mention)).Add(nullability.Of(field));

    public CodeText AddSignature(PropertyDefinition property, TypeDefinitionHandle type) =>
        Add(SignatureNames.Render(names.SignatureOf(property, Mention))).Add(nullability.Of(property, type));

    public CodeText AddEntity(EntityHandle entity) => Add(names.NameOf(entity, Mention));

    public CodeText AddBlob(BlobHandle blob) => blob.IsNil ? Add("") : AddBytes(reader.GetBlobBytes(blob));

    public CodeText AddConstant(ConstantHandle handle)
    {
        if (handle.IsNil)
            return Add("");
        var constant = reader.GetConstant(handle);
        return Add(constant.TypeCode).AddBlob(constant.Value);
    }

    public CodeText AddGenerics(GenericParameterHandleCollection parameters)
    {
        foreach (var parameter in parameters.Select(reader.GetGenericParameter))
        {
            Add($"generic {parameter.Attributes} {reader.GetString(parameter.Name)}").AddAttributes(parameter.GetCustomAttributes());
            Add(nullability.Of(parameter));
            foreach (var constraint in parameter.GetConstraints().Select(reader.GetGenericParameterConstraint))
                AddType(constraint.Type).AddAttributes(constraint.GetCustomAttributes());
        }

        return this;
    }

    public CodeText AddAttributes(CustomAttributeHandleCollection attributes)
    {
        foreach (var attribute in attributes.Select(reader.GetCustomAttribute).Where(HasEffect))
        {
            AddEntity(attribute.Constructor);
            if (NameOfCommit(attribute) is { } name)
                Add(name);
            else
                AddBlob(attribute.Value);
        }

        return this;
    }

    // A return value has an entry only if it has attributes.
    public bool IsWorthTelling(Parameter parameter) =>
        parameter.SequenceNumber > 0
        || parameter.Attributes != ParameterAttributes.None
        || parameter.GetCustomAttributes().Select(reader.GetCustomAttribute).Any(HasEffect);

    public CodeText AddBody(MethodBodyBlock body)
    {
        Add(body.LocalVariablesInitialized);
        if (!body.LocalSignature.IsNil)
            AddEntity(body.LocalSignature);
        IlTokens.Read(
            body.GetILReader(),
            value => text.Append(HexDigits[value >> 4]).Append(HexDigits[value & 15]),
            token => Add(names.NameOf(token, Mention))
        );
        foreach (var region in body.ExceptionRegions)
        {
            Add($"{region.Kind} {region.TryOffset} {region.TryLength} {region.HandlerOffset} {region.HandlerLength} {region.FilterOffset}");
            AddType(region.CatchType);
        }

        return this;
    }

    // In order, with repetitions.
    public IEnumerable<CodeKey> Mentioned => mentioned;

    public void Mention(CodeKey key)
    {
        mentioned.Add(key);
        if (key.Kind == CodeKind.Method && ReflectionCall.Of(key) is { } call)
            reflection.TryAdd(call.ReflectionScope, call);
    }

    public CodeNode ToNode(CodeKey key)
    {
        CodeKey[] sorted =
        [
            .. mentioned
                .Where(reference => reference != key)
                .Distinct()
                .OrderBy(reference => reference.Type + "\n" + reference.Member, StringComparer.Ordinal),
        ];
        foreach (var reference in sorted)
            Add($"{reference.Kind} {reference.Type} {reference.Member}");
        AddHomonyms(sorted);
        return new CodeNode(key, Hash(), sorted) { Reflection = reflection.Values };
    }

    // The text does not name assemblies. If two of them have the same name in it, the order of mentions shows which is meant where.
    private void AddHomonyms(IEnumerable<CodeKey> references)
    {
        var homonyms = references
            .CountBy(reference => (reference.Kind, reference.TypeName, reference.Member))
            .Where(name => name.Value > 1)
            .Select(name => name.Key)
            .ToHashSet();
        if (homonyms.Count == 0)
            return;
        foreach (var key in mentioned.Where(key => homonyms.Contains((key.Kind, key.TypeName, key.Member))))
            Add(key.Type);
    }

    // Hashes UTF-16, because encodings replace each unpaired surrogate by the same character.
    private string Hash() => Convert.ToHexString(SHA256.HashData(MemoryMarshal.AsBytes(text.ToString().AsSpan())));

    private bool HasEffect(CustomAttribute attribute) =>
        TypeOf(attribute) is var type && !WithoutEffect.Contains(type) && !Interceptor().IsMatch(type);

    // The key of an attribute whose value is a commit hash, which many projects stamp into assemblies; null for other attributes.
    private string? NameOfCommit(CustomAttribute attribute)
    {
        if (TypeOf(attribute) != "System.Reflection.AssemblyMetadataAttribute")
            return null;
        var arguments = reader.GetBlobReader(attribute.Value);
        arguments.ReadUInt16();
        var (name, value) = (arguments.ReadSerializedString(), arguments.ReadSerializedString());
        // Lengths of SHA-1 and SHA-256.
        return value is { Length: 40 or 64 } && value.All(char.IsAsciiHexDigit) ? name : null;
    }

    private string TypeOf(CustomAttribute attribute)
    {
        var type = names.TypeOfAttribute(attribute);
        return type[(type.IndexOf('!', StringComparison.Ordinal) + 1)..];
    }

    // Locates the intercepted call, with a checksum of the file. Only the compiler reads it, and each generator may declare its own type.
    [GeneratedRegex(@"^System\.Runtime\.CompilerServices\.(<[^>]*>F#__)?InterceptsLocationAttribute$")]
    private static partial Regex Interceptor();
}
