namespace Bench.Runner;

/// <summary>A process cannot be measured: its program does not start, its benchmark threw, or it no longer answers.</summary>
/// <param name="isFatal">The process is gone or in an unknown state; false if only the benchmark threw.</param>
internal sealed class MeasurementException(string message, bool isFatal = true) : BenchException(message)
{
    public bool IsFatal => isFatal;

    // Null if the process was never started.
    public HostedProcess? Process { get; init; }
}
