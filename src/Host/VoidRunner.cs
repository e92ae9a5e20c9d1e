using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Bench.Host;

internal sealed class VoidRunner(Action call) : IRunner
{
    private readonly Action empty = Empty;

    public bool IsOnCallingThread => true;

    public long Run(long invocations) => Time(call, invocations);

    public long? RunEmpty(long invocations) => Time(empty, invocations);

    // Fully optimised at once and without a profile. With a profile, the JIT compiler would inline the benchmark into the loop.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static long Time(Action call, long invocations)
    {
        var start = Stopwatch.GetTimestamp();
        for (; invocations > 0; invocations--)
            call();
        return Stopwatch.GetTimestamp() - start;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Empty() { }
}
