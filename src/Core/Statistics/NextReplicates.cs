namespace Bench.Statistics;

internal readonly record struct NextReplicates(NextKind Kind, int Replicates);
