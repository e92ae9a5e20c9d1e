namespace Bench.Host;

/// <summary>
/// Calls an operation many times and keeps the results, so that no call is optimised away. The check and the allocation budgets count
/// with the same runners, and differ in the counter only.
/// </summary>
internal interface IRunner
{
    // False if the operation runs on the thread pool.
    bool IsOnCallingThread { get; }

    /// <returns>By how much the counter grows from the first call to the end of the last.</returns>
    ValueTask<long> Run(long invocations, Counter counter);
}
