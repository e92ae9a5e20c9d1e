using System.Text.RegularExpressions;

namespace Bench.Allocations.Sampling;

/// <summary>Names the methods of a stack, from the events with which a trace ends.</summary>
internal sealed partial class MethodMap
{
    private const string Provider = "Microsoft-Windows-DotNETRuntimeRundown";
    private const int MethodEnd = 144;

    private readonly (ulong Start, uint Size, string Type, string Method)[] methods;
    private readonly ulong[] starts;

    public MethodMap(IEnumerable<TraceEvent> events)
    {
        methods =
        [
            .. events.Where(found => found.Provider == Provider && found.Id == MethodEnd).Select(Read).OrderBy(method => method.Start),
        ];
        starts = [.. methods.Select(method => method.Start)];
    }

    /// <summary>The innermost method that is not the framework's, or the innermost one; null if none is known.</summary>
    public string? Place(IEnumerable<ulong> stack)
    {
        var known = stack.Select(Find).OfType<(string Type, string Method)>().TakeWhile(frame => !IsCounting(frame.Type)).ToList();
        if (known.Count == 0)
            return null;
        var own = known.Find(frame => !IsFramework(frame.Type));
        var (type, method) = own.Type is null ? known[0] : own;
        return Plain($"{type}.{method}");
    }

    /// <summary>
    /// A name as in the source: a lambda and a local function are named after the method that has them, as is the code behind
    /// <c>async</c>.
    /// </summary>
    internal static string Plain(string name) => Lambda().Replace(StateMachine().Replace(name, ".$1"), ".$1");

    private (string Type, string Method)? Find(ulong address)
    {
        var index = Array.BinarySearch(starts, address);
        index = index < 0 ? ~index - 1 : index;
        if (index < 0 || address - starts[index] > methods[index].Size)
            return null;
        return (methods[index].Type, methods[index].Method);
    }

    private static (ulong Start, uint Size, string Type, string Method) Read(TraceEvent found)
    {
        var cursor = new Cursor(found.Payload);
        // The numbers of the method and of its module.
        cursor.Bytes(16);
        var (start, size) = (cursor.Address(), (uint)cursor.Int());
        // Its token and its flags.
        cursor.Bytes(8);
        return (start, size, cursor.Text(), cursor.Text());
    }

    private static bool IsCounting(string type) => type.StartsWith("Bench.Host.", StringComparison.Ordinal);

    private static bool IsFramework(string type) =>
        type.StartsWith("System.", StringComparison.Ordinal)
        || type.StartsWith("Microsoft.", StringComparison.Ordinal)
        || type.StartsWith("Internal.", StringComparison.Ordinal)
        || type.StartsWith("Interop", StringComparison.Ordinal);

    // Type+<Method>d__3.MoveNext, Type+<>c+<<Method>b__3_0>d.MoveNext
    [GeneratedRegex(@"[.+]<(?!>)(.+)>d(?:__\d+)?(?:`\d+)?(?:\[.*\])?\.MoveNext$", RegexOptions.CultureInvariant)]
    private static partial Regex StateMachine();

    // Type+<>c.<Method>b__3_0, Type+<>c__DisplayClass3_0.<Method>b__0, Type.<Method>g__Local|3_0
    [GeneratedRegex(@"(?:\+<>c[^.+]*)?[.+]<(.+)>(?:b__[\d_]+|g__\w+\|[\d_]+)$", RegexOptions.CultureInvariant)]
    private static partial Regex Lambda();
}
