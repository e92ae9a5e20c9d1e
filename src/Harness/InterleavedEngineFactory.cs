using System.Diagnostics;
using System.Globalization;
using System.Runtime;
using Bench.Harness.Interleaving;
using Bench.Statistics;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Jobs;
using Perfolizer.Horology;
using CoreSpan = Bench.Host.CoreSpan;

namespace Bench.Harness;

/// <summary>
/// Creates BenchmarkDotNet's own engine, warmed up until the runtime has compiled what it will, and lets each iteration of the main run
/// wait for its slice. BenchmarkDotNet creates one in each process that measures; programs have no use for it.
/// </summary>
public sealed class InterleavedEngineFactory : IEngineFactory
{
    /// <summary>
    /// The time of an iteration where the job does not say: short, so that what the machine does in it hits all alternatives.
    /// </summary>
    internal static readonly TimeInterval IterationTime = TimeInterval.FromMilliseconds(10);

    /// <summary>Iterations where the job does not say.</summary>
    internal const int IterationCount = 30;

    /// <summary>A slice of the warm-up.</summary>
    private const double SliceNanoseconds = 5e6;

    /// <summary>The share of a slice's time from which the warm-up gives way to the compiler.</summary>
    private const double CompilerIsAtWork = 0.2;

    /// <summary>A slice that took longer has given the compiler time enough.</summary>
    private static readonly TimeSpan MaxPause = TimeSpan.FromMilliseconds(50);

    private const int CalibrationSlices = 5;

    /// <summary>An invocation of so many ns is not tried again and again: that would take longer than it could save.</summary>
    internal const double LongInvocation = 1e9;

    /// <summary>From here on, in ns an invocation, an empty call of a nanosecond or two is less than a thousandth.</summary>
    private const double EmptyCallMatters = 2000;

    /// <summary>What a job of short warm-ups sets.</summary>
    private const string QuickVariable = "BENCH_QUICK_WARMUP";

    /// <summary>The longest warm-up in milliseconds, whatever the compiler does: for tests, whose figures nobody reads.</summary>
    private const string MaxWarmUpVariable = "BENCH_MAX_WARMUP_MS";

    /// <summary>
    /// Of a quick job: the longest warm-up once the compiler is done. Before, it would be the compiler that is measured, and other
    /// benchmarks would win.
    /// </summary>
    private static readonly TimeSpan QuickWarmUp = TimeSpan.FromSeconds(1);

    /// <summary>What a job that forces no collections sets.</summary>
    internal const string NoForcedCollectionsVariable = "BENCH_NO_FORCED_COLLECTIONS";

    /// <summary>
    /// Iterations between forced collections. BenchmarkDotNet forces one between iterations of half a second. Without, what allocates much
    /// gets slower the longer its process has run: a client that allocates 34 KB a call took 11 us after a warm-up of two seconds, 16 us
    /// after ten, and 8.5 us with collections.
    /// </summary>
    private const int IterationsBetweenCollections = 5;

    private static readonly WarmUpRule Rule = CreateRule();

    /// <summary>
    /// A job for a first answer: one launch of no more iterations than usual, and a warm-up that ends as soon as the compiler is done.
    /// </summary>
    internal static Job Quick(Job job, string id = "Quick")
    {
        var quick = new Job(id, job)
            .WithLaunchCount(1)
            .WithEnvironmentVariables([.. job.Environment.EnvironmentVariables ?? [], new EnvironmentVariable(QuickVariable, "1")]);
        // Of a cold start or of monitoring, other iterations answer another question.
        return StrategyOf(job) == RunStrategy.Throughput ? quick.WithIterationCount(Math.Min(Iterations(job), IterationCount)) : quick;
    }

    /// <summary>Whether only the first call of each process is what its job asks for.</summary>
    internal static bool IsColdStart(Job job) => StrategyOf(job) == RunStrategy.ColdStart;

    private static RunStrategy StrategyOf(Job job) => job.ResolveValue(RunMode.RunStrategyCharacteristic, EngineParameters.DefaultResolver);

    /// <summary>Whether a job is one for a first answer.</summary>
    internal static bool IsQuick(Job job) => job.Environment.EnvironmentVariables?.Any(variable => variable.Key == QuickVariable) == true;

