using System.Runtime.CompilerServices;

namespace Bench.Host;

internal sealed class VoidRunner(Action call) : IRunner
{
    public bool IsOnCallingThread => true;

    public ValueTask<long> Run(long invocations, Counter counter) => new(Run(call, invocations, counter));

    // Fully optimised at once and without a profile. With a profile, the JIT compiler would inline the operation into the loop.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static long Run(Action call, long invocations, Counter counter)
    {
        var start = counter.Read();
        for (; invocations > 0; invocations--)
            call();
        return counter.Read() - start;
    }
}
