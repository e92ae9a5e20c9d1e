using System.Diagnostics;

namespace Bench.Host;

internal static class Counters
{
    /// <summary>In ticks of <see cref="Stopwatch"/>.</summary>
    public static readonly Counter Time = new StopwatchTime();

    /// <summary>
    /// Bytes that the whole process has allocated, so that work on other threads counts. They include allocations of the runtime itself.
    /// </summary>
    public static readonly Counter Bytes = new ProcessBytes();

    private sealed class StopwatchTime : Counter
    {
        public override long Read() => Stopwatch.GetTimestamp();
    }

    private sealed class ProcessBytes : Counter
    {
        public override long Read() => GC.GetTotalAllocatedBytes(precise: true);
    }
}
