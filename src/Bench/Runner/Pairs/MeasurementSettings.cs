using Bench.Statistics;

namespace Bench.Runner;

/// <summary>How long a process pair is measured. The study of error rates used the defaults.</summary>
internal sealed record MeasurementSettings : WarmUpRule
{
    public double SliceNanoseconds { get; init; } = 5e6;

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
            // Once the JIT compiler is done, it is known which objects stay on the stack. So it need not wait before it begins.
            Variables = ["DOTNET_TC_CallCountingDelayMs=0"],
        };

    public bool CountsAllocation { get; init; }

    // For both processes, as NAME=VALUE. The benchmark's job may add more.
    public IReadOnlyList<string> Variables { get; init; } = [];

    // Injects a change of known size into the candidate, to test whether a check detects it; null for none.
    public InjectedChange? Injection { get; init; }

    // For both builds together.
    public TimeSpan MinMeasured { get; init; } = TimeSpan.FromSeconds(0.8);

    // If noise keeps the error above WantedError, the measurement ends after this time.
    public TimeSpan MaxMeasured { get; init; } = TimeSpan.FromSeconds(2.4);

    // The median needs this many blocks, regardless of noise.
    public int MinBlocks { get; init; } = 5;

    // Limit for MinBlocks. If one call takes about 100 ms, a slice is a single call.
    public TimeSpan TimeOfMinBlocks { get; init; } = TimeSpan.FromSeconds(3);

    // Minimum if MinBlocks would exceed its limit.
    public int MinBlocksOfLong { get; init; } = 3;

    // Limit for MinBlocksOfLong. If one call takes a second or more, one or two blocks must be enough.
    public TimeSpan TimeOfMinBlocksOfLong { get; init; } = TimeSpan.FromSeconds(10);

    // Standard error of a pair's log ratio that is small enough: well below the differences between processes.
    public double WantedError { get; init; } = 0.006;

    public WarmUpRule RuleOf(HostedProcess side) =>
        !side.CountsCallsAtOnce ? On(Environment.ProcessorCount)
        : CountsAllocation ? this
        : WithoutPauses();

    // standardError is that of the pair's log ratio after so many blocks.
    public bool NeedsBlock(int blocks, TimeSpan elapsed, Func<double> standardError) =>
        blocks == 0
        || (blocks < MinBlocks && elapsed < TimeOfMinBlocks)
        || (blocks < MinBlocksOfLong && elapsed < TimeOfMinBlocksOfLong)
        || elapsed < MinMeasured
        || (elapsed < MaxMeasured && standardError() > WantedError);
}
