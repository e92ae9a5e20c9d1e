using System.Diagnostics;
using Bench.Host;

namespace Bench.Load;

// Processes that a server started, directly or indirectly. They inherit an environment variable, because after the end of the server
// nothing else identifies its children. Linux only.
internal sealed class StartedProcesses
{
    private const string Variable = "BENCH_LOAD_SERVER";

    private static readonly TimeSpan TimeBetweenLooks = TimeSpan.FromMilliseconds(50);

    private readonly string id = Guid.NewGuid().ToString("N");
    private readonly HashSet<RunningProcess> remembered = [];

    public void Mark(ProcessStartInfo start) => start.Environment[Variable] = id;

    // Some descendants may have an environment without the variable, and can only be found while the server is alive.
    public void Remember(int server)
    {
        if (OperatingSystem.IsLinux())
            remembered.UnionWith(RunningProcess.DescendantsOf(server));
    }

    // Terminates first, as with the server, and then kills. The patience is that of each signal.
    public void End(TimeSpan patience)
    {
        if (!OperatingSystem.IsLinux())
            return;
        foreach (var signal in (int[])[ProcessSignal.Terminate, ProcessSignal.Kill])
        {
            var told = new HashSet<RunningProcess>();
            for (var clock = Stopwatch.StartNew(); clock.Elapsed < patience; Thread.Sleep(TimeBetweenLooks))
            {
                RunningProcess[] left = [.. RunningProcess.All().Select(one => one.Process).Where(IsOurs)];
                if (left.Length == 0)
                    return;
                foreach (var one in left.Where(told.Add))
                    ProcessSignal.Send(one.Id, signal);
            }
        }
    }

    private bool IsOurs(RunningProcess one) => remembered.Contains(one) || IsMarked(one.Id);

    private bool IsMarked(int process)
    {
        try
        {
            return File.ReadAllText(FormattableString.Invariant($"/proc/{process}/environ")).Split('\0').Contains($"{Variable}={id}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It has ended, or belongs to another user.
            return false;
        }
    }
}
