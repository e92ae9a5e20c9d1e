using System.Globalization;
using System.IO.Pipes;
using System.Text;
using Bench.Host;
using Bench.Statistics;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains;
using BenchmarkDotNet.Toolchains.Parameters;
using BenchmarkDotNet.Toolchains.Results;

namespace Bench.Harness.Interleaving;

// One process of a launch of a case. BenchmarkDotNet's executor starts it on a separate thread.
internal sealed class Participant : IDisposable
{
    // Start of BenchmarkDotNet's line about memory. Its own constant is not public.
    private const string MemoryLine = "// GC: ";

    private static readonly TimeSpan BetweenKills = TimeSpan.FromMilliseconds(50);

    private readonly NamedPipeServerStream pipe;
    private readonly NamedPipeServerStream lifeline;
    private readonly StreamReader reader;
    private readonly StreamWriter writer;
    private readonly List<TimedSlice> slices = [];
    private readonly Task<ExecuteResult> execution;
    private readonly CancellationTokenSource ended = new();
    private readonly StartedProcess started;
    private State state = State.Warming;

    private Participant(
        BenchmarkCase benchmark,
        bool isReplica,
        NamedPipeServerStream pipe,
        NamedPipeServerStream lifeline,
        CapturedLog log,
        StartedProcess started,
        Func<ExecuteResult> execute
    )
    {
        Benchmark = benchmark;
        IsReplica = isReplica;
        Log = log;
        this.pipe = pipe;
        this.lifeline = lifeline;
        this.started = started;
        reader = new StreamReader(pipe, new UTF8Encoding(false), false, 256, leaveOpen: true);
        writer = new StreamWriter(pipe, new UTF8Encoding(false), 256, leaveOpen: true) { NewLine = "\n" };
        var source = new TaskCompletionSource<ExecuteResult>(TaskCreationOptions.RunContinuationsAsynchronously);
        execution = source.Task;
        var thread = new Thread(() =>
        {
            try
            {
                source.SetResult(execute());
            }
            catch (Exception problem)
            {
                // For example from a diagnoser. The case fails, and the others continue.
                log.WriteLineError(problem.ToString());
                source.SetResult(Failed);
            }
            finally
            {
                ended.Cancel();
            }
        })
        {
            IsBackground = true,
            Name = $"interleaved {benchmark.Descriptor.WorkloadMethod.Name}",
        };
        thread.Start();
    }

    /// <summary>A result without measurements.</summary>
    public static ExecuteResult Failed => new(true, null, null, [], [], [], 0);

    public BenchmarkCase Benchmark { get; }

    /// <summary>True if it is an additional process of the baseline, which BenchmarkDotNet does not know.</summary>
    public bool IsReplica { get; }

    public CapturedLog Log { get; }

    public bool TakesSlices => state is State.Warming or State.Waiting or State.Measuring;

    /// <summary>True if the slice that it waits for comes before its main run.</summary>
    public bool WantsToCalibrate { get; private set; }

