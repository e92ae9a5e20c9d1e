using System.Diagnostics;
using System.Linq.Expressions;
using System.Runtime.CompilerServices;

namespace Bench.Host;

/// <summary>
/// Calls a benchmark many times and keeps the results, so that no call is optimised away. Times are <see cref="Stopwatch"/> ticks.
/// </summary>
internal interface IRunner
{
    // False if the benchmark runs on the thread pool.
    bool IsOnCallingThread { get; }

    long Run(long invocations);

    // Time of calling an empty method; null if an empty method of this shape would itself do work.
    long? RunEmpty(long invocations);
}
