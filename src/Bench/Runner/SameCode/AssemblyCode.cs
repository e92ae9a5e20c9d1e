using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using System.Security.Cryptography;

namespace Bench.Runner;

/// <summary>Reads the code of an assembly as nodes that can be compared with those of another build.</summary>
internal sealed class AssemblyCode
{
    private readonly PEReader file;
    private readonly MetadataReader reader;
    private readonly MetadataNames names;

    private AssemblyCode(PEReader file, string sourceRoot)
    {
        this.file = file;
        reader = file.GetMetadataReader();
        names = new MetadataNames(reader, sourceRoot);
    }

    // Compilers write sourceRoot, the top folder of the sources, into string literals; empty for none.
    public static IReadOnlyList<CodeNode> Read(string path, string sourceRoot = "")
    {
        using var file = new PEReader(File.OpenRead(path));
        try
        {
            return Read(file, sourceRoot);
        }
        catch (Exception e) when (IsOfUnreadable(e))
        {
            throw new BadImageFormatException($"{Path.GetFileName(path)} cannot be compared: {e.Message}", e);
        }
    }

    // Contradictory metadata leads to any of these exceptions, depending on the place.
    public static bool IsOfUnreadable(Exception exception) =>
        exception
            is BadImageFormatException
                or ArgumentException
                or InvalidOperationException
                or InvalidCastException
                or KeyNotFoundException
                or IndexOutOfRangeException
                or NullReferenceException
                or OverflowException;

    public static IReadOnlyList<CodeNode> Read(PEReader file, string sourceRoot = "")
    {
        var code = new AssemblyCode(file, sourceRoot);
        var types = code.reader.TypeDefinitions;
        return
        [
            code.AssemblyNode(),
            code.ShapesNode(),
            .. types.Select(code.TypeNode),
            .. types.Select(code.OrderNode),
            .. types.SelectMany(type => code.reader.GetTypeDefinition(type).GetMethods()).Select(code.MethodNode),
            .. types.SelectMany(type => code.reader.GetTypeDefinition(type).GetFields()).Select(code.FieldNode),
            .. code.reader.ExportedTypes.Select(code.reader.GetExportedType).SelectMany(code.Forwarder),
        ];
    }

    private CodeNode AssemblyNode()
    {
        var definition = reader.GetAssemblyDefinition();
        var text = Text()
            .Add(definition.Version)
            .Add(definition.Flags)
            .Add(file.PEHeaders.CoffHeader.Machine)
            .Add(file.PEHeaders.CorHeader!.Flags)
            .Add(EntryPoint())
            .AddBlob(definition.PublicKey)
            .AddAttributes(definition.GetCustomAttributes())
            .AddAttributes(reader.GetModuleDefinition().GetCustomAttributes());
        foreach (var resource in reader.ManifestResources.Select(reader.GetManifestResource))
            text.Add($"{reader.GetString(resource.Name)} {resource.Attributes} {Hash(resource)}");
        // The module initialiser runs before any other code of the module.
        text.Mention(CodeKey.OfType(CodeKey.InAssembly(names.Assembly, "<Module>")));
        return text.ToNode(CodeKey.OfAssembly(names.Assembly));
    }

    // The project decides which of several Main methods is the entry point, so the code does not show it.
    private string EntryPoint()
    {
        var entry = MetadataTokens.Handle(file.PEHeaders.CorHeader!.EntryPointTokenOrRelativeVirtualAddress);
        if (entry.Kind != HandleKind.MethodDefinition || entry.IsNil)
            return "";
        var main = names.KeyOf((MethodDefinitionHandle)entry);
        return $"{main.Type} {main.Member}";
    }

    private string Hash(ManifestResource resource)
    {
        if (!resource.Implementation.IsNil)
            return "elsewhere";
        var directory = file.PEHeaders.CorHeader!.ResourcesDirectory;
        var content = file.GetSectionData(directory.RelativeVirtualAddress).GetReader();
        content.Offset = (int)resource.Offset;
        return Convert.ToHexString(SHA256.HashData(content.ReadBytes(content.ReadInt32())));
    }

    // In metadata order, because reflection lists them like that. Compiler-generated types and members are left out, since no code searches
    // for them.
    private CodeNode ShapesNode()
    {
        var text = Text();
        foreach (var handle in reader.TypeDefinitions.Where(type => GeneratedNames.CanBeNamed(names.TypeOf(type))))
        {
            var type = reader.GetTypeDefinition(handle);
            AddShape(text, handle);
            foreach (var method in type.GetMethods().Where(method => IsNamed(reader.GetMethodDefinition(method).Name)))
                AddHead(text, method);
            foreach (var field in type.GetFields().Where(field => IsNamed(reader.GetFieldDefinition(field).Name)))
                AddHead(text, field);
        }

        return text.ToNode(CodeKey.OfShapes(names.Assembly)) with
        {
            References = [],
        };
    }

    private bool IsNamed(StringHandle name) => !reader.GetString(name).StartsWith('<');

