using System.Diagnostics;
using System.Globalization;

namespace Bench.Load;

/// <summary>
/// What a server has started, and what that has. It is known by a variable that it inherits, whoever its parent is by now: of a server
/// that has ended, nobody knows any more what it started. Linux only.
/// </summary>
internal sealed class StartedProcesses
{
    private const string Variable = "BENCH_LOAD_SERVER";

    // In /proc/N/stat, of what follows the name.
    private const int State = 0;
    private const int Parent = 1;
    private const int StartTime = 19;

    private static readonly TimeSpan TimeBetweenLooks = TimeSpan.FromMilliseconds(50);

    private readonly string id = Guid.NewGuid().ToString("N");
    private readonly HashSet<Identity> remembered = [];

    /// <summary>Marks a server that is about to be started.</summary>
    public void Mark(ProcessStartInfo start) => start.Environment[Variable] = id;

    /// <summary>Looks who descends from a server that lives: some may have been given an environment without the variable.</summary>
    public void Remember(int server)
    {
        if (!OperatingSystem.IsLinux())
            return;
        var running = Running();
        var family = new HashSet<int> { server };
        int before;
        do
        {
            before = family.Count;
            family.UnionWith(running.Where(one => family.Contains(one.Parent)).Select(one => one.Identity.Process));
        } while (family.Count > before);

        family.Remove(server);
        remembered.UnionWith(running.Where(one => family.Contains(one.Identity.Process)).Select(one => one.Identity));
    }

    /// <summary>Ends what lives after its server's end: asked first, as that was.</summary>
    /// <param name="patience">How long it may take to end.</param>
    public void End(TimeSpan patience)
    {
        if (!OperatingSystem.IsLinux())
            return;
        foreach (var signal in (int[])[ProcessSignal.Terminate, ProcessSignal.Kill])
        {
            var told = new HashSet<Identity>();
            for (var clock = Stopwatch.StartNew(); clock.Elapsed < patience; Thread.Sleep(TimeBetweenLooks))
            {
                Identity[] left = [.. Running().Select(one => one.Identity).Where(IsOurs)];
                if (left.Length == 0)
                    return;
                foreach (var one in left.Where(told.Add))
                    ProcessSignal.Send(one.Process, signal);
            }
        }
    }

    private bool IsOurs(Identity one) => remembered.Contains(one) || IsMarked(one.Process);

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

    private static List<(Identity Identity, int Parent)> Running()
    {
        var running = new List<(Identity, int)>();
        foreach (var folder in Directory.EnumerateDirectories("/proc"))
        {
            if (!int.TryParse(Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out var process))
                continue;
            try
            {
                // The name, in brackets, may hold anything.
                var status = File.ReadAllText(Path.Combine(folder, "stat"));
                var fields = status[(status.LastIndexOf(')') + 2)..].Split(' ');
                if (fields[State] is not ("Z" or "X"))
                    running.Add((new Identity(process, fields[StartTime]), int.Parse(fields[Parent], CultureInfo.InvariantCulture)));
            }
            catch (Exception e)
                when (e is IOException or UnauthorizedAccessException or FormatException or ArgumentException or IndexOutOfRangeException)
            {
                // It has ended.
            }
        }

        return running;
    }

    // Numbers are used again, but not with the same start.
    private readonly record struct Identity(int Process, string StartTime);
}
