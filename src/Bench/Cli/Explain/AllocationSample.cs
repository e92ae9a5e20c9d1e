namespace Bench.Cli.Explain;

/// <summary>One sampled object. The runtime samples one each time so many bytes have been allocated.</summary>
internal sealed record AllocationSample(string Type, SampledStack Stack, long Bytes);
