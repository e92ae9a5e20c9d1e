using Bench.Host;
using System.Diagnostics;
using Bench.Runner;
using Bench.Statistics;

namespace Bench.Explain;

/// <summary>A process that runs a row until the compiler is done with it.</summary>
internal sealed class WarmSide : IDisposable
{
    private const double SliceNanoseconds = 20e6;
    private static readonly MeasurementSettings Settings = new() { MinWarmUp = TimeSpan.FromSeconds(2) };

    private static readonly TimeSpan TimeToLeave = TimeSpan.FromSeconds(10);

    private readonly Side side;
    private readonly HostedBenchmark row;
    private long invocations;

    private WarmSide(Side side, HostedBenchmark row)
    {
        this.side = side;
        this.row = row;
        invocations = row.Mode == RunMode.Slices ? 1 : row.InvocationCount;
    }

    public int ProcessId => side.ProcessId;

    /// <summary>Starts a process, opens the row and warms it up.</summary>
    /// <param name="variables">Environment variables besides those of the row's job.</param>
    /// <param name="limit">How long the row may take to answer.</param>
    public static WarmSide Start(BenchmarkProgram program, HostedBenchmark row, IEnumerable<string> variables, TimeSpan limit, CancellationToken cancellation)
    {
        var side = Side.Start(program, [.. row.Variables, .. variables], cancellation);
        try
        {
            side.Patience = limit;
            // The program numbers its rows in each process anew.
            var own = side.Find(row) ?? throw new BenchException($"{row.Id} is not there any more.");
            side.Open(own);
            var warm = new WarmSide(side, own);
            warm.WarmUp();
            return warm;
        }
        catch
        {
            side.Dispose();
            throw;
        }
    }

    public void RunFor(TimeSpan time)
    {
        for (var clock = Stopwatch.StartNew(); clock.Elapsed < time;)
            side.Run(invocations);
    }

    /// <summary>Lets the process end by itself: only then has the compiler written its listing to the end.</summary>
    public void Leave()
    {
        side.Close();
        side.Leave(TimeToLeave);
    }

    public void Dispose() => side.Dispose();

    private void WarmUp()
    {
        var state = new SteadyState(Settings);
        for (var clock = Stopwatch.StartNew(); !state.MayEnd;)
        {
            var slice = side.Run(invocations);
            state.Add(clock.Elapsed, slice.ToWarmUp());
            // No more than double, for the first are slow.
            if (row.Mode == RunMode.Slices)
                invocations = Math.Max(1, (long)Math.Min(invocations * 2.0, SliceNanoseconds * invocations / Math.Max(1, slice.Nanoseconds)));
        }
    }
}