    /// <summary>Creates the engine.</summary>
    /// <param name="engineParameters">What BenchmarkDotNet's generated program passes.</param>
    /// <returns>The engine, set up, warm and ready to run.</returns>
    public IEngine CreateReadyToRun(EngineParameters engineParameters)
    {
        ArgumentNullException.ThrowIfNull(engineParameters);
        var client = SliceClient.Connect();
        var strategy = StrategyOf(engineParameters.TargetJob);
        var job = WithShortIterations(engineParameters.TargetJob);
        engineParameters.TargetJob = job;
        var plan = new SlicePlan(1, 0);
        if (strategy == RunStrategy.Throughput)
        {
            var setup = engineParameters.GlobalSetupAction;
            engineParameters.GlobalSetupAction = () =>
            {
                // Only the first time: a job that randomizes memory sets up again and again.
                engineParameters.GlobalSetupAction = setup;
                setup?.Invoke();
                var time = WarmUp(engineParameters);
                engineParameters.Host.WriteLine(
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"// Warm-up: {time.TotalSeconds:0.0} s, {JitInfo.GetCompiledMethodCount(currentThread: false)} methods compiled"
                    )
                );
                if (engineParameters.HasInvocationCount)
                    return;
                client?.TakeToCalibrate();
                var perInvocation = Calibrate(engineParameters);
                var iterationTime = engineParameters.IterationTime.ToNanoseconds();
                plan = client?.Agree(new(perInvocation, iterationTime, Iterations(engineParameters.TargetJob)), length =>
                    Trial(engineParameters, length, perInvocation)
                )
                    ?? new SlicePlan(1, iterationTime);
                Fix(engineParameters, perInvocation, plan);
            };
        }

        if (client is null)
            return new EngineFactory().CreateReadyToRun(engineParameters);

