namespace Bench.Harness;

/// <summary>The limits of an interleaved run. How long and how often is measured is the job's.</summary>
public sealed record InterleavingOptions
{
    /// <summary>
    /// How long a slice, with the set-up and clean-up of its iteration, may take before the benchmark has failed; above 0, 24 days at most.
    /// </summary>
    public TimeSpan MaxSlice { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>How long a process may take to start, to set up and to warm up, and again to end; above 0, 24 days at most.</summary>
    public TimeSpan MaxStart { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>
    /// Launches of a job that does not say how many; at least 1. A comparison group with a ratio that two or more of them leave undecided
    /// is launched once more, for its ratios only.
    /// </summary>
    public int LaunchCount { get; init; } = 2;

    /// <summary>
    /// What a launch of a benchmark took in an earlier run, s, by its full name: the time left is known before anything is measured. Asked
    /// when the measuring begins.
    /// </summary>
    internal Func<IReadOnlyDictionary<string, double>> SecondsBefore { get; init; } = () => new Dictionary<string, double>();

    /// <summary>The longest that a timer of .NET waits, roughly.</summary>
    internal static TimeSpan Longest { get; } = TimeSpan.FromDays(24);
}
