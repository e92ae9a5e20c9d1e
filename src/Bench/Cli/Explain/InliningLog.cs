using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers;

namespace Bench.Cli.Explain;

/// <summary>The decisions of the JIT compiler about inlining.</summary>
/// <param name="Inlined">Pairs of a compiled method and a method that was inlined into it, directly or not.</param>
/// <param name="NotInlined">Pairs of the same kind, with the compiler's reason.</param>
internal sealed record InliningLog(
    IReadOnlySet<(string Method, string Inlinee)> Inlined,
    IReadOnlyDictionary<(string Method, string Inlinee), string> NotInlined
)
{
    public static InliningLog Empty { get; } =
        new(new HashSet<(string, string)>(), new Dictionary<(string Method, string Inlinee), string>());

    /// <summary>Environment variables that make the runtime log inlining from its start.</summary>
    public static IEnumerable<string> Variables(string file) =>
        [
            "DOTNET_EnableEventPipe=1",
            $"DOTNET_EventPipeOutputPath={file}",
            FormattableString.Invariant(
                $"DOTNET_EventPipeConfig={ClrTraceEventParser.ProviderName}:0x{(long)ClrTraceEventParser.Keywords.JitTracing:x}:5"
            ),
        ];

    public static InliningLog Read(string file)
    {
        if (!File.Exists(file))
            return Empty;
        var inlined = new HashSet<(string, string)>();
        var notInlined = new Dictionary<(string, string), string>();
        using var source = new EventPipeEventSource(file);
        source.Clr.MethodInliningSucceeded += e =>
            inlined.Add((Name(e.MethodBeingCompiledNamespace, e.MethodBeingCompiledName), Name(e.InlineeNamespace, e.InlineeName)));
        source.Clr.MethodInliningFailed += e =>
            notInlined[(Name(e.MethodBeingCompiledNamespace, e.MethodBeingCompiledName), Name(e.InlineeNamespace, e.InlineeName))] =
                e.FailReason;
        source.Process();
        return new InliningLog(inlined, notInlined);
    }

    /// <summary>Methods that are inlined into the given methods in this log, and only called in the other.</summary>
    public IReadOnlyList<LostInlining> LostIn(InliningLog other, IReadOnlySet<string> methods) =>
        [
            .. Inlined
                .Where(pair => methods.Contains(pair.Method) && !other.Inlined.Contains(pair) && other.NotInlined.ContainsKey(pair))
                .Select(pair => new LostInlining(pair.Method, pair.Inlinee, other.NotInlined[pair]))
                .OrderBy(lost => lost.Method, StringComparer.Ordinal)
                .ThenBy(lost => lost.Inlinee, StringComparer.Ordinal),
        ];

    private static string Name(string type, string method) => MethodName.FromFrame($"{type}.{method}").Name;
}
