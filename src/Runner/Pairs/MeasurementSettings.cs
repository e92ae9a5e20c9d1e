using Bench.Statistics;

namespace Bench.Runner;

/// <summary>How long a pair of processes is measured. The defaults are what <c>bench study</c> was run with.</summary>
internal sealed record MeasurementSettings : WarmUpRule
{
    public double SliceNanoseconds { get; init; } = 5e6;

    /// <summary>What is counted instead of times: the bytes that an operation allocates.</summary>
    public static MeasurementSettings OfAllocation { get; } =
        new()
        {
            CountsAllocation = true,
            MinWarmUp = TimeSpan.FromMilliseconds(200),
            MaxWarmUp = TimeSpan.FromSeconds(5),
            MaxWarmUpWhileCompiling = TimeSpan.FromSeconds(20),
            Quiet = TimeSpan.FromMilliseconds(100),
            QuietOfMany = TimeSpan.FromMilliseconds(200),
            StragglersFrom = TimeSpan.FromSeconds(1),
            // What the compiler keeps on the stack is known when it is done: it need not wait before it begins.
            Variables = ["DOTNET_TC_CallCountingDelayMs=0"],
        };

    /// <summary>Whether allocation is counted, and no time taken.</summary>
    public bool CountsAllocation { get; init; }

    /// <summary>Environment variables of both processes, NAME=VALUE, besides those of the benchmark's job.</summary>
    public IReadOnlyList<string> Variables { get; init; } = [];

    /// <summary>A change of known size in the candidate, to find out what is said of it; null for none.</summary>
    public InjectedChange? Injection { get; init; }

    /// <summary>The least time in which both sides are measured.</summary>
    public TimeSpan MinMeasured { get; init; } = TimeSpan.FromSeconds(0.8);

    /// <summary>The most, where the machine is so noisy that <see cref="WantedError"/> is not reached before.</summary>
    public TimeSpan MaxMeasured { get; init; } = TimeSpan.FromSeconds(2.4);

    /// <summary>The blocks that a median is taken over, however noisy or quiet they are.</summary>
    public int MinBlocks { get; init; } = 5;

    /// <summary>How long <see cref="MinBlocks"/> may take: where a call takes some 100 ms, a slice is one call.</summary>
    public TimeSpan TimeOfMinBlocks { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>The blocks of such a benchmark.</summary>
    public int MinBlocksOfLong { get; init; } = 3;

    /// <summary>How long those may take: where a call takes a second and more, a block or two have to do.</summary>
    public TimeSpan TimeOfMinBlocksOfLong { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// The standard error of a pair's log ratio at which it is known well enough: well below what differs between processes.
    /// </summary>
    public double WantedError { get; init; } = 0.006;

    /// <summary>When the warm-up of such a process may end.</summary>
    public WarmUpRule RuleOf(HostedProcess side) => side.CountsCallsAtOnce && !CountsAllocation ? WithoutPauses() : this;

    /// <summary>Whether a pair is to be measured in a block more.</summary>
    /// <param name="standardError">Of the pair's log ratio, after so many blocks.</param>
    public bool NeedsBlock(int blocks, TimeSpan elapsed, Func<double> standardError) =>
        blocks == 0
        || (blocks < MinBlocks && elapsed < TimeOfMinBlocks)
        || (blocks < MinBlocksOfLong && elapsed < TimeOfMinBlocksOfLong)
        || elapsed < MinMeasured
        || (elapsed < MaxMeasured && standardError() > WantedError);
}
