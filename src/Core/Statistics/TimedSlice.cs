using Bench.Host;

namespace Bench.Statistics;

/// <summary>A slice of a benchmark that is measured interleaved with others, as both clocks saw it.</summary>
/// <param name="Operations">How many operations it has, or invocations; 1 or more.</param>
/// <param name="Nanoseconds">Its time on the wall; above 0.</param>
/// <param name="PausedNanoseconds">How much of it the garbage collector stopped the process.</param>
/// <param name="Cores">Its processor time; null if the system has no clock for that.</param>
internal readonly record struct TimedSlice(long Operations, double Nanoseconds, double PausedNanoseconds, CoreTime? Cores = null)
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

    /// <summary>ns an operation, collections included.</summary>
    public double PerOperation(bool isByProcessor) => (isByProcessor ? ByProcessor : Nanoseconds) / Operations;

    /// <summary>How much of it collections took.</summary>
    public double PausedPerOperation(bool isByProcessor) => PausedNanoseconds * (isByProcessor ? OwnShare : 1) / Operations;

    /// <summary>The rest, without collections, ns an operation.</summary>
    public double NetPerOperation(bool isByProcessor) => PerOperation(isByProcessor) - PausedPerOperation(isByProcessor);

    /// <summary>The time on the wall without the known wait for a core: how long a slice takes on an idle machine.</summary>
    public double UndisturbedNanoseconds =>
        Cores is { WaitNanoseconds: { } wait } cores ? Math.Max(Math.Min(cores.Nanoseconds, Nanoseconds), Nanoseconds - wait) : Nanoseconds;
}
