using Bench.Hiding;

namespace Bench;

// An error that a user can fix, with a message of one line: unreadable input, a failed build, a server that does not start. Any other
// exception is a bug.
internal class BenchException : Exception
{
    public BenchException(string message, Exception? inner = null)
        : base(Secrets.In(message), inner) { }

    // Shown below the message, one line each.
    public IReadOnlyList<string> Choices { get; init; } = [];
}
