using System.Collections;
using System.Globalization;
using System.Reflection;

namespace Bench.TandemHost;

/// <summary>A benchmark case, as the measured program's own BenchmarkDotNet finds it; all of it by reflection, for that may be any version.</summary>
internal sealed class HostedRow
{
    private const string Library = "BenchmarkDotNet";

    private readonly object benchmarkCase;
    private readonly object descriptor;

    private HostedRow(object benchmarkCase)
    {
        this.benchmarkCase = benchmarkCase;
        descriptor = Get<object>(benchmarkCase, "Descriptor");
        DeclaringType = Get<Type>(descriptor, "Type");
        WorkloadMethod = Get<MethodInfo>(descriptor, "WorkloadMethod");
        Values = [.. Get<IEnumerable>(Get<object>(benchmarkCase, "Parameters"), "Items").Cast<object>().Select(item => new Value(
            Get<string>(item, "Name"), Find(item, "Value"), Find(item, "IsArgument") is true))];
        OperationsPerInvoke = Convert.ToInt32(Find(descriptor, "OperationsPerInvoke") ?? 1, CultureInfo.InvariantCulture);
        IsBaseline = Find(descriptor, "Baseline") is true;
    }

    public Type DeclaringType { get; }

    public MethodInfo WorkloadMethod { get; }

    public IReadOnlyList<Value> Values { get; }

    public int OperationsPerInvoke { get; }

    public bool IsBaseline { get; }

    public MethodInfo? GlobalSetup => Find(descriptor, "GlobalSetupMethod") as MethodInfo;

    public MethodInfo? GlobalCleanup => Find(descriptor, "GlobalCleanupMethod") as MethodInfo;

    public string Type => DeclaringType.FullName ?? DeclaringType.Name;

    public string Method => WorkloadMethod.Name;

    public string Parameters => Find(Get<object>(benchmarkCase, "Parameters"), "PrintInfo") as string ?? "";

    /// <summary>What BenchmarkDotNet's exporters call the case.</summary>
    public string FullName
    {
        get
        {
            var provider = benchmarkCase.GetType().Assembly.GetType($"{Library}.Exporters.FullNameProvider");
            return provider?.GetMethod("GetBenchmarkName", [benchmarkCase.GetType()])?.Invoke(null, [benchmarkCase]) as string
                ?? $"{Type}.{Method}({Parameters})";
        }
    }

    /// <summary>Rows of one group are ways of doing the same: the type, its categories, and the parameters that are no arguments.</summary>
    public string Group => string.Join('\n',
        Type,
        string.Join(',', (Find(descriptor, "Categories") as string[] ?? []).Order(StringComparer.Ordinal)),
        Parameters);

    /// <summary>Why the row can't be run in slices; null where it can.</summary>
    public string? WhyNotSliced =>
        Find(descriptor, "IterationSetupMethod") is not null || Find(descriptor, "IterationCleanupMethod") is not null ? "it has a set-up or clean-up for each iteration"
        : WorkloadMethod.ReturnType is { IsByRef: true } or { IsByRefLike: true } or { IsPointer: true } ? $"it returns a {WorkloadMethod.ReturnType.Name}"
        : WorkloadMethod.GetParameters().Any(parameter => parameter.ParameterType is { IsByRef: true } or { IsByRefLike: true } or { IsPointer: true }) ? "an argument of it can't be kept on the heap"
        : null;

    public static IReadOnlyList<HostedRow> FindAll(Assembly program)
    {
        var library = Assembly.Load(Library);
        var converter = library.GetType($"{Library}.Running.BenchmarkConverter", throwOnError: true)!;
        var convert = converter.GetMethods().First(method => method.Name == "TypeToBenchmarks" && method.GetParameters().Length == 2 && method.GetParameters()[0].ParameterType == typeof(Type));
        var rows = new List<HostedRow>();
        foreach (var type in program.GetExportedTypes().Where(HasBenchmarks).OrderBy(type => type.FullName, StringComparer.Ordinal))
        {
            var info = convert.Invoke(null, [type, null])!;
            rows.AddRange(Get<IEnumerable>(info, "BenchmarksCases").Cast<object>().Select(benchmark => new HostedRow(benchmark)));
        }

        return rows;
    }

    private static bool HasBenchmarks(Type type) =>
        type is { IsAbstract: false, IsGenericTypeDefinition: false, IsClass: true }
        && type.GetMethods(BindingFlags.Public | BindingFlags.Instance).Any(method => method.GetCustomAttributes().Any(attribute => attribute.GetType().FullName == "BenchmarkDotNet.Attributes.BenchmarkAttribute"));

    private static T Get<T>(object from, string property) => (T)(Find(from, property)
        ?? throw new NotSupportedException($"This version of {Library} has no {from.GetType().Name}.{property}."));

    private static object? Find(object from, string property) => from.GetType().GetProperty(property)?.GetValue(from);

    /// <summary>A parameter or an argument with its value.</summary>
    internal sealed record Value(string Name, object? Content, bool IsArgument);
}
