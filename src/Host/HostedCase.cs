using System.Collections;
using System.Globalization;
using System.Reflection;

namespace Bench.Host;

/// <summary>
/// A benchmark case as the program's own BenchmarkDotNet finds it. Read by reflection, because any version may be in use.
/// </summary>
internal sealed class HostedCase
{
    private readonly object benchmarkCase;
    private readonly object descriptor;

    // Since 0.16 BenchmarkDotNet awaits everything awaitable, not only tasks, and enumerates asynchronous streams.
    private readonly bool awaitsAnything;

    // numberInType is the number among the cases that attributes give the type; null for a case that Main handed to BenchmarkDotNet.
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

    // Contains the job.
    public string DisplayInfo => Reflected.Find(benchmarkCase, "DisplayInfo") as string ?? "";

    public string MethodTitle => Reflected.Find(descriptor, "DisplayInfo") as string ?? "";

    public string FullName =>
        benchmarkCase
            .GetType()
            .Assembly.GetType("BenchmarkDotNet.Exporters.FullNameProvider")
            ?.GetMethod("GetBenchmarkName", [benchmarkCase.GetType()])
            ?.Invoke(null, [benchmarkCase]) as string
        ?? $"{Type}.{Method}({Parameters})";

    // Unique within a process.
    public (string FullName, string Job) Name => (FullName, Job.DisplayInfo);

    // Equal for the variants of one comparison group.
    public string Group =>
        string.Join(
            '\n',
            Type,
            string.Join(',', (Reflected.Find(descriptor, "Categories") as string[] ?? []).Order(StringComparer.Ordinal)),
            Job.Name,
            FullParameters
        );

    // BenchmarkDotNet prints only twenty characters per value, so that different long values can look the same. The full name has them
    // whole.
    private string FullParameters =>
        FullName.IndexOf($".{Method}(", StringComparison.Ordinal) is var at and >= 0 ? FullName[(at + Method.Length + 1)..] : Parameters;

    public RunMode Mode =>
        Job.IsColdStart ? RunMode.FirstCall
        : HasIterations || Job.IsMonitoring ? RunMode.Iterations
        : RunMode.Slices;

    // Null if the case can be measured.
    public string? UnsupportedReason =>
        IsOfMain && !CaseList.IsKnownByAttributes(this)
            ? "Main creates this case itself, but only cases from attributes can be measured"
            : Job.UnsupportedReason ?? UncallableReason;

    // The item type if BenchmarkDotNet enumerates the returned stream; null otherwise.
    public Type? StreamItem =>
        awaitsAnything
        && WorkloadMethod.ReturnType is { IsGenericType: true } result
        && result.GetGenericTypeDefinition() == typeof(IAsyncEnumerable<>)
            ? result.GetGenericArguments()[0]
            : null;

    // Null if the method can be called many times.
    public string? UncallableReason =>
        WorkloadMethod.ReturnType is { IsByRef: true } or { IsByRefLike: true } or { IsPointer: true }
            ? $"it returns a {WorkloadMethod.ReturnType.Name}, which cannot be kept"
        : UnawaitedResult is { } result ? $"it or its setup returns a {result.Name}, but only tasks can be awaited here"
        : WorkloadMethod
            .GetParameters()
            .Any(parameter => parameter.ParameterType is { IsByRef: true } or { IsByRefLike: true } or { IsPointer: true })
            ? "one of its arguments cannot be kept on the heap"
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
        )
        {
            IsAwaited = IsAwaitable(WorkloadMethod.ReturnType) || IsStream(WorkloadMethod.ReturnType),
        };

    public bool Fits(IEnumerable<object> filters) =>
        filters.All(filter => filter.GetType().GetMethod("Predicate", [benchmarkCase.GetType()])!.Invoke(filter, [benchmarkCase]) is true);

    private static bool IsTask(Type type) =>
        typeof(Task).IsAssignableFrom(type)
        || type == typeof(ValueTask)
        || (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(ValueTask<>));

    // Matches everything that a compiler might await or enumerate. BenchmarkDotNet requires more, so this may refuse one benchmark too
    // many.
    private static bool IsAwaitable(Type type) => type.GetMethod("GetAwaiter", []) is not null;

    private static bool IsStream(Type type) =>
        type.GetMethods().Any(method => method.Name == "GetAsyncEnumerator")
        || type.GetInterfaces().Any(of => of.IsGenericType && of.GetGenericTypeDefinition() == typeof(IAsyncEnumerable<>));

    internal sealed record Value(string Name, object? Content, bool IsArgument);
}
