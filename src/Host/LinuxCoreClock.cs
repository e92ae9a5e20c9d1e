using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Bench.Host;

/// <summary>clock_gettime(2), and the wait for a core that the scheduler counts in /proc/PID/task/TID/schedstat.</summary>
internal sealed class LinuxCoreClock : CoreClock
{
    private const int ProcessClock = 2;
    private const int ThreadClock = 3;
    private const string Tasks = "/proc/self/task";

    /// <summary>The first 15 characters of the thread's name are all that the kernel keeps.</summary>
    private const string CompilerThread = ".NET Tiered Com";

    [ThreadStatic]
    private static SafeFileHandle? scheduler;

    private static volatile bool hasNoScheduler;

    protected override double ThreadTime() => Read(ThreadClock);

    protected override double ProcessTime() => Read(ProcessClock);

    protected override double? ThreadWait()
    {
        if (hasNoScheduler)
            return null;
        try
        {
            scheduler ??= File.OpenHandle("/proc/thread-self/schedstat");
            Span<byte> text = stackalloc byte[128];
            return Parse(text[..RandomAccess.Read(scheduler, text, 0)]).Wait;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FormatException)
        {
            hasNoScheduler = true;
            return null;
        }
    }

    protected override (double Wait, double Compiler)? AllThreads()
    {
        if (hasNoScheduler)
            return null;
        var (wait, compiler) = (0.0, 0.0);
        Span<byte> text = stackalloc byte[128];
        try
        {
            foreach (var task in Directory.EnumerateDirectories(Tasks))
            {
                try
                {
                    using var file = File.OpenHandle(Path.Combine(task, "schedstat"));
                    var (time, waited) = Parse(text[..RandomAccess.Read(file, text, 0)]);
                    if (IsCompiler(task))
                        compiler += time;
                    else
                        wait += waited;
                }
                catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
                {
                    // It has just ended.
                }
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FormatException)
        {
            hasNoScheduler = true;
            return null;
        }

        return (wait, compiler);
    }

    private static bool IsCompiler(string task) =>
        File.ReadAllText(Path.Combine(task, "comm")).StartsWith(CompilerThread, StringComparison.Ordinal);

    // Time on a core, time of waiting for one, and how often it got one.
    private static (double Time, double Wait) Parse(ReadOnlySpan<byte> text)
    {
        var fields = Encoding.ASCII.GetString(text).Split(' ');
        return fields.Length >= 2
            ? (double.Parse(fields[0], CultureInfo.InvariantCulture), double.Parse(fields[1], CultureInfo.InvariantCulture))
            : throw new FormatException("schedstat has fewer than two fields.");
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
