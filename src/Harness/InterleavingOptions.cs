namespace Bench.Harness;

/// <summary>Limits of an interleaved run. The job sets the length and number of iterations.</summary>
public sealed record InterleavingOptions
{
    /// <summary>
    /// Time limit of a slice, including the set-up and clean-up of its iteration. A benchmark that exceeds it fails. Above 0, at most 24
    /// days.
    /// </summary>
    public TimeSpan MaxSlice { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>Time limit of a process to start, set up and warm up, and again to end. Above 0, at most 24 days.</summary>
    public TimeSpan MaxStart { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>
    /// Number of launches of a job that does not set it; at least 1. If two or more launches leave a ratio of a comparison group undecided,
    /// the group is launched once more, for its ratios only.
    /// </summary>
    public int LaunchCount { get; init; } = 2;

    // Seconds per launch of each benchmark in an earlier run, by full name, to estimate the time left. Called when measuring begins.
    internal Func<IReadOnlyDictionary<string, double>> SecondsBefore { get; init; } = () => new Dictionary<string, double>();

    // Roughly the limit of a .NET timer.
    internal static TimeSpan Longest { get; } = TimeSpan.FromDays(24);
}
