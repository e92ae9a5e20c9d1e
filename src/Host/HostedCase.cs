using System.Collections;
using System.Globalization;
using System.Reflection;

namespace Bench.Host;

/// <summary>
/// A benchmark case, as the measured program's own BenchmarkDotNet finds it; all of it by reflection, for that may be any version.
/// </summary>
internal sealed class HostedCase
{
    private readonly object benchmarkCase;
    private readonly object descriptor;

    /// <summary>Since 0.16 BenchmarkDotNet awaits whatever can be awaited, not tasks alone, and enumerates asynchronous streams.</summary>
    private readonly bool awaitsAnything;

    /// <param name="numberInType">
    /// Its number among the cases that attributes give its type; null for a case that Main handed to BenchmarkDotNet.
    /// </param>
    public HostedCase(object benchmarkCase, int? numberInType)
    {
        NumberInType = numberInType;
        this.benchmarkCase = benchmarkCase;
        awaitsAnything = benchmarkCase.GetType().Assembly.GetName().Version >= new Version(0, 16);
        descriptor = Reflected.Get<object>(benchmarkCase, "Descriptor");
        DeclaringType = Reflected.Get<Type>(descriptor, "Type");
        WorkloadMethod = Reflected.Get<MethodInfo>(descriptor, "WorkloadMethod");
        Values =
        [
            .. Reflected
                .Get<IEnumerable>(Reflected.Get<object>(benchmarkCase, "Parameters"), "Items")
                .Cast<object>()
                .Select(item => new Value(
                    Reflected.Get<string>(item, "Name"),
                    Reflected.Find(item, "Value"),
                    Reflected.Find(item, "IsArgument") is true
                )),
        ];
        OperationsPerInvoke = Convert.ToInt32(Reflected.Find(descriptor, "OperationsPerInvoke") ?? 1, CultureInfo.InvariantCulture);
        IsBaseline = Reflected.Find(descriptor, "Baseline") is true;
        Job = new HostedJob(Reflected.Get<object>(benchmarkCase, "Job"));
    }

    public int? NumberInType { get; }

    public bool IsOfMain => NumberInType is null;

    public Type DeclaringType { get; }

    public MethodInfo WorkloadMethod { get; }

    public IReadOnlyList<Value> Values { get; }

    public int OperationsPerInvoke { get; }

    public bool IsBaseline { get; }

    public HostedJob Job { get; }

    public MethodInfo? GlobalSetup => Reflected.Find(descriptor, "GlobalSetupMethod") as MethodInfo;

    public MethodInfo? GlobalCleanup => Reflected.Find(descriptor, "GlobalCleanupMethod") as MethodInfo;

    public MethodInfo? IterationSetup => Reflected.Find(descriptor, "IterationSetupMethod") as MethodInfo;

    public MethodInfo? IterationCleanup => Reflected.Find(descriptor, "IterationCleanupMethod") as MethodInfo;

    public bool HasIterations => IterationSetup is not null || IterationCleanup is not null;

    public string Type => DeclaringType.FullName ?? DeclaringType.Name;

    public string Method => WorkloadMethod.Name;

    public string Parameters => Reflected.Find(Reflected.Get<object>(benchmarkCase, "Parameters"), "PrintInfo") as string ?? "";

    /// <summary>What BenchmarkDotNet calls the case for people: the job stands in it.</summary>
    public string DisplayInfo => Reflected.Find(benchmarkCase, "DisplayInfo") as string ?? "";

    public string MethodTitle => Reflected.Find(descriptor, "DisplayInfo") as string ?? "";

    public string FullName =>
        benchmarkCase
            .GetType()
            .Assembly.GetType("BenchmarkDotNet.Exporters.FullNameProvider")
            ?.GetMethod("GetBenchmarkName", [benchmarkCase.GetType()])
            ?.Invoke(null, [benchmarkCase]) as string
        ?? $"{Type}.{Method}({Parameters})";

    /// <summary>What tells the case from others of the same process.</summary>
    public (string FullName, string Job) Name => (FullName, Job.DisplayInfo);

