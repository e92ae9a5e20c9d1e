using System.Runtime.CompilerServices;

namespace Bench.Host;

internal static class PoolThread
{
    /// <summary>
    /// Continues on the thread pool. Another thread may be waiting for the result, and a synchronization context would queue each
    /// continuation. An asynchronous method moves its state to the heap here, before anything is counted.
    /// </summary>
    public static ConfiguredTaskAwaitable Continue() => Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
}
