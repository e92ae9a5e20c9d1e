namespace Bench.Runner;

/// <summary>A process that can't be measured: its program does not start, its benchmark threw, or it does not answer any more.</summary>
/// <param name="isFatal">Whether the process is gone or can't be trusted any more; false where only the benchmark threw.</param>
internal sealed class MeasurementException(string message, bool isFatal = true) : BenchException(message)
{
    /// <summary>Whether the process is gone or can't be trusted any more.</summary>
    public bool IsFatal => isFatal;

    /// <summary>The side that failed; null where its process did not come to be.</summary>
    public HostedProcess? Process { get; init; }
}
