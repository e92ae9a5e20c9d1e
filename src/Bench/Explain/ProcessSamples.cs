namespace Bench.Explain;

internal sealed record ProcessSamples(IReadOnlyList<SampledStack> Stacks, IReadOnlyList<AllocationSample> Allocations);
