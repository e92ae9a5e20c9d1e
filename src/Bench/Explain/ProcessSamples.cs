namespace Bench.Explain;

/// <summary>What a process did while it was sampled.</summary>
internal sealed record ProcessSamples(IReadOnlyList<SampledStack> Stacks, IReadOnlyList<AllocationSample> Allocations);
