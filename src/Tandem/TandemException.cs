namespace Bench.Tandem;

/// <summary>A side that can't be measured: its program does not start, its benchmark threw, or it does not answer any more.</summary>
/// <param name="message">One line for the user.</param>
/// <param name="isFatal">Whether the process is gone or can't be trusted any more; false where only the benchmark threw.</param>
public sealed class TandemException(string message, bool isFatal = true) : Exception(message)
{
    /// <summary>Whether the process is gone or can't be trusted any more.</summary>
    public bool IsFatal => isFatal;

    /// <summary>The side that failed; null where its process did not come to be.</summary>
    public Side? Side { get; init; }
}
