namespace Bench.Runner;

/// <summary>A call of the framework that runs, examines or loads code that no instruction names.</summary>
/// <param name="Method">As in reports.</param>
internal sealed record ReflectionCall(string Method, ReflectionScope ReflectionScope)
{
    // All methods of these types, except those that are known to be harmless.
    private static readonly Dictionary<string, ReflectionScope> Types = new(StringComparer.Ordinal)
    {
        ["System.Activator"] = ReflectionScope.Members,
        ["System.AppDomain"] = ReflectionScope.Anything,
        ["System.ComponentModel.TypeDescriptor"] = ReflectionScope.Members,
        ["System.Type"] = ReflectionScope.Members,
    };

    private static readonly (string Prefix, ReflectionScope ReflectionScope)[] Namespaces =
    [
        ("System.Reflection.Metadata.", ReflectionScope.Anything),
        ("System.Reflection.", ReflectionScope.Members),
        ("System.Runtime.Loader.", ReflectionScope.Anything),
        ("Microsoft.CSharp.RuntimeBinder.", ReflectionScope.Members),
    ];

    private static readonly Dictionary<string, ReflectionScope> Methods = new(StringComparer.Ordinal)
    {
        // Code that knows the location of assemblies may read them as files, like a compiler in a benchmark.
        ["System.AppContext.GetData"] = ReflectionScope.OtherProcess,
        ["System.AppContext.get_BaseDirectory"] = ReflectionScope.OtherProcess,
        ["System.AppDomain.get_BaseDirectory"] = ReflectionScope.OtherProcess,
        ["System.Diagnostics.ProcessModule.get_FileName"] = ReflectionScope.OtherProcess,
        ["System.Environment.GetCommandLineArgs"] = ReflectionScope.OtherProcess,
        ["System.Environment.get_CommandLine"] = ReflectionScope.OtherProcess,
        ["System.Environment.get_CurrentDirectory"] = ReflectionScope.OtherProcess,
        ["System.Environment.get_ProcessPath"] = ReflectionScope.OtherProcess,
        ["System.IO.Directory.GetCurrentDirectory"] = ReflectionScope.OtherProcess,
        ["System.Reflection.Assembly.get_Location"] = ReflectionScope.OtherProcess,
        ["System.Delegate.CreateDelegate"] = ReflectionScope.Members,
        ["System.Diagnostics.Process.Start"] = ReflectionScope.OtherProcess,
        // The name of the member is in a string.
        ["System.Linq.Expressions.Expression.Call"] = ReflectionScope.Members,
        ["System.Linq.Expressions.Expression.Field"] = ReflectionScope.Members,
        ["System.Linq.Expressions.Expression.New"] = ReflectionScope.Members,
        ["System.Linq.Expressions.Expression.Property"] = ReflectionScope.Members,
        ["System.Linq.Expressions.Expression.PropertyOrField"] = ReflectionScope.Members,
        ["System.Runtime.CompilerServices.UnsafeAccessorAttribute..ctor"] = ReflectionScope.Members,
        ["System.Type.GetNestedType"] = ReflectionScope.Anything,
        ["System.Type.GetNestedTypes"] = ReflectionScope.Anything,
        ["System.Type.GetType"] = ReflectionScope.Anything,
        ["System.Type.GetTypeFromProgID"] = ReflectionScope.Anything,
        ["System.Reflection.TypeInfo.get_DeclaredNestedTypes"] = ReflectionScope.Anything,
        ["System.Reflection.TypeInfo.GetDeclaredNestedType"] = ReflectionScope.Anything,
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

    private static ReflectionScope? ReachOf(CodeKey method, string name)
    {
        if (Harmless.Contains(name))
            return null;
        if (Methods.TryGetValue(name, out var reach))
            return reach;
        if (name == "System.Activator.CreateInstance")
            return IsGeneric(method) ? null
                : TakesText(method) ? ReflectionScope.Anything
                : ReflectionScope.Members;
        if (OfAllTypes.Contains(method.TypeName))
            return ReflectionScope.Anything;
        if (Types.TryGetValue(method.TypeName, out reach))
            return reach;
        // Attributes of an assembly are not calls.
        return method.TypeName.EndsWith(nameof(Attribute), StringComparison.Ordinal)
            ? null
            : Namespaces
                .Where(space => method.TypeName.StartsWith(space.Prefix, StringComparison.Ordinal))
                .Select(space => (ReflectionScope?)space.ReflectionScope)
                .FirstOrDefault();
    }

    // new T() names its type.
    private static bool IsGeneric(CodeKey method) => !method.Member!.Contains("`0:", StringComparison.Ordinal);

    private static bool TakesText(CodeKey method) => method.Member!.Contains("(String", StringComparison.Ordinal);
}
