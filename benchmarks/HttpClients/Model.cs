namespace Benchmarks.HttpClients;

/// <summary>What the client libraries send and receive.</summary>
public sealed record Model(string Id, string Name, string Email, int Age, DateTime CreatedAt);
