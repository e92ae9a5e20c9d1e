using Bench.Host;

namespace Bench.Runner;

/// <summary>A slice as both clocks saw it.</summary>
internal readonly record struct TimedSlice(long Invocations, double Nanoseconds, double PausedNanoseconds, CoreTime? Cores)
{
    /// <summary>
    /// The share of the time on the wall in which nobody else had the core. Pauses for collections are known on the wall only, and count
    /// with this share.
    /// </summary>
    private double OwnShare =>
        Cores is not { } cores ? 1
        : cores.WaitNanoseconds is { } wait ? Math.Clamp(1 - (wait / Nanoseconds), 0, 1)
        : Math.Clamp(cores.Nanoseconds / Nanoseconds, 0, 1);

    // A collection on other threads stops this one: its pause is a part of the benchmark's time that no clock of this thread has.
    private double ByProcessor =>
        Cores!.Value.Nanoseconds
        + (
            Cores.Value.WaitNanoseconds is { } wait
                ? Math.Clamp(Nanoseconds - wait - Cores.Value.Nanoseconds, 0, Math.Max(0, PausedNanoseconds))
                : 0
        );

    public static TimedSlice Of(Slice slice) => new(slice.Invocations, slice.Nanoseconds, slice.PausedNanoseconds, slice.Cores);

    /// <summary>ns an invocation, collections included.</summary>
    public double PerInvocation(bool isByProcessor) => (isByProcessor ? ByProcessor : Nanoseconds) / Invocations;

    /// <summary>How much of it collections took.</summary>
    public double PausedPerInvocation(bool isByProcessor) => PausedNanoseconds * (isByProcessor ? OwnShare : 1) / Invocations;

    /// <summary>The rest, without collections, ns an invocation.</summary>
    public double NetPerInvocation(bool isByProcessor) => PerInvocation(isByProcessor) - PausedPerInvocation(isByProcessor);

    /// <summary>The time on the wall without the known wait for a core: how long a slice takes on an idle machine.</summary>
    public double UndisturbedNanoseconds =>
        Cores is { WaitNanoseconds: { } wait } cores ? Math.Max(Math.Min(cores.Nanoseconds, Nanoseconds), Nanoseconds - wait) : Nanoseconds;
}
