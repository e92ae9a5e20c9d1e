using System.Globalization;

namespace Bench.Host;

/// <summary>A process on Linux. The system reuses an id, but not with the same start time.</summary>
internal readonly record struct RunningProcess(int Id, string StartTime)
{
    // Fields of /proc/N/stat, counted after the name.
    private const int StateField = 0;
    private const int ParentField = 1;
    private const int StartTimeField = 19;

    public static IReadOnlyList<(RunningProcess Process, int Parent)> All()
    {
        var running = new List<(RunningProcess, int)>();
        foreach (var folder in Directory.EnumerateDirectories("/proc"))
        {
            if (!int.TryParse(Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out var id))
                continue;
            try
            {
                // The name stands in parentheses and may contain anything.
                var status = File.ReadAllText(Path.Combine(folder, "stat"));
                var fields = status[(status.LastIndexOf(')') + 2)..].Split(' ');
                if (fields[StateField] is not ("Z" or "X"))
                    running.Add(
                        (new RunningProcess(id, fields[StartTimeField]), int.Parse(fields[ParentField], CultureInfo.InvariantCulture))
                    );
            }
            catch (Exception e)
                when (e is IOException or UnauthorizedAccessException or FormatException or ArgumentException or IndexOutOfRangeException)
            {
                // It has ended.
            }
        }

        return running;
    }

    public static IReadOnlyList<RunningProcess> DescendantsOf(int process)
    {
        var running = All();
        var family = new HashSet<int> { process };
        while (running.Where(one => family.Contains(one.Parent)).Select(one => one.Process.Id).Where(family.Add).ToArray().Length > 0) { }

        family.Remove(process);
        return [.. running.Select(one => one.Process).Where(one => family.Contains(one.Id))];
    }
}
