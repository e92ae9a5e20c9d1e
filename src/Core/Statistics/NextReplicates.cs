namespace Bench.Statistics;

/// <summary>What is to be measured next of a benchmark.</summary>
internal readonly record struct NextReplicates(NextKind Kind, int Replicates);
