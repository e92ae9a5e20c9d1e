using System.Globalization;
using System.Reflection;
using System.Reflection.Metadata;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace Bench.Runner;

/// <summary>What a node says, written down to be hashed, and what it mentions.</summary>
internal sealed partial class CodeText(MetadataReader reader, MetadataNames names)
{
    /// <summary>What differs between builds of the same code, or tells only debuggers and compilers something.</summary>
    private static readonly HashSet<string> WithoutEffect =
    [
        "System.Reflection.AssemblyInformationalVersionAttribute",
        "System.Reflection.AssemblyFileVersionAttribute",
        "System.Diagnostics.DebuggerHiddenAttribute",
        "System.Diagnostics.DebuggerStepThroughAttribute",
        "System.Diagnostics.DebuggerBrowsableAttribute",
        // It holds the file and the line that it stands in; what else it says, the list of the benchmarks says as well.
        "BenchmarkDotNet.Attributes.BenchmarkAttribute",
        // They name types with the compiler's numbers.
        "System.Runtime.CompilerServices.AsyncStateMachineAttribute",
        "System.Runtime.CompilerServices.AsyncIteratorStateMachineAttribute",
        "System.Runtime.CompilerServices.IteratorStateMachineAttribute",
        // Compressed over all members of a type: a new one changes those of others. Members say what it comes to.
        Nullability.Attribute,
        Nullability.ContextAttribute,
    ];

    private const string HexDigits = "0123456789abcdef";

    private readonly Nullability nullability = new(reader, names);
    private readonly StringBuilder text = new();
    private readonly List<CodeKey> mentioned = [];
    private readonly Dictionary<Reach, ReflectionCall> reflection = [];

    // With its length, or a text of the program could be made to look like code.
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

    /// <summary>Whether a parameter says anything: what is returned is one only where it has attributes.</summary>
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

    /// <summary>What it mentions, in its order, and as often.</summary>
    public IEnumerable<CodeKey> Mentioned => mentioned;

    public void Mention(CodeKey key)
    {
        mentioned.Add(key);
        if (key.Kind == CodeKind.Method && ReflectionCall.Of(key) is { } call)
            reflection.TryAdd(call.Reach, call);
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
        return new CodeNode(key, Hash(), sorted)
        {
            Reflection = reflection.Values,
        };
    }

    // Texts of code don't name assemblies: of what two of them have by one name, the order tells which is meant where.
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

    // As it is: an encoding has one sign for each half of a character.
    private string Hash() => Convert.ToHexString(SHA256.HashData(MemoryMarshal.AsBytes(text.ToString().AsSpan())));

    private bool HasEffect(CustomAttribute attribute) =>
        TypeOf(attribute) is var type && !WithoutEffect.Contains(type) && !Interceptor().IsMatch(type);

    /// <summary>What a project calls the hash of its commit, which many stamp into assemblies; null where there is none.</summary>
    private string? NameOfCommit(CustomAttribute attribute)
    {
        if (TypeOf(attribute) != "System.Reflection.AssemblyMetadataAttribute")
            return null;
        var arguments = reader.GetBlobReader(attribute.Value);
        arguments.ReadUInt16();
        var (name, value) = (arguments.ReadSerializedString(), arguments.ReadSerializedString());
        // SHA-1 or SHA-256.
        return value is { Length: 40 or 64 } && value.All(char.IsAsciiHexDigit) ? name : null;
    }

    private string TypeOf(CustomAttribute attribute)
    {
        var type = names.TypeOfAttribute(attribute);
        return type[(type.IndexOf('!', StringComparison.Ordinal) + 1)..];
    }

    // Where the call stands that an interceptor replaces, with a checksum of the file: for the compiler, each generator's own type.
    [GeneratedRegex(@"^System\.Runtime\.CompilerServices\.(<[^>]*>F#__)?InterceptsLocationAttribute$")]
    private static partial Regex Interceptor();
}