        // BenchmarkDotNet itself fixes the invocations where an iteration has a set-up.
        Interleave(
            engineParameters,
            client,
            () => plan.Slices,
            isWhole: strategy != RunStrategy.Throughput || engineParameters.HasInvocationCount
        );
        return new EngineFactory().CreateReadyToRun(engineParameters);
    }

    private static WarmUpRule CreateRule()
    {
        var rule = new WarmUpRule { MinWarmUp = TimeSpan.FromSeconds(0.5) };
        if (!string.IsNullOrEmpty(Environment.GetEnvironmentVariable(QuickVariable)))
            rule = rule with { MinWarmUp = QuickWarmUp / 4, MaxWarmUp = QuickWarmUp };
        if (
            !int.TryParse(Environment.GetEnvironmentVariable(MaxWarmUpVariable), CultureInfo.InvariantCulture, out var milliseconds)
            || milliseconds <= 0
        )
            return rule;
        var max = TimeSpan.FromMilliseconds(milliseconds);
        return rule with { MinWarmUp = max / 4, MaxWarmUp = max, MaxWarmUpWhileCompiling = max };
    }

    private static Job WithShortIterations(Job job)
    {
        if (!job.HasValue(RunMode.IterationTimeCharacteristic))
            job = job.WithIterationTime(IterationTime);
        if (
            !job.HasValue(RunMode.IterationCountCharacteristic)
            && !job.HasValue(RunMode.MinIterationCountCharacteristic)
            && !job.HasValue(RunMode.MaxIterationCountCharacteristic)
        )
            job = job.WithIterationCount(IsColdStart(job) ? 1 : IterationCount);
        // What remains to warm up is the engine's own loop.
        if (
            !job.HasValue(RunMode.WarmupCountCharacteristic)
            && !job.HasValue(RunMode.MinWarmupIterationCountCharacteristic)
            && !job.HasValue(RunMode.MaxWarmupIterationCountCharacteristic)
        )
            job = job.WithWarmupCount(1);
        return job;
    }

    private static TimeSpan WarmUp(EngineParameters parameters)
    {
        var job = parameters.TargetJob;
        var fixedCount = parameters.HasInvocationCount
            ? Math.Max(1, job.ResolveValue(RunMode.InvocationCountCharacteristic, EngineParameters.DefaultResolver, 1))
            : 0;
        var invocations = Math.Max(1, fixedCount);
        var state = new SteadyState(Rule);
        var clock = Stopwatch.StartNew();
        var compilation = TimeSpan.Zero;
        while (!state.MayEnd)
        {
            parameters.IterationSetupAction?.Invoke();
            var start = Stopwatch.GetTimestamp();
            parameters.WorkloadActionNoUnroll(invocations);
            var time = Stopwatch.GetElapsedTime(start);
            parameters.IterationCleanupAction?.Invoke();
            var nanoseconds = Math.Max(1, time.TotalMicroseconds * 1000);
            var before = compilation;
            compilation = JitInfo.GetCompilationTime(currentThread: false);
            state.Add(
                clock.Elapsed,
                new WarmUpSlice(invocations, nanoseconds, JitInfo.GetCompiledMethodCount(currentThread: false), compilation)
            );
            // The compiler needs the core: what it is at work for is measured by nobody yet.
            if (compilation - before > CompilerIsAtWork * time && time < MaxPause)
                Thread.Sleep(time);
            // No more than double, for the first are slow.
            if (fixedCount == 0)
                invocations = Math.Max(1, (long)Math.Min(invocations * 2.0, SliceNanoseconds * invocations / nanoseconds));
        }

        return clock.Elapsed;
    }

    /// <summary>The typical time of an invocation, ns.</summary>
    private static double Calibrate(EngineParameters parameters)
    {
        var times = new List<double>();
        for (var invocations = 1L; times.Count < CalibrationSlices;)
        {
            parameters.IterationSetupAction?.Invoke();
            var nanoseconds = Timed(parameters.WorkloadActionNoUnroll, invocations, invocations).UndisturbedNanoseconds;
            parameters.IterationCleanupAction?.Invoke();
            if (nanoseconds >= SliceNanoseconds / 2)
                times.Add(nanoseconds / invocations);
            else
                invocations *= 2;
            if (nanoseconds >= LongInvocation)
                break;
        }

        return times.Order().ElementAt(times.Count / 2);
    }

    private static int Iterations(Job job) =>
        job.ResolveValue(RunMode.IterationCountCharacteristic, EngineParameters.DefaultResolver, IterationCount);

    private static TimedSlice Trial(EngineParameters parameters, double length, double perInvocation)
    {
        var invocations = Invocations(length, perInvocation, parameters.UnrollFactor);
        return invocations < parameters.UnrollFactor
            ? Timed(parameters.WorkloadActionNoUnroll, invocations, invocations * parameters.OperationsPerInvoke)
            : Timed(parameters.WorkloadActionUnroll, invocations / parameters.UnrollFactor, invocations * parameters.OperationsPerInvoke);
    }

    private static TimedSlice Timed(Action<long> workload, long count, long operations)
    {
        var span = CoreSpan.Start();
        var paused = GC.GetTotalPauseDuration();
        var start = Stopwatch.GetTimestamp();
        workload(count);
        // Not in ticks of 100 ns: an iteration with a set-up of its own may be one invocation of a few.
        var nanoseconds = Math.Max(1, (Stopwatch.GetTimestamp() - start) * 1e9 / Stopwatch.Frequency);
        var pause = (GC.GetTotalPauseDuration() - paused).TotalNanoseconds;
        return new(operations, nanoseconds, Math.Min(pause, nanoseconds), span?.End());
    }

    /// <summary>Of a slice: whole loops of the generated program where there is more than one.</summary>
    private static long Invocations(double length, double perInvocation, int unroll)
    {
        var count = (long)Math.Max(1, Math.Round(length / perInvocation));
        return count < unroll ? count : count / unroll * unroll;
    }

    // BenchmarkDotNet chooses the number of invocations by a pilot that ends when one iteration was long enough: on a busy machine that is
    // one that was interrupted, and iterations come out a hundred times too short. Here the median of several decides.
    private static void Fix(EngineParameters parameters, double perInvocation, SlicePlan plan)
    {
        var job = parameters.TargetJob;
        // An empty call is measured only where it is more than a thousandth.
        if (perInvocation > EmptyCallMatters && !job.HasValue(AccuracyMode.EvaluateOverheadCharacteristic))
            job = job.WithEvaluateOverhead(false);
        var unroll = parameters.UnrollFactor;
        var count = Invocations(plan.Length, perInvocation, unroll);
        if (count < unroll)
        {
            // The generated loop is unrolled, whatever the job says now.
            parameters.WorkloadActionUnroll = parameters.WorkloadActionNoUnroll;
            parameters.OverheadActionUnroll = parameters.OverheadActionNoUnroll;
            job = job.WithUnrollFactor(1).WithEvaluateOverhead(false);
            unroll = 1;
        }

        parameters.TargetJob = job.WithInvocationCount(
            (int)Math.Min(int.MaxValue / (unroll * plan.Slices) * (unroll * plan.Slices), count * plan.Slices)
        );
    }

    // Where an iteration has a set-up of its own, the slice holds it, so that it does not disturb another's.
    internal static void Interleave(EngineParameters parameters, SliceClient client, Func<int> slicesOfIteration, bool isWhole)
    {
        var isMainRun = false;
        var iteration = 0;
        var forces = string.IsNullOrEmpty(Environment.GetEnvironmentVariable(NoForcedCollectionsVariable));
        var last = default(TimedSlice);
        var (setup, cleanup) = (parameters.IterationSetupAction, parameters.IterationCleanupAction);
        parameters.IterationSetupAction = () =>
        {
            if (isMainRun && isWhole)
            {
                client.Take();
                Collect();
            }

            setup?.Invoke();
        };
        parameters.IterationCleanupAction = () =>
        {
            cleanup?.Invoke();
            if (!isMainRun)
                return;
            client.End(last);
            client.Go();
        };
        // Read when they are called: the loop may be another by then.
        parameters.WorkloadActionUnroll = Sliced(parameters.WorkloadActionUnroll, () =>
            parameters.TargetJob.ResolveValue(RunMode.UnrollFactorCharacteristic, EngineParameters.DefaultResolver)
        );
        parameters.WorkloadActionNoUnroll = Sliced(parameters.WorkloadActionNoUnroll, () => 1);
        if (!isWhole)
            parameters.TargetJob = parameters.TargetJob.WithClock(client.Clock);

        parameters.Host = new SignallingHost(parameters.Host, signal =>
        {
            if (signal == HostSignal.BeforeActualRun)
            {
                isMainRun = true;
            }
            else if (signal == HostSignal.AfterActualRun)
            {
                isMainRun = false;
                client.WaitForTheOthers();
            }
        });

        // In the slice of the process itself, while no clock runs.
        void Collect()
        {
            if (!forces || iteration++ % IterationsBetweenCollections != 0)
                return;
            client.Stop();
            GC.Collect();
            GC.WaitForPendingFinalizers();
            GC.Collect();
            client.Go();
        }

        Action<long> Sliced(Action<long> workload, Func<int> unroll) =>
            count =>
            {
                if (!isMainRun)
                {
                    workload(count);
                    return;
                }

                if (isWhole)
                {
                    last = Timed(workload, count, count * unroll() * parameters.OperationsPerInvoke);
                    return;
                }

                var slices = slicesOfIteration();
                for (var i = 0; i < slices; i++)
                {
                    var share = count / slices;
                    client.Take();
                    if (i == 0)
                        Collect();
                    last = Timed(workload, share, share * unroll() * parameters.OperationsPerInvoke);
                    client.Stop();
                    // The last one ends when the iteration has been cleaned up.
                    if (i < slices - 1)
                        client.End(last);
                }
            };
    }

    /// <summary>BenchmarkDotNet's host, whose signals somebody else hears as well, after those who listen to it.</summary>
    private sealed class SignallingHost(IHost inner, Action<HostSignal> hear) : IHost
    {
        public void SendSignal(HostSignal hostSignal)
        {
            inner.SendSignal(hostSignal);
            hear(hostSignal);
        }

        public void Write(string message) => inner.Write(message);

        public void WriteLine() => inner.WriteLine();

        public void WriteLine(string message) => inner.WriteLine(message);

        public void SendError(string message) => inner.SendError(message);

        public void ReportResults(RunResults runResults) => inner.ReportResults(runResults);

        public void Dispose() => inner.Dispose();
    }
}