    /// <summary>
    /// Cases of one group are alternatives that do the same work: the type, its categories, the job, and what it is given.
    /// </summary>
    public string Group =>
        string.Join(
            '\n',
            Type,
            string.Join(',', (Reflected.Find(descriptor, "Categories") as string[] ?? []).Order(StringComparer.Ordinal)),
            Job.Name,
            FullParameters
        );

    // In full: what BenchmarkDotNet prints is shortened to twenty characters a value, and many long values are the same then.
    private string FullParameters =>
        FullName.IndexOf($".{Method}(", StringComparison.Ordinal) is var at and >= 0 ? FullName[(at + Method.Length + 1)..] : Parameters;

    public RunMode Mode =>
        Job.IsColdStart ? RunMode.FirstCall
        : HasIterations || Job.IsMonitoring ? RunMode.Iterations
        : RunMode.Slices;

    /// <summary>Why the case can't be measured; null where it can.</summary>
    public string? UnsupportedReason =>
        IsOfMain && !CaseList.IsKnownByAttributes(this)
            ? "Main makes this case by itself, and only cases of attributes can be measured"
            : Job.UnsupportedReason ?? UncallableReason;

    /// <summary>The items of the stream that the method returns, where BenchmarkDotNet enumerates it; null otherwise.</summary>
    public Type? StreamItem =>
        awaitsAnything
        && WorkloadMethod.ReturnType is { IsGenericType: true } result
        && result.GetGenericTypeDefinition() == typeof(IAsyncEnumerable<>)
            ? result.GetGenericArguments()[0]
            : null;

    /// <summary>Why the method can't be called many times; null where it can.</summary>
    public string? UncallableReason =>
        WorkloadMethod.ReturnType is { IsByRef: true } or { IsByRefLike: true } or { IsPointer: true }
            ? $"it returns a {WorkloadMethod.ReturnType.Name}, which nothing can keep"
        : UnawaitedResult is { } result
            ? $"it or its set-up returns a {result.Name}, which this version of BenchmarkDotNet awaits, and a side awaits only tasks"
        : WorkloadMethod
            .GetParameters()
            .Any(parameter => parameter.ParameterType is { IsByRef: true } or { IsByRefLike: true } or { IsPointer: true })
            ? "an argument of it can't be kept on the heap"
        : null;

    private Type? UnawaitedResult =>
        !awaitsAnything ? null
        : StreamItem is null && IsStream(WorkloadMethod.ReturnType) ? WorkloadMethod.ReturnType
        : new[] { WorkloadMethod, GlobalSetup, GlobalCleanup, IterationSetup, IterationCleanup }
            .Select(method => method?.ReturnType ?? typeof(void))
            .FirstOrDefault(type => IsAwaitable(type) && !IsTask(type));

    public ListedBenchmark ToListed() =>
        new(
            FullName,
            Type,
            DeclaringType.AssemblyQualifiedName ?? Type,
            Method,
            Parameters,
            DisplayInfo,
            MethodTitle,
            Group,
            IsBaseline,
            OperationsPerInvoke,
            Mode,
            Job.InvocationCount,
            HasIterations,
            UnsupportedReason ?? "",
            [.. Job.Variables.Select(variable => $"{variable.Key}={variable.Value}")],
            Job.Affinity
        );

    /// <summary>Whether BenchmarkDotNet's own filters let the case through.</summary>
    public bool Fits(IEnumerable<object> filters) =>
        filters.All(filter => filter.GetType().GetMethod("Predicate", [benchmarkCase.GetType()])!.Invoke(filter, [benchmarkCase]) is true);

    private static bool IsTask(Type type) =>
        typeof(Task).IsAssignableFrom(type)
        || type == typeof(ValueTask)
        || (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(ValueTask<>));

    // Whatever a compiler might await or enumerate: BenchmarkDotNet asks for more, and one benchmark too many is refused.
    private static bool IsAwaitable(Type type) => type.GetMethod("GetAwaiter", []) is not null;

    private static bool IsStream(Type type) =>
        type.GetMethods().Any(method => method.Name == "GetAsyncEnumerator")
        || type.GetInterfaces().Any(of => of.IsGenericType && of.GetGenericTypeDefinition() == typeof(IAsyncEnumerable<>));

    /// <summary>A parameter or an argument with its value.</summary>
    internal sealed record Value(string Name, object? Content, bool IsArgument);
}
