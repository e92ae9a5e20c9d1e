using System.Diagnostics;
using Bench.Host;
using Bench.Runner;
using Bench.Statistics;

namespace Bench.Cli.Explain;

/// <summary>A process that runs a benchmark until the compiler has finished optimising it.</summary>
internal sealed class WarmProcess : IDisposable
{
    private const double SliceNanoseconds = 20e6;
    private static readonly MeasurementSettings Settings = new() { MinWarmUp = TimeSpan.FromSeconds(2) };

    private static readonly TimeSpan TimeToLeave = TimeSpan.FromSeconds(10);

    private readonly HostedProcess side;
    private readonly HostedBenchmark benchmark;
    private readonly MeasurementSettings settings;
    private long invocations;

    private WarmProcess(HostedProcess side, HostedBenchmark benchmark, MeasurementSettings settings)
    {
        this.side = side;
        this.benchmark = benchmark;
        this.settings = settings;
        invocations = benchmark.Mode == RunMode.Slices ? 1 : benchmark.InvocationCount;
    }

    public int ProcessId => side.ProcessId;

    /// <param name="variables">Environment variables in addition to those of the benchmark's job.</param>
    /// <param name="limit">The benchmark fails if it does not respond within this time.</param>
    /// <param name="settings">When the process counts as warm; null for the defaults.</param>
    public static WarmProcess Start(
        BenchmarkProgram program,
        HostedBenchmark benchmark,
        IEnumerable<string> variables,
        TimeSpan limit,
        CancellationToken cancellationToken,
        MeasurementSettings? settings = null
    )
    {
        var side = HostedProcess.Start(program, [.. program.VariablesOf(benchmark), .. variables], cancellationToken);
        try
        {
            side.Patience = limit;
            // The program numbers its benchmarks differently in each process.
            var own = side.Find(benchmark) ?? throw new BenchException($"{benchmark.Id} no longer exists.");
            side.Open(own);
            var warm = new WarmProcess(side, own, settings ?? Settings);
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

    /// <summary>Lets the process exit normally: the compiler completes its listing only then.</summary>
    public void Leave()
    {
        side.Close();
        side.Leave(TimeToLeave);
    }

    public void Dispose() => side.Dispose();

    private void WarmUp()
    {
        var state = new SteadyState(settings.RuleOf(side));
        for (var clock = Stopwatch.StartNew(); !state.MayEnd;)
        {
            var slice = side.Run(invocations);
            state.Add(clock.Elapsed, slice.ToWarmUp());
            // At most double it: the first invocations are slow.
            if (benchmark.Mode == RunMode.Slices)
                invocations = Math.Max(
                    1,
                    (long)Math.Min(invocations * 2.0, SliceNanoseconds * invocations / Math.Max(1, slice.Nanoseconds))
                );
        }
    }
}
