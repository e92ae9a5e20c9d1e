using Bench.Statistics;

namespace Bench.Runner;

/// <summary>How long a pair of processes is measured. The defaults are what <c>bench study</c> was run with.</summary>
internal sealed record MeasurementSettings : WarmUpRule
{
    public double SliceNanoseconds { get; init; } = 5e6;

    /// <summary>A change of known size in the candidate, to find out what is said of it; null for none.</summary>
    public InjectedChange? Injection { get; init; }

    /// <summary>The least time in which both sides are measured.</summary>
    public TimeSpan MinMeasured { get; init; } = TimeSpan.FromSeconds(0.8);

    /// <summary>The most, where the machine is so noisy that <see cref="WantedError"/> is not reached before.</summary>
    public TimeSpan MaxMeasured { get; init; } = TimeSpan.FromSeconds(2.4);

    /// <summary>
    /// The standard error of a pair's log ratio at which it is known well enough: well below what differs between processes.
    /// </summary>
    public double WantedError { get; init; } = 0.004;
}
