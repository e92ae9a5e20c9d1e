namespace Bench.Tests;

internal static class Allocation
{
    /// <summary>
    /// Bytes that one call allocates on this thread: the minimum of many calls. A collection may empty the array pool at any time, and a
    /// first call fills caches, but no call allocates less than it needs.
    /// </summary>
    public static long Create(Action action)
    {
        long min = long.MaxValue;
        for (int i = 0; i < 50; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            action();
            min = Math.Min(min, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return min;
    }
}
