namespace Bench;

// Invalid arguments, or a request that cannot be met: exit code 2.
internal sealed class UsageException(string message) : BenchException(message);
