using System.Collections;
using System.Reflection;

namespace Bench.Host;

/// <summary>
/// Stands in the place of the validators that BenchmarkDotNet adds to every configuration: sees the cases of each run with their final
/// jobs, before anything is built, and refuses the run. The program goes on as after a run that failed.
/// </summary>
// Not sealed: the proxy derives from it.
internal class CaseCollector : DispatchProxy
{
    private const string Refusal = "The benchmarks were listed, and are not run.";

    private Action<IReadOnlyList<object>> keep = _ => { };

    /// <exception cref="NotSupportedException">This BenchmarkDotNet has no such validators.</exception>
    public static void Install(Assembly library, Action<IReadOnlyList<object>> keep)
    {
        var validators =
            library
                .GetType("BenchmarkDotNet.Configs.ImmutableConfigBuilder")
                ?.GetField("MandatoryValidators", BindingFlags.Static | BindingFlags.NonPublic)
                ?.GetValue(null) as object[];
        if (
            validators?.GetType().GetElementType() is not { IsInterface: true } type
            || type.GetMethod("Validate") is not { } validate
            || !typeof(IEnumerable).IsAssignableFrom(validate.ReturnType)
        )
            throw new NotSupportedException("this version of BenchmarkDotNet does not show its benchmarks to validators");

        var collector = (CaseCollector)Create(type, typeof(CaseCollector));
        collector.keep = keep;
        Array.Fill(validators, collector);
    }

    // BenchmarkDotNet asks its validators in the order of their hash codes, and those of a program may change the cases: this comes first.
    public override int GetHashCode() => int.MinValue;

    public override bool Equals(object? obj) => ReferenceEquals(this, obj);

    protected override object? Invoke(MethodInfo? targetMethod, object?[]? args)
    {
        // The interface's only property: TreatsWarningsAsErrors.
        if (args is not [{ } parameters])
            return false;

        keep([.. Reflected.Get<IEnumerable>(parameters, "Benchmarks").Cast<object>()]);
        var error = targetMethod!.ReturnType.GetGenericArguments()[0];
        var errors = Array.CreateInstance(error, 1);
        errors.SetValue(Activator.CreateInstance(error, true, Refusal, null), 0);
        return errors;
    }
}
