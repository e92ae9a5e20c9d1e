namespace Bench.Explain;

/// <summary>An object that the runtime noticed when so many bytes had been allocated since the last one.</summary>
internal sealed record AllocationSample(string Type, SampledStack Stack, long Bytes);
