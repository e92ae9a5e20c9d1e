namespace Bench.Host;

/// <summary>The processor time that a benchmark took.</summary>
/// <param name="Nanoseconds">Processor time of the thread that ran it.</param>
/// <param name="WaitNanoseconds">How long the thread waited for a core; null if the system does not count it.</param>
/// <param name="OtherNanoseconds">Processor time of the process's other threads, without the JIT compiler's.</param>
internal readonly record struct CoreTime(double Nanoseconds, double? WaitNanoseconds, double OtherNanoseconds);