    private CodeNode TypeNode(TypeDefinitionHandle handle)
    {
        var type = reader.GetTypeDefinition(handle);
        var text = Text();
        AddShape(text, handle);
        text.Mention(CodeKey.OfAssembly(names.Assembly));
        foreach (var method in type.GetMethods().Where(method => RunsByItself(reader.GetMethodDefinition(method))))
            text.Mention(names.KeyOf(method));
        return text.ToNode(CodeKey.OfType(names.TypeOf(handle))) with
        {
            BaseType = type.BaseType.IsNil ? null : names.OpenType(type.BaseType),
            IsVisible = IsVisible(type),
            Needs = Needs(type),
        };
    }

    private HashSet<string> Needs(TypeDefinition type)
    {
        var text = Text().AddType(type.BaseType);
        foreach (var implemented in type.GetInterfaceImplementations().Select(reader.GetInterfaceImplementation))
            text.AddType(implemented.Interface);
        foreach (var field in type.GetFields().Select(reader.GetFieldDefinition))
            text.AddSignature(field);
        return [.. text.Mentioned.Select(key => key.Assembly)];
    }

    private CodeNode OrderNode(TypeDefinitionHandle handle)
    {
        var type = reader.GetTypeDefinition(handle);
        var text = Text();
        foreach (var method in type.GetMethods())
            text.Add(names.KeyOf(method).Member!);
        foreach (var field in type.GetFields())
            text.Add(names.KeyOf(field).Member!);
        return text.ToNode(CodeKey.OfOrder(names.TypeOf(handle)));
    }

    private bool IsVisible(TypeDefinition type) =>
        (type.Attributes & TypeAttributes.VisibilityMask) switch
        {
            TypeAttributes.Public => true,
            TypeAttributes.NestedPublic => IsVisible(reader.GetTypeDefinition(type.GetDeclaringType())),
            _ => false,
        };

    // Anyone with an instance may call a virtual method of it. new T() calls the constructor, and the runtime calls the static one.
    private bool RunsByItself(MethodDefinition method) =>
        method.Attributes.HasFlag(MethodAttributes.Virtual)
        || (reader.GetString(method.Name) is ".ctor" or ".cctor" && method.GetParameters().Count == 0);

    private void AddShape(CodeText text, TypeDefinitionHandle handle)
    {
        var type = reader.GetTypeDefinition(handle);
        var layout = type.GetLayout();
        text.Add(names.TypeOf(handle))
            .Add($"{type.Attributes} {layout.PackingSize} {layout.Size}")
            .AddType(type.BaseType)
            .AddGenerics(type.GetGenericParameters())
            .AddAttributes(type.GetCustomAttributes());
        foreach (var implemented in type.GetInterfaceImplementations().Select(reader.GetInterfaceImplementation))
            text.AddType(implemented.Interface).AddAttributes(implemented.GetCustomAttributes());
        foreach (var field in type.GetFields().Where(field => MakesShape(type, reader.GetFieldDefinition(field))))
            AddHead(text, field);
        foreach (var method in type.GetMethods().Where(method => MakesShape(reader.GetMethodDefinition(method))))
            AddHead(text, method);
        foreach (var implementation in type.GetMethodImplementations().Select(reader.GetMethodImplementation))
            text.AddEntity(implementation.MethodDeclaration).AddEntity(implementation.MethodBody);
        foreach (var property in type.GetProperties().Select(reader.GetPropertyDefinition))
        {
            text.Add($"property {reader.GetString(property.Name)} {property.Attributes}").AddSignature(property, handle);
            text.AddConstant(property.GetDefaultValue()).AddAttributes(property.GetCustomAttributes());
            AddAccessors(text, property.GetAccessors().Getter, property.GetAccessors().Setter);
        }

        foreach (var happening in type.GetEvents().Select(reader.GetEventDefinition))
        {
            text.Add($"event {reader.GetString(happening.Name)} {happening.Attributes}").AddType(happening.Type);
            text.AddAttributes(happening.GetCustomAttributes());
            AddAccessors(text, happening.GetAccessors().Adder, happening.GetAccessors().Remover);
        }
    }

    // A static field does not affect the layout. But an enum prints the names of its fields, and reflection can read public constants.
    // Other code contains the values of the constants that it uses.
    private bool MakesShape(TypeDefinition type, FieldDefinition field) =>
        !field.Attributes.HasFlag(FieldAttributes.Static) || IsEnum(type) || IsPublicConstant(field);

    private static bool IsPublicConstant(FieldDefinition field) =>
        field.Attributes.HasFlag(FieldAttributes.Literal) && (field.Attributes & FieldAttributes.FieldAccessMask) == FieldAttributes.Public;

    private bool IsEnum(TypeDefinition type) =>
        !type.BaseType.IsNil && names.OpenType(type.BaseType)?.EndsWith("!System.Enum", StringComparison.Ordinal) is true;

    private bool MakesShape(MethodDefinition method) =>
        method.Attributes.HasFlag(MethodAttributes.Virtual) || reader.GetString(method.Name) is ".ctor" or ".cctor";

