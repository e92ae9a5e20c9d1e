using Bench.Host;

namespace Bench.Statistics;

// A slice of an interleaved benchmark. Operations may also count invocations. Nanoseconds is wall-clock time. PausedNanoseconds is the
// part of it during which the garbage collector stopped the process. Cores is null if the system has no processor-time clock.
internal readonly record struct TimedSlice(long Operations, double Nanoseconds, double PausedNanoseconds, CoreTime? Cores = null)
{
    // The share of the wall-clock time in which no other program had the core. Pauses for collections are known in wall-clock time only, so
    // they are scaled with it.
    private double OwnShare =>
        Cores is not { } cores ? 1
        : cores.WaitNanoseconds is { } wait ? Math.Clamp(1 - (wait / Nanoseconds), 0, 1)
        : Math.Clamp(cores.Nanoseconds / Nanoseconds, 0, 1);

    // A collection on other threads stops this one. Its pause belongs to the benchmark's time, but this thread's clock does not include it.
    private double ByProcessor =>
        Cores!.Value.Nanoseconds
        + (
            Cores.Value.WaitNanoseconds is { } wait
                ? Math.Clamp(Nanoseconds - wait - Cores.Value.Nanoseconds, 0, Math.Max(0, PausedNanoseconds))
                : 0
        );

    // ns per operation, including collections.
    public double PerOperation(bool isByProcessor) => (isByProcessor ? ByProcessor : Nanoseconds) / Operations;

    public double PausedPerOperation(bool isByProcessor) => PausedNanoseconds * (isByProcessor ? OwnShare : 1) / Operations;

    // ns per operation, without collections.
    public double NetPerOperation(bool isByProcessor) => PerOperation(isByProcessor) - PausedPerOperation(isByProcessor);

    // The wall-clock time without known waits for a core: how long the slice takes on an idle machine.
    public double UndisturbedNanoseconds =>
        Cores is { WaitNanoseconds: { } wait } cores ? Math.Max(Math.Min(cores.Nanoseconds, Nanoseconds), Nanoseconds - wait) : Nanoseconds;
}
