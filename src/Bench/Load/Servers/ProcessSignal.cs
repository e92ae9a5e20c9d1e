using System.Runtime.InteropServices;

namespace Bench.Load;

// Signals for kill(2), which Windows lacks.
internal static partial class ProcessSignal
{
    public const int Terminate = 15;
    public const int Kill = 9;

    /// <returns>False if this user has no such process.</returns>
    public static bool Send(int process, int signal) => SendTo(process, signal) == 0;

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int SendTo(int process, int signal);
}
