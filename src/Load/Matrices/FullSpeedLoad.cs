namespace Bench.Load;

/// <summary>What came of a time of load at full speed.</summary>
/// <param name="Processor">Processor time of the server.</param>
internal sealed record FullSpeedLoad(Throughput Throughput, TimeSpan Processor)
{
    /// <summary>How many cores the server kept busy while it was loaded.</summary>
    public double Cores => Processor.TotalSeconds / Throughput.Seconds;

    /// <summary>Processor time of the server a good answer; null where there was none.</summary>
    public double? ProcessorMicroseconds =>
        Throughput.Requests * Throughput.Success is > 0 and var good ? Processor.TotalMicroseconds / good : null;
}