    /// <summary>Starts a process and waits for its first message. Only then may the next process start.</summary>
    /// <param name="build">The case to start.</param>
    /// <param name="launch">Number of the launch, 1-based.</param>
    /// <param name="isReplica">True if another process of the same launch provides the result.</param>
    /// <param name="resolver">Resolver for the job's settings.</param>
    /// <param name="limit">Time limit for the start.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    public static async Task<Participant> Start(
        BuiltCase build,
        int launch,
        bool isReplica,
        BenchmarkDotNet.Characteristics.IResolver resolver,
        TimeSpan limit,
        CancellationToken cancellationToken
    )
    {
        var name = HostProtocol.PathOfPipe($"bench-{Guid.NewGuid().ToString("N")[..16]}");
        var nameOfLifeline = $"{name}-a";
        var pipe = new NamedPipeServerStream(name, PipeDirection.InOut, 1, PipeTransmissionMode.Byte, PipeOptions.Asynchronous);
        // Nothing is written to this pipe. It breaks when this process ends, however that happens.
        var lifeline = new NamedPipeServerStream(nameOfLifeline, PipeDirection.Out, 1, PipeTransmissionMode.Byte, PipeOptions.Asynchronous);
        var log = new CapturedLog();
        // As in BenchmarkDotNet: diagnosers without overhead observe the last launch.
        var diagnoser =
            launch == build.Launches && !isReplica
                ? build.Benchmark.Config.GetCompositeDiagnoser(build.Benchmark, BenchmarkDotNet.Diagnosers.RunMode.NoOverhead)
                : null;
        var started = new StartedProcess(diagnoser);
        var parameters = new ExecuteParameters(build.Result, build.Benchmark, build.Id, log, resolver, launch, started);
        Environment.SetEnvironmentVariable(SliceProtocol.PipeVariable, name);
        Environment.SetEnvironmentVariable(HostProtocol.LifelineVariable, nameOfLifeline);
        try
        {
            var participant = new Participant(build.Benchmark, isReplica, pipe, lifeline, log, started, () =>
                build.Executor.Execute(parameters)
            );
            await participant
                .Guard(limit, "did not start", cancellationToken, async token =>
                {
                    await pipe.WaitForConnectionAsync(token).ConfigureAwait(false);
                    await participant.Read(SliceProtocol.Hello, 0, token).ConfigureAwait(false);
                })
                .ConfigureAwait(false);
            return participant;
        }
        finally
        {
            Environment.SetEnvironmentVariable(SliceProtocol.PipeVariable, null);
            Environment.SetEnvironmentVariable(HostProtocol.LifelineVariable, null);
        }
    }

    public Task WaitUntilWarm(TimeSpan limit, CancellationToken cancellationToken) =>
        TakesSlices && state != State.Waiting
            ? Guard(limit, "did not finish its setup and warm-up", cancellationToken, WaitUntilWaiting)
            : Task.CompletedTask;

    /// <summary>Lets it measure the time of an invocation while no other process works; null if it failed.</summary>
    public async Task<Calibration?> Calibrate(TimeSpan limit, CancellationToken cancellationToken)
    {
        Calibration? calibration = null;
        await Guard(limit, "did not finish its calibration", cancellationToken, async token =>
            {
                await Send(SliceProtocol.Go, token).ConfigureAwait(false);
                var numbers = await ReadNumbers(SliceProtocol.Calibrated, 3, token).ConfigureAwait(false);
                calibration = new(numbers[0], numbers[1], (int)numbers[2]);
            })
            .ConfigureAwait(false);
        return calibration;
    }

    /// <summary>Gives it a slice that does not count; null if it failed.</summary>
    public async Task<TimedSlice?> TakeTrial(SlicePlan plan, TimeSpan limit, CancellationToken cancellationToken)
    {
        TimedSlice? slice = null;
        await Guard(limit, "did not finish its slice", cancellationToken, async token =>
            {
                await Send(string.Create(CultureInfo.InvariantCulture, $"{SliceProtocol.Trial} {plan.Length:R}"), token)
                    .ConfigureAwait(false);
                slice = await ReadSlice(token).ConfigureAwait(false);
            })
            .ConfigureAwait(false);
        return slice;
    }

    // Sends the plan of an iteration, and waits until the process is at the first slice of its main run.
    public Task Prepare(SlicePlan plan, TimeSpan limit, CancellationToken cancellationToken) =>
        Guard(limit, "did not reach its main run", cancellationToken, async token =>
        {
            await Send(string.Create(CultureInfo.InvariantCulture, $"{SliceProtocol.Plan} {plan.Slices} {plan.Length:R}"), token)
                .ConfigureAwait(false);
            await WaitUntilWaiting(token).ConfigureAwait(false);
        });

    // Gives it a slice if it needs another one.
    public Task TakeSlice(TimeSpan limit, CancellationToken cancellationToken) =>
        Guard(limit, "did not finish its slice", cancellationToken, async token =>
        {
            if (state != State.Waiting)
                await WaitUntilWaiting(token).ConfigureAwait(false);
            if (state != State.Waiting)
                return;
            state = State.Measuring;
            await Send(SliceProtocol.Go, token).ConfigureAwait(false);
            slices.Add(await ReadSlice(token).ConfigureAwait(false));
        });

    // Lets the process end if it is done, and kills it otherwise.
    public async Task<ExecuteResult> Finish(TimeSpan limit, CancellationToken cancellationToken)
    {
        if (state == State.Done)
        {
            await Guard(limit, "did not end", cancellationToken, async token =>
                {
                    await Send(SliceProtocol.Go, token).ConfigureAwait(false);
                    await execution.WaitAsync(token).ConfigureAwait(false);
                })
                .ConfigureAwait(false);
        }

        // Repeatedly, because it may be about to start.
        for (
            ;
            !execution.IsCompleted;
            await Task.WhenAny(execution, Task.Delay(BetweenKills, CancellationToken.None)).ConfigureAwait(false)
        )
            Kill();
        return await execution.ConfigureAwait(false);
    }

    public async Task<MeasuredProcess> Measured()
    {
        var result = await execution.ConfigureAwait(false);
        if (!result.IsSuccess)
            return new(Benchmark, [], []);
        double[] overhead =
        [
            .. result
                .Measurements.Where(measurement =>
                    measurement is { IterationMode: IterationMode.Overhead, IterationStage: IterationStage.Actual }
                )
                .Select(measurement => measurement.Nanoseconds / measurement.Operations)
                .Order(),
        ];
        return new(Benchmark, slices, overhead);
    }

    /// <summary>Allocated bytes per operation in this process; null if they were not counted.</summary>
    public async Task<double?> AllocatedBytes()
    {
        var result = await execution.ConfigureAwait(false);
        var line = result.PrefixedLines.LastOrDefault(line => line.StartsWith(MemoryLine, StringComparison.Ordinal));
        return result.IsSuccess && line is not null && GcStats.Parse(line) is { TotalOperations: > 0 } counted
            ? counted.GetBytesAllocatedPerOperation(Benchmark)
            : null;
    }

    private void Kill()
    {
        state = State.Ended;
        try
        {
            if (!execution.IsCompleted)
                started.Process?.Kill(entireProcessTree: true);
        }
        catch (Exception problem) when (problem is InvalidOperationException or System.ComponentModel.Win32Exception or AggregateException)
        {
            // It has not started or has ended, or it started a process of another user, which cannot be killed.
        }
    }

    public void Dispose()
    {
        Kill();
        ended.Cancel();
        try
        {
            reader.Dispose();
            writer.Dispose();
        }
        catch (Exception problem) when (problem is IOException or InvalidOperationException)
        {
            // The other end has closed, or never connected.
        }

        pipe.Dispose();
        lifeline.Dispose();
    }

    // The process may end during the wait. Its executor then knows the reason, and logs it.
    private async Task Guard(TimeSpan limit, string what, CancellationToken cancellationToken, Func<CancellationToken, Task> action)
    {
        using var timer = new CancellationTokenSource(limit);
        using var any = CancellationTokenSource.CreateLinkedTokenSource(timer.Token, ended.Token, cancellationToken);
        try
        {
            await action(any.Token).ConfigureAwait(false);
        }
        catch (Exception problem)
            when (problem is OperationCanceledException or IOException or InvalidOperationException or FormatException)
        {
            if (timer.IsCancellationRequested && !ended.IsCancellationRequested)
            {
                Log.WriteLineError(
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"// The benchmark {what} within {limit.TotalSeconds:0} s. Its process was ended, and the others of its group continue."
                    )
                );
            }

            Kill();
        }
    }

    private async Task WaitUntilWaiting(CancellationToken cancellationToken)
    {
        var words = await ReadAny(cancellationToken).ConfigureAwait(false);
        WantsToCalibrate = words[0] == SliceProtocol.Calibrate;
        state = words[0] switch
        {
            SliceProtocol.Done => State.Done,
            SliceProtocol.Ready or SliceProtocol.Calibrate => State.Waiting,
            _ => throw new InvalidOperationException($"'{words[0]}' is an unexpected message of the protocol."),
        };
    }

    private async Task<string[]> Read(string expected, int count, CancellationToken cancellationToken)
    {
        var words = await ReadAny(cancellationToken).ConfigureAwait(false);
        return words[0] == expected && words.Length == count + 1
            ? words[1..]
            : throw new InvalidOperationException($"'{words[0]}' is an unexpected message of the protocol.");
    }

    private async Task<double[]> ReadNumbers(string expected, int count, CancellationToken cancellationToken) =>
        [
            .. (await Read(expected, count, cancellationToken).ConfigureAwait(false)).Select(word =>
                double.Parse(word, CultureInfo.InvariantCulture)
            ),
        ];

    private async Task<TimedSlice> ReadSlice(CancellationToken cancellationToken)
    {
        var words = await ReadAny(cancellationToken).ConfigureAwait(false);
        return words[0] == SliceProtocol.Over
            ? SliceProtocol.SliceOf(words[1..])
            : throw new InvalidOperationException($"'{words[0]}' is an unexpected message of the protocol.");
    }

    private async Task<string[]> ReadAny(CancellationToken cancellationToken) =>
        (await reader.ReadLineAsync(cancellationToken).ConfigureAwait(false) ?? throw new IOException("The process has ended.")).Split(' ');

    private async Task Send(string line, CancellationToken cancellationToken)
    {
        await writer.WriteLineAsync(line.AsMemory(), cancellationToken).ConfigureAwait(false);
        await writer.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    private enum State
    {
        Warming,
        Waiting,
        Measuring,
        Done,
        Ended,
    }
}

internal sealed record BuiltCase(BenchmarkCase Benchmark, BenchmarkId Id, BuildResult Result, IExecutor Executor, int Launches);
