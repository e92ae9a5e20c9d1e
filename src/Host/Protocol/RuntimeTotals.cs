using System.Diagnostics;

namespace Bench.Host;

/// <summary>Totals of the runtime since its process began.</summary>
/// <param name="AllocatedBytes">Exact, of all threads.</param>
/// <param name="Collections">All generations.</param>
/// <param name="FullCollections">The oldest generation only.</param>
/// <param name="Pause">How long garbage collections stopped the process.</param>
/// <param name="Processor">Processor time of the process.</param>
internal readonly record struct RuntimeTotals(
    long AllocatedBytes,
    long Collections,
    long FullCollections,
    TimeSpan Pause,
    TimeSpan Processor
)
{
    public static RuntimeTotals OfThisProcess()
    {
        using var self = Process.GetCurrentProcess();
        return new RuntimeTotals(
            GC.GetTotalAllocatedBytes(precise: true),
            GC.CollectionCount(0),
            GC.CollectionCount(GC.MaxGeneration),
            GC.GetTotalPauseDuration(),
            self.TotalProcessorTime
        );
    }

    public string ToLine() =>
        HostProtocol.Line(
            HostProtocol.Text(AllocatedBytes),
            HostProtocol.Text(Collections),
            HostProtocol.Text(FullCollections),
            HostProtocol.Text(Pause.Ticks),
            HostProtocol.Text(Processor.Ticks)
        );

    public static RuntimeTotals Parse(string line)
    {
        var fields = HostProtocol.Fields(line);
        return new RuntimeTotals(
            HostProtocol.Integer(fields[0]),
            HostProtocol.Integer(fields[1]),
            HostProtocol.Integer(fields[2]),
            TimeSpan.FromTicks(HostProtocol.Integer(fields[3])),
            TimeSpan.FromTicks(HostProtocol.Integer(fields[4]))
        );
    }

    public static RuntimeTotals operator +(RuntimeTotals one, RuntimeTotals other) =>
        new(
            one.AllocatedBytes + other.AllocatedBytes,
            one.Collections + other.Collections,
            one.FullCollections + other.FullCollections,
            one.Pause + other.Pause,
            one.Processor + other.Processor
        );

    public static RuntimeTotals operator -(RuntimeTotals later, RuntimeTotals earlier) =>
        new(
            later.AllocatedBytes - earlier.AllocatedBytes,
            later.Collections - earlier.Collections,
            later.FullCollections - earlier.FullCollections,
            later.Pause - earlier.Pause,
            later.Processor - earlier.Processor
        );
}
