using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Reflection.Emit;
using System.Runtime;

namespace Bench.Host;

// Records the methods that run and the types that are loaded, from the runtime's events. The runtime raises one event per compiled method
// and loaded type. A process that records inlines nothing, so every method that runs is compiled.
internal sealed class MethodRecorder : EventListener
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const EventKeywords Compilation = (EventKeywords)0x10;
    private const EventKeywords TypeLoads = (EventKeywords)0x8000000000;
    private const int MethodLoadVerbose = 143;
    private const int TypeLoadStop = 74;

    // Another thread may have compiled a method without having raised its event yet.
    private const int MaxAttempts = 5;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly HashSet<RecordedMethod> methods = [];
    private readonly HashSet<string> types = [];
    private (long Compiled, long Told) start;
    private long told;
    private string? mark;
    private bool isMarked;

    private MethodRecorder() { }

    public static MethodRecorder? StartWhereAsked()
    {
        if (Environment.GetEnvironmentVariable(HostProtocol.RecordVariable) is null)
            return null;
        Environment.SetEnvironmentVariable(HostProtocol.RecordVariable, null);
        var recorder = new MethodRecorder();
        recorder.AwaitEvents();
        recorder.start = (JitInfo.GetCompiledMethodCount(), recorder.told);
        return recorder;
    }

    // Throws if the runtime dropped events, because the list would be incomplete.
    public IReadOnlyList<RecordedMethod> Methods()
    {
        var compiled = JitInfo.GetCompiledMethodCount() - start.Compiled;
        for (var i = 0; i < MaxAttempts; i++)
        {
            AwaitEvents();
            lock (methods)
            {
                if (told - start.Told >= compiled)
                    return [.. methods];
            }
        }

        throw new NotSupportedException($"The runtime compiled {compiled} methods, but reported {told - start.Told}.");
    }

    // In the notation of the runtime's events. Complete only after Methods.
    public IReadOnlyList<string> Types()
    {
        lock (methods)
            return [.. types];
    }

    public static IReadOnlyList<string> Modules() =>
        [
            .. AppDomain
                .CurrentDomain.GetAssemblies()
                .Where(assembly => !assembly.IsDynamic)
                .Select(assembly => assembly.Location is { Length: > 0 } path ? path : $"{assembly.GetName().Name} (from memory)"),
        ];

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == Runtime)
            EnableEvents(eventSource, EventLevel.Verbose, Compilation | TypeLoads);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.Payload is not { } payload)
            return;
        if (eventData.EventId == TypeLoadStop)
        {
            lock (methods)
                types.Add((string)payload[4]!);
        }

        if (eventData.EventId != MethodLoadVerbose)
            return;

        var method = new RecordedMethod((string)payload[6]!, (string)payload[7]!, (int)(uint)payload[4]!);
        lock (methods)
        {
            told++;
            methods.Add(method);
            isMarked |= method.Name == mark;
            Monitor.PulseAll(methods);
        }
    }

    // Events arrive late and in order. When the event of a method that is compiled now arrives, all earlier ones have arrived too.
    private void AwaitEvents()
    {
        lock (methods)
        {
            isMarked = false;
            mark = $"mark{told}";
        }

        CompileMethod(mark);
        lock (methods)
        {
            for (var clock = Stopwatch.StartNew(); !isMarked;)
            {
                if (!Monitor.Wait(methods, Patience) || clock.Elapsed > Patience)
                    throw new NotSupportedException("The runtime does not report which methods it compiles.");
            }
        }
    }

    private static void CompileMethod(string name)
    {
        var method = new DynamicMethod(name, typeof(void), Type.EmptyTypes);
        method.GetILGenerator().Emit(OpCodes.Ret);
        method.CreateDelegate<Action>()();
    }
}