    private void AddAccessors(CodeText text, params ReadOnlySpan<MethodDefinitionHandle> accessors)
    {
        foreach (var accessor in accessors)
            text.Add(accessor.IsNil ? "none" : reader.GetMethodDefinition(accessor).Attributes.ToString());
    }

    private CodeNode MethodNode(MethodDefinitionHandle handle)
    {
        var method = reader.GetMethodDefinition(handle);
        var text = Text();
        AddHead(text, handle);
        text.Mention(CodeKey.OfType(names.TypeOf(method.GetDeclaringType())));
        if (method.Attributes.HasFlag(MethodAttributes.PinvokeImpl))
        {
            var import = method.GetImport();
            var library = reader.GetModuleReference(import.Module);
            text.Add($"{import.Attributes} {reader.GetString(import.Name)} {reader.GetString(library.Name)}");
        }

        if (method.RelativeVirtualAddress != 0)
            text.AddBody(file.GetMethodBody(method.RelativeVirtualAddress));
        return text.ToNode(names.KeyOf(handle)) with { Token = MetadataTokens.GetToken(handle) };
    }

    private void AddHead(CodeText text, MethodDefinitionHandle handle)
    {
        var method = reader.GetMethodDefinition(handle);
        text.Add(names.KeyOf(handle).Member!)
            .Add($"{method.Attributes} {method.ImplAttributes}")
            .AddSignature(method)
            .AddGenerics(method.GetGenericParameters())
            .AddAttributes(method.GetCustomAttributes());
        foreach (var parameter in method.GetParameters().Select(reader.GetParameter).Where(text.IsWorthTelling))
        {
            text.Add($"{parameter.SequenceNumber} {reader.GetString(parameter.Name)} {parameter.Attributes}")
                .AddConstant(parameter.GetDefaultValue())
                .AddBlob(parameter.GetMarshallingDescriptor())
                .AddAttributes(parameter.GetCustomAttributes());
        }
    }

    private CodeNode FieldNode(FieldDefinitionHandle handle)
    {
        var field = reader.GetFieldDefinition(handle);
        var text = Text();
        AddHead(text, handle);
        text.AddConstant(field.GetDefaultValue());
        text.Mention(CodeKey.OfType(names.TypeOf(field.GetDeclaringType())));
        if (field.GetRelativeVirtualAddress() is not 0 and var data)
            text.AddBytes(file.GetSectionData(data).GetReader().ReadBytes(SizeOf(field)));
        return text.ToNode(names.KeyOf(handle));
    }

    private void AddHead(CodeText text, FieldDefinitionHandle handle)
    {
        var field = reader.GetFieldDefinition(handle);
        text.Add($"{names.KeyOf(handle).Member} {field.Attributes} {field.GetOffset()}")
            .AddSignature(field)
            .AddConstant(field.GetDefaultValue())
            .AddBlob(field.GetMarshallingDescriptor())
            .AddAttributes(field.GetCustomAttributes());
    }

    private int SizeOf(FieldDefinition field)
    {
        var blob = reader.GetBlobReader(field.Signature);
        blob.ReadSignatureHeader();
        return blob.ReadSignatureTypeCode() switch
        {
            SignatureTypeCode.Boolean or SignatureTypeCode.SByte or SignatureTypeCode.Byte => 1,
            SignatureTypeCode.Int16 or SignatureTypeCode.UInt16 or SignatureTypeCode.Char => 2,
            SignatureTypeCode.Int32 or SignatureTypeCode.UInt32 or SignatureTypeCode.Single => 4,
            SignatureTypeCode.Int64 or SignatureTypeCode.UInt64 or SignatureTypeCode.Double => 8,
            SignatureTypeCode.TypeHandle when blob.ReadTypeHandle() is { Kind: HandleKind.TypeDefinition } type => reader
                .GetTypeDefinition((TypeDefinitionHandle)type)
                .GetLayout()
                .Size,
            var other => throw new BadImageFormatException($"A field of {names.Assembly} has data of the type {other}."),
        };
    }

    // References to a type that has moved to another assembly are resolved here.
    private IEnumerable<CodeNode> Forwarder(ExportedType type)
    {
        var name = Name(type);
        while (type.Implementation.Kind == HandleKind.ExportedType)
        {
            type = reader.GetExportedType((ExportedTypeHandle)type.Implementation);
            name = $"{Name(type)}+{name}";
        }

        if (type.Implementation.Kind != HandleKind.AssemblyReference)
            yield break;
        var target = reader.GetString(reader.GetAssemblyReference((AssemblyReferenceHandle)type.Implementation).Name);
        var text = Text();
        text.Mention(CodeKey.OfType(CodeKey.InAssembly(target, name)));
        yield return text.ToNode(CodeKey.OfType(CodeKey.InAssembly(names.Assembly, name))) with
        {
            BaseType = CodeKey.InAssembly(target, name),
            IsForwarder = true,
        };

        string Name(ExportedType exported) => GeneratedNames.Join(reader.GetString(exported.Namespace), reader.GetString(exported.Name));
    }

    private CodeText Text() => new(reader, names);
}
