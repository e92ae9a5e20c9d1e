namespace Bench;

/// <summary>Invalid arguments, or what they ask for can't be had: exit code 2.</summary>
internal sealed class UsageException(string message) : BenchException(message);
