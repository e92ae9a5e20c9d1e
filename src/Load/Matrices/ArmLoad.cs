using System.Diagnostics;

namespace Bench.Load;

/// <summary>The two kinds of load of a matrix: at full speed in a closed loop, and at the pace that all arms have in common.</summary>
internal sealed class ArmLoad(LoadMatrix matrix, string folder, IReadOnlyList<int>? cores)
{
    private int Threads => cores?.Count ?? Environment.ProcessorCount;

    public Throughput FullSpeed(ArmServer arm, TimeSpan time, CancellationToken cancellationToken)
    {
        var (before, clock) = (arm.Server.ProcessorTime, Stopwatch.StartNew());
        var throughput = arm.Load(() => Wrk.Run(Parts(arm), Threads, time, folder, cancellationToken, cores, matrix.Headers));
        return throughput with { ServerCores = (arm.Server.ProcessorTime - before) / clock.Elapsed };
    }

    /// <returns>The times of all requests, and the processor time of the server meanwhile.</returns>
    public (RequestTimes Times, TimeSpan Processor) Paced(ArmServer arm, TimeSpan time, double pace, CancellationToken cancellationToken)
    {
        var before = arm.Server.ProcessorTime;
        var times = arm.Load(() => H2Load.Times(Parts(arm), Threads, time, folder, cancellationToken, pace, cores, matrix.Headers));
        return (times, arm.Server.ProcessorTime - before);
    }

    /// <summary>Loads it until its compiler is done.</summary>
    /// <param name="pace">Requests a second; null for full speed.</param>
    public TimeSpan WarmUp(ArmServer arm, double? pace, CancellationToken cancellationToken) =>
        arm.Named(() =>
            ServerWarmUp.Run(
                arm.Counters,
                TimeSpan.FromSeconds(matrix.WarmUpSeconds),
                time =>
                {
                    if (pace is { } known)
                        Paced(arm, time, known, cancellationToken);
                    else
                        FullSpeed(arm, time, cancellationToken);
                }
            )
        );

    private (Uri Url, int Connections)[] Parts(ArmServer arm) => [(new Uri(arm.Server.Addresses[0], matrix.Path), matrix.Connections)];
}
