using System.Diagnostics;
using System.Linq.Expressions;
using System.Runtime.CompilerServices;

namespace Bench.Host;

/// <summary>
/// Calls a benchmark many times and keeps what it returns, so that no call can be optimised away. All times are ticks of <see
/// cref="Stopwatch"/>.
/// </summary>
internal interface IRunner
{
    /// <summary>Whether it calls the benchmark on the thread that asks, and not on one of the pool.</summary>
    bool IsOnCallingThread { get; }

    long Run(long invocations);

    /// <summary>
    /// The time of so many calls of a method that does nothing; null for a shape whose empty method would not be free of work.
    /// </summary>
    long? RunEmpty(long invocations);
}
