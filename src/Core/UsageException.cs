namespace Bench;

/// <summary>What a user asked for and can't have.</summary>
internal sealed class UsageException(string message) : BenchException(message);
