namespace Bench.Cli.Explain;

internal sealed record ProcessSamples(IReadOnlyList<SampledStack> Stacks, IReadOnlyList<AllocationSample> Allocations);
