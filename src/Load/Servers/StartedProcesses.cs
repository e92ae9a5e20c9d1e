using System.Diagnostics;
using Bench.Host;

namespace Bench.Load;

/// <summary>
/// What a server has started, and what that has. It is known by a variable that it inherits, whoever its parent is by now: of a server
/// that has ended, nobody knows any more what it started. Linux only.
/// </summary>
internal sealed class StartedProcesses
{
    private const string Variable = "BENCH_LOAD_SERVER";

    private static readonly TimeSpan TimeBetweenLooks = TimeSpan.FromMilliseconds(50);

    private readonly string id = Guid.NewGuid().ToString("N");
    private readonly HashSet<RunningProcess> remembered = [];

    /// <summary>Marks a server that is about to be started.</summary>
    public void Mark(ProcessStartInfo start) => start.Environment[Variable] = id;

    /// <summary>Looks who descends from a server that lives: some may have been given an environment without the variable.</summary>
    public void Remember(int server)
    {
        if (OperatingSystem.IsLinux())
            remembered.UnionWith(RunningProcess.DescendantsOf(server));
    }

    /// <summary>Ends what lives after its server's end: asked first, as that was.</summary>
    /// <param name="patience">How long it may take to end.</param>
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
            // It has ended, or is somebody else's.
            return false;
        }
    }
}
