using System.Runtime.InteropServices;

namespace Bench.Load;

/// <summary>What a process is told by kill(2): elsewhere than on Windows.</summary>
internal static partial class ProcessSignal
{
    public const int Terminate = 15;
    public const int Kill = 9;

    /// <returns>Whether there was such a process, of this user's.</returns>
    public static bool Send(int process, int signal) => SendTo(process, signal) == 0;

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int SendTo(int process, int signal);
}
