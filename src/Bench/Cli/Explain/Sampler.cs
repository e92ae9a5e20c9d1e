using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.EventPipe;
using Microsoft.Diagnostics.Tracing.Parsers;

namespace Bench.Cli.Explain;

/// <summary>
/// Samples a process through the runtime's event pipe, about 1,000 times per second. The runtime can stop a thread only at certain
/// points, so the time of a short method without a loop may go to its caller. The time of an inlined method always does.
/// </summary>
internal static class Sampler
{
    private const int BufferMegabytes = 64;
    private const long Keywords = (long)(
        ClrTraceEventParser.Keywords.Jit
        | ClrTraceEventParser.Keywords.NGen
        | ClrTraceEventParser.Keywords.Loader
        | ClrTraceEventParser.Keywords.GC
    );
    private static readonly TimeSpan TimeToStop = TimeSpan.FromSeconds(30);

    public static ProcessSamples Sample(WarmProcess side, TimeSpan time, string file, CancellationToken cancellationToken) =>
        Sample(side.ProcessId, () => side.RunFor(time), file, cancellationToken);

    /// <param name="file">A file that does not exist yet; a second one is written next to it.</param>
    public static ProcessSamples Sample(int process, Action meanwhile, string file, CancellationToken cancellationToken)
    {
        try
        {
            Record(process, meanwhile, file, cancellationToken);
            return Read(file);
        }
        catch (Exception e) when (e is DiagnosticsClientException or TimeoutException or EndOfStreamException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw new BenchException($"the program cannot be sampled: {e.Message.Split(". ")[0]}");
        }
    }

    private static void Record(int process, Action meanwhile, string file, CancellationToken cancellationToken)
    {
        EventPipeProvider[] providers =
        [
            new("Microsoft-DotNETCore-SampleProfiler", EventLevel.Informational),
            // Allocation events need the verbose level.
            new(ClrTraceEventParser.ProviderName, EventLevel.Verbose, Keywords),
        ];
        using var session = new DiagnosticsClient(process).StartEventPipeSession(providers, requestRundown: true, BufferMegabytes);
        // Copy while it runs: when asked to stop, the runtime waits for its reader.
        var copy = Task.Run(
            async () =>
            {
                using var output = File.Create(file);
                await session.EventStream.CopyToAsync(output, cancellationToken).ConfigureAwait(false);
            },
            CancellationToken.None
        );
        meanwhile();
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(TimeToStop);
        try
        {
            session.StopAsync(limit.Token).GetAwaiter().GetResult();
            copy.WaitAsync(limit.Token).GetAwaiter().GetResult();
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new TimeoutException("it does not stop.");
        }
    }

    private static ProcessSamples Read(string file)
    {
        using var log = new TraceLog(TraceLog.CreateFromEventPipeDataFile(file, Path.ChangeExtension(file, ".etlx")));
        using var source = log.Events.GetSource();
        var stacks = new List<SampledStack>();
        var allocations = new List<AllocationSample>();
        new SampleProfilerTraceEventParser(source).ThreadSample += sample =>
            stacks.Add(Stack(sample, sample.Type == ClrThreadSampleType.Managed));
        source.Clr.GCAllocationTick += tick =>
            allocations.Add(new AllocationSample(tick.TypeName, Stack(tick, isManaged: true), tick.AllocationAmount64));
        source.Process();
        return new ProcessSamples(stacks, allocations);
    }

    private static SampledStack Stack(TraceEvent sample, bool isManaged)
    {
        var frames = new List<string>();
        for (var frame = sample.CallStack(); frame is not null; frame = frame.Caller)
            frames.Add(frame.CodeAddress.FullMethodName);
        return new SampledStack(frames, isManaged);
    }
}
