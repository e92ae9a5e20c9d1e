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

    /// <summary>Launches of a job that does not say: three are the fewest that show a spread worth the name; at least 1.</summary>
    public int LaunchCount { get; init; } = 3;

    /// <summary>The longest that a timer of .NET waits, roughly.</summary>
    internal static TimeSpan Longest { get; } = TimeSpan.FromDays(24);
}
