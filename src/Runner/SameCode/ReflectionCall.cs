namespace Bench.Runner;

/// <summary>A call of the framework that runs, examines or loads code that no instruction names.</summary>
/// <param name="Method">As in reports.</param>
internal sealed record ReflectionCall(string Method, Reach Reach)
{
    // All methods of these types, except those that are known to be harmless.
    private static readonly Dictionary<string, Reach> Types = new(StringComparer.Ordinal)
    {
        ["System.Activator"] = Reach.Members,
        ["System.AppDomain"] = Reach.Anything,
        ["System.ComponentModel.TypeDescriptor"] = Reach.Members,
        ["System.Type"] = Reach.Members,
    };

    private static readonly (string Prefix, Reach Reach)[] Namespaces =
    [
        ("System.Reflection.Metadata.", Reach.Anything),
        ("System.Reflection.", Reach.Members),
        ("System.Runtime.Loader.", Reach.Anything),
        ("Microsoft.CSharp.RuntimeBinder.", Reach.Members),
    ];

    private static readonly Dictionary<string, Reach> Methods = new(StringComparer.Ordinal)
    {
        // Code that knows the location of assemblies may read them as files, like a compiler in a benchmark.
        ["System.AppContext.GetData"] = Reach.OtherProcess,
        ["System.AppContext.get_BaseDirectory"] = Reach.OtherProcess,
        ["System.AppDomain.get_BaseDirectory"] = Reach.OtherProcess,
        ["System.Diagnostics.ProcessModule.get_FileName"] = Reach.OtherProcess,
        ["System.Environment.GetCommandLineArgs"] = Reach.OtherProcess,
        ["System.Environment.get_CommandLine"] = Reach.OtherProcess,
        ["System.Environment.get_CurrentDirectory"] = Reach.OtherProcess,
        ["System.Environment.get_ProcessPath"] = Reach.OtherProcess,
        ["System.IO.Directory.GetCurrentDirectory"] = Reach.OtherProcess,
        ["System.Reflection.Assembly.get_Location"] = Reach.OtherProcess,
        ["System.Delegate.CreateDelegate"] = Reach.Members,
        ["System.Diagnostics.Process.Start"] = Reach.OtherProcess,
        // The name of the member is in a string.
        ["System.Linq.Expressions.Expression.Call"] = Reach.Members,
        ["System.Linq.Expressions.Expression.Field"] = Reach.Members,
        ["System.Linq.Expressions.Expression.New"] = Reach.Members,
        ["System.Linq.Expressions.Expression.Property"] = Reach.Members,
        ["System.Linq.Expressions.Expression.PropertyOrField"] = Reach.Members,
        ["System.Runtime.CompilerServices.UnsafeAccessorAttribute..ctor"] = Reach.Members,
        ["System.Type.GetNestedType"] = Reach.Anything,
        ["System.Type.GetNestedTypes"] = Reach.Anything,
        ["System.Type.GetType"] = Reach.Anything,
        ["System.Type.GetTypeFromProgID"] = Reach.Anything,
        ["System.Reflection.TypeInfo.get_DeclaredNestedTypes"] = Reach.Anything,
        ["System.Reflection.TypeInfo.GetDeclaredNestedType"] = Reach.Anything,
    };

    // Assemblies and modules know all their types.
    private static readonly HashSet<string> OfAllTypes =
    [
        "System.Reflection.Assembly",
        "System.Reflection.AssemblyExtensions",
        "System.Reflection.Module",
    ];

    private static readonly HashSet<string> Harmless =
    [
        // The callback is named where it is added.
        "System.AppDomain.add_DomainUnload",
        "System.AppDomain.add_FirstChanceException",
        "System.AppDomain.add_ProcessExit",
        "System.AppDomain.add_UnhandledException",
        "System.AppDomain.get_CurrentDomain",
        "System.AppDomain.get_FriendlyName",
        "System.AppDomain.remove_DomainUnload",
        "System.AppDomain.remove_FirstChanceException",
        "System.AppDomain.remove_ProcessExit",
        "System.AppDomain.remove_UnhandledException",
        "System.Reflection.Assembly.GetEntryAssembly",
        "System.Reflection.Assembly.GetExecutingAssembly",
        "System.Reflection.Assembly.GetManifestResourceStream",
        "System.Reflection.Assembly.GetName",
        "System.Reflection.Assembly.get_FullName",
        "System.Reflection.AssemblyName.get_Name",
        "System.Reflection.AssemblyName.get_Version",
        // Expression trees name what these return.
        "System.Reflection.FieldInfo.GetFieldFromHandle",
        "System.Reflection.MemberInfo.get_Name",
        "System.Reflection.MethodBase.GetMethodFromHandle",
        "System.Type.Equals",
        "System.Type.GetHashCode",
        "System.Type.GetTypeFromHandle",
        "System.Type.IsAssignableFrom",
        "System.Type.IsInstanceOfType",
        "System.Type.MakeGenericType",
        "System.Type.get_Assembly",
        "System.Type.get_FullName",
        "System.Type.get_IsValueType",
        "System.Type.get_Name",
        "System.Type.get_Namespace",
        "System.Type.op_Equality",
        "System.Type.op_Inequality",
    ];

    // Null if the call names everything that it reaches.
    public static ReflectionCall? Of(CodeKey method)
    {
        var name = $"{method.TypeName}.{method.Member!.Split('`')[0]}";
        return ReachOf(method, name) is { } reach
            ? new ReflectionCall($"{method.TypeName.Split('.')[^1]}.{method.Member.Split('`')[0]}", reach)
            : null;
    }

    private static Reach? ReachOf(CodeKey method, string name)
    {
        if (Harmless.Contains(name))
            return null;
        if (Methods.TryGetValue(name, out var reach))
            return reach;
        if (name == "System.Activator.CreateInstance")
            return IsGeneric(method) ? null
                : TakesText(method) ? Reach.Anything
                : Reach.Members;
        if (OfAllTypes.Contains(method.TypeName))
            return Reach.Anything;
        if (Types.TryGetValue(method.TypeName, out reach))
            return reach;
        // Attributes of an assembly are not calls.
        return method.TypeName.EndsWith(nameof(Attribute), StringComparison.Ordinal)
            ? null
            : Namespaces
                .Where(space => method.TypeName.StartsWith(space.Prefix, StringComparison.Ordinal))
                .Select(space => (Reach?)space.Reach)
                .FirstOrDefault();
    }

    // new T() names its type.
    private static bool IsGeneric(CodeKey method) => !method.Member!.Contains("`0:", StringComparison.Ordinal);

    private static bool TakesText(CodeKey method) => method.Member!.Contains("(String", StringComparison.Ordinal);
}
