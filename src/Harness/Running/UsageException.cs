namespace Bench.Harness.Running;

/// <summary>Something the user asked for can't be done; the message is the one line they get to see.</summary>
internal sealed class UsageException(string message) : Exception(message);
