using System.Collections;
using System.Reflection;

namespace Bench.Host;

// Replaces the validators that BenchmarkDotNet adds to every configuration. It sees the cases of each run with their final jobs, before
// anything is built. Then it reports an error, so that BenchmarkDotNet runs nothing and the program continues as after a failed run.
// Not sealed, because the proxy derives from it.
internal class CaseCollector : DispatchProxy
{
    private const string Refusal = "The benchmarks were listed, and are not run.";

    private Action<IReadOnlyList<object>> keep = _ => { };

    public static void Install(Assembly library, Action<IReadOnlyList<object>> keep)
    {
        var validators =
            library
                .GetType("BenchmarkDotNet.Configs.ImmutableConfigBuilder")
                ?.GetField("MandatoryValidators", BindingFlags.Static | BindingFlags.NonPublic)
                ?.GetValue(null) as object[];
        if (
            validators?.GetType().GetElementType() is not { IsInterface: true } type
            // BenchmarkDotNet validates asynchronously since 0.16.
            || (type.GetMethod("Validate") ?? type.GetMethod("ValidateAsync"))?.ReturnType is not { IsGenericType: true } errors
            || (errors.GetGenericTypeDefinition() != typeof(IEnumerable<>) && !IsStream(errors))
        )
            throw new NotSupportedException("this version of BenchmarkDotNet does not show its benchmarks to validators");

        var collector = (CaseCollector)Create(type, typeof(CaseCollector));
        collector.keep = keep;
        Array.Fill(validators, collector);
    }

    // BenchmarkDotNet calls validators in the order of their hash codes. This one comes first, because a program's own may change the
    // cases.
    public override int GetHashCode() => int.MinValue;

    public override bool Equals(object? obj) => ReferenceEquals(this, obj);

    protected override object? Invoke(MethodInfo? targetMethod, object?[]? args)
    {
        // Without arguments, the interface's only property is read: TreatsWarningsAsErrors.
        if (args is not [{ } parameters])
            return false;

        keep([.. Reflected.Get<IEnumerable>(parameters, "Benchmarks").Cast<object>()]);
        var result = targetMethod!.ReturnType;
        var type = result.GetGenericArguments()[0];
        var error = Activator.CreateInstance(type, true, Refusal, null)!;
        if (IsStream(result))
            return typeof(CaseCollector)
                .GetMethod(nameof(Stream), BindingFlags.Static | BindingFlags.NonPublic)!
                .MakeGenericMethod(type)
                .Invoke(null, [error]);

        var errors = Array.CreateInstance(type, 1);
        errors.SetValue(error, 0);
        return errors;
    }

    private static bool IsStream(Type type) => type.GetGenericTypeDefinition() == typeof(IAsyncEnumerable<>);

    private static async IAsyncEnumerable<T> Stream<T>(T item)
    {
        await Task.CompletedTask.ConfigureAwait(false);
        yield return item;
    }
}
