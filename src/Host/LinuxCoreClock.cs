using System.Buffers.Text;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Bench.Host;

/// <summary>Uses clock_gettime(2), and the wait for a core in /proc/thread-self/schedstat.</summary>
internal sealed class LinuxCoreClock : CoreClock
{
    private const int ProcessClock = 2;
    private const int ThreadClock = 3;

    [ThreadStatic]
    private static SafeFileHandle? scheduler;

    private static volatile bool hasNoScheduler;

    protected override double ThreadTime() => Read(ThreadClock);

    protected override double ProcessTime() => Read(ProcessClock);

    protected override double? Wait()
    {
        if (hasNoScheduler)
            return null;
        try
        {
            scheduler ??= File.OpenHandle("/proc/thread-self/schedstat");
            Span<byte> text = stackalloc byte[128];
            if (WaitIn(text[..RandomAccess.Read(scheduler, text, 0)]) is { } wait)
                return wait;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Treated as a system without the file.
        }

        hasNoScheduler = true;
        return null;
    }

    // The fields are: time on a core, wait for a core, number of time slices. Parsing allocates nothing, for that would count as the
    // benchmark's.
    private static double? WaitIn(ReadOnlySpan<byte> text)
    {
        var space = text.IndexOf((byte)' ');
        // Without scheduler statistics the kernel writes "0 0 0", and a thread that reads this has been on a core.
        return space >= 0 && !text.StartsWith("0 "u8) && Utf8Parser.TryParse(text[(space + 1)..], out ulong wait, out _) ? wait : null;
    }

    private static double Read(int clock) =>
        GetTime(clock, out var time) == 0
            ? (time.Seconds * 1e9) + time.Nanoseconds
            : throw new InvalidOperationException("clock_gettime fails.");

    [DllImport("libc", EntryPoint = "clock_gettime")]
    private static extern int GetTime(int clock, out Time time);

    [StructLayout(LayoutKind.Sequential)]
    private struct Time
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}
