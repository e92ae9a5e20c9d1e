namespace Bench.Cli.Explain;

internal sealed record SampledStack(IReadOnlyList<string> Frames, bool IsManaged)
{
    // The name of the host's loop in a profile.
    public const string Loop = "(the loop that calls the benchmark)";

    // The prefix of the names of the host's types.
    public const string Host = "Bench.Host.";
    internal const string Lifeline = "Bench.Host.Lifeline";
    internal const string Talk = "Bench.Host.HostServer.Serve(";
    private const string Worker = "System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart(";
    private const string Dispatch = "System.Threading.ThreadPoolWorkQueue.Dispatch(";

    // The sampler stops threads at these polls: the time is their caller's.
    private static readonly string[] Polls = ["System.Threading.Thread.<PollGC>", "System.Threading.Thread.PollGC("];

    // Idle threads of the runtime spin here.
    private static readonly string[] Spinning =
    [
        "System.Threading.LowLevelLifoSemaphore.",
        "System.Threading.LowLevelSpinWaiter.",
        "System.Threading.SpinWait.",
        "System.Threading.Thread.SpinWait",
        "System.Threading.Thread.Sleep",
        "System.Threading.Thread.Yield",
        "System.Threading.Tasks.Task.SpinWait",
        "System.Threading.Tasks.Task.InternalWait",
        "System.Threading.Tasks.Task.SpinThenBlockingWait",
        "System.Threading.ManualResetEventSlim.Wait",
        "System.Threading.PortableThreadPool+",
        "System.Threading.WaitHandle.",
        "System.Threading.Monitor.Wait",
    ];

    // Native code called from here waits. Elsewhere native code is work: compression, cryptography, the allocator.
    private static readonly string[] Waiting =
    [
        "System.Threading.",
        "System.Net.Sockets.",
        "System.IO.Pipes.",
        "Interop+Sys.Wait",
        "Interop+Sys.Poll",
        "Interop+Sys.Read",
        "Interop+Kernel32.Wait",
        "System.Console.",
        "System.ConsolePal.",
    ];

    private static readonly string[] WaitingOfServers = [.. Waiting.Where(name => name != "System.Net.Sockets.")];

    /// <summary>
    /// The frames of the benchmark's own work, innermost first; null for a thread that waits or does something else.
    /// </summary>
    public IReadOnlyList<string>? Work() => Work(Waiting);

    /// <summary>The same for a server. Its sockets never block, so time in them is work.</summary>
    public IReadOnlyList<string>? ServerWork() => Work(WaitingOfServers);

    private string[]? Work(string[] waiting)
    {
        string[] frames = [.. Frames.SkipWhile(frame => frame.Length == 0 || StartsWithAny(frame, Polls)).Where(frame => frame.Length > 0)];
        if (frames.Length == 0 || StartsWithAny(frames[0], IsManaged ? Spinning : waiting))
            return null;

        var worker = Array.FindIndex(frames, frame => frame.StartsWith(Worker, StringComparison.Ordinal));
        if (worker >= 0)
        {
            var dispatch = Array.FindIndex(frames, frame => frame.StartsWith(Dispatch, StringComparison.Ordinal));
            return Named(frames[..Math.Max(1, dispatch >= 0 ? dispatch : worker)]);
        }

        var host = Array.FindIndex(frames, frame => frame.StartsWith(Host, StringComparison.Ordinal));
        // Setup and cleanup are called by reflection; benchmarks are called through a delegate.
        if (
            host < 0
            || frames[host].StartsWith(Lifeline, StringComparison.Ordinal)
            || frames[host].StartsWith(Talk, StringComparison.Ordinal)
            || (host > 0 && frames[host - 1].StartsWith("System.Reflection.", StringComparison.Ordinal))
        )
            return null;
        return Named(frames[..Math.Max(1, host)]);
    }

    private static string[] Named(string[] frames) =>
        [.. frames.Select(frame => frame.StartsWith(Host, StringComparison.Ordinal) ? Loop : frame)];

    private static bool StartsWithAny(string frame, string[] beginnings) =>
        beginnings.Any(beginning => frame.StartsWith(beginning, StringComparison.Ordinal));
}
