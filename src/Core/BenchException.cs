using Bench.Hiding;

namespace Bench;

/// <summary>
/// Something that a user can mend, in one line: input that can't be read, a build that breaks, a server that does not start. Anything else
/// is a fault of ours.
/// </summary>
internal class BenchException : Exception
{
    public BenchException(string message, Exception? inner = null)
        : base(Secrets.In(message), inner) { }

    /// <summary>What a user can choose from, a line each; shown below the message.</summary>
    public IReadOnlyList<string> Choices { get; init; } = [];
}
