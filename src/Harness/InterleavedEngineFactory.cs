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
/// Creates BenchmarkDotNet's own engine. It is warmed up until the runtime has finished compiling, and each iteration of the main run waits
/// for its slice. BenchmarkDotNet creates a factory in each process that measures; programs do not use it.
/// </summary>
public sealed class InterleavedEngineFactory : IEngineFactory
{
    // If the job sets no iteration time. It is short, so that a disturbance of the machine hits all variants.
    internal static readonly TimeInterval IterationTime = TimeInterval.FromMilliseconds(10);

    // If the job sets no iteration count.
    internal const int IterationCount = 30;

    private const double SliceNanoseconds = 5e6;

    // Above this share of a slice's time, the warm-up pauses for the compiler.
    private const double CompilerIsAtWork = 0.2;

    // A longer slice has already given the compiler enough time.
    private static readonly TimeSpan MaxPause = TimeSpan.FromMilliseconds(50);

    private const int CalibrationSlices = 5;

    // In ns. Calibration does not repeat a longer invocation, because that would take longer than it could save.
    internal const double LongInvocation = 1e9;

    // In ns. For longer invocations, an empty call of a nanosecond or two is less than a thousandth.
    private const double EmptyCallMatters = 2000;

    // Set by a job with short warm-ups.
    private const string QuickVariable = "BENCH_QUICK_WARMUP";

    // Limits the warm-up in milliseconds whatever the compiler does, for tests, whose figures do not matter.
    private const string MaxWarmUpVariable = "BENCH_MAX_WARMUP_MS";

    // The longest warm-up of a quick job once the compiler is done. A shorter one would measure the compiler, and favour other benchmarks.
    private static readonly TimeSpan QuickWarmUp = TimeSpan.FromSeconds(1);

    // Set by a job that forces no collections.
    internal const string NoForcedCollectionsVariable = "BENCH_NO_FORCED_COLLECTIONS";

    // Iterations between forced collections. BenchmarkDotNet forces one between iterations of half a second. Without them, a benchmark that
    // allocates much gets slower the longer its process runs. A client that allocates 34 KB per call took 11 µs after a warm-up of two
    // seconds, and 16 µs after ten. With collections it took 8.5 µs.
    private const int IterationsBetweenCollections = 5;

    private static readonly WarmUpRule Rule = CreateRule();

    // A job for a first answer. It has one launch, at most the usual number of iterations, and a warm-up that ends when the compiler is
    // done.
    internal static Job Quick(Job job, string id = "Quick")
    {
        var quick = new Job(id, job)
            .WithLaunchCount(1)
            .WithEnvironmentVariables([.. job.Environment.EnvironmentVariables ?? [], new EnvironmentVariable(QuickVariable, "1")]);
        // With a cold start or with monitoring, the number of iterations changes what is measured.
        return StrategyOf(job) == RunStrategy.Throughput ? quick.WithIterationCount(Math.Min(Iterations(job), IterationCount)) : quick;
    }

    // A cold start measures only the first call of each process.
    internal static bool IsColdStart(Job job) => StrategyOf(job) == RunStrategy.ColdStart;

    private static RunStrategy StrategyOf(Job job) => job.ResolveValue(RunMode.RunStrategyCharacteristic, EngineParameters.DefaultResolver);

    internal static bool IsQuick(Job job) => job.Environment.EnvironmentVariables?.Any(variable => variable.Key == QuickVariable) == true;

    /// <summary>Creates the engine.</summary>
    /// <param name="engineParameters">Passed by the program that BenchmarkDotNet generates.</param>
    /// <returns>An engine that is set up and ready to run, and warm unless the job's strategy is a cold start or monitoring.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="engineParameters"/> is null.</exception>
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
                // Only the first time: a job that randomizes memory repeats its set-up.
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

        // BenchmarkDotNet itself fixes the number of invocations if an iteration has a set-up.
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
        var rule = new WarmUpRule { MinWarmUp = TimeSpan.FromSeconds(0.5) }.On(Environment.ProcessorCount);
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
        // Only the engine's own loop is still cold.
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
            // The compiler needs the core, and the code that it is compiling is not being measured yet.
            if (compilation - before > CompilerIsAtWork * time && time < MaxPause)
                Thread.Sleep(time);
            // At most double, because the first invocations are slow.
            if (fixedCount == 0)
                invocations = Math.Max(1, (long)Math.Min(invocations * 2.0, SliceNanoseconds * invocations / nanoseconds));
        }

        return clock.Elapsed;
    }

    // Median of several slices, in ns.
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
        // Stopwatch ticks instead of TimeSpan, whose 100 ns are too coarse: an iteration with a set-up may be one invocation of a few ns.
        var nanoseconds = Math.Max(1, (Stopwatch.GetTimestamp() - start) * 1e9 / Stopwatch.Frequency);
        var pause = (GC.GetTotalPauseDuration() - paused).TotalNanoseconds;
        return new(operations, nanoseconds, Math.Min(pause, nanoseconds), span?.End());
    }

    // Whole loops of the generated program if there is more than one.
    private static long Invocations(double length, double perInvocation, int unroll)
    {
        var count = (long)Math.Max(1, Math.Round(length / perInvocation));
        return count < unroll ? count : count / unroll * unroll;
    }

    // BenchmarkDotNet chooses the number of invocations with a pilot stage that ends once an iteration was long enough. On a busy machine
    // that iteration was often interrupted, and later iterations are a hundred times too short. Here the median of several slices decides.
    private static void Fix(EngineParameters parameters, double perInvocation, SlicePlan plan)
    {
        var job = parameters.TargetJob;
        // An empty call is measured only if it is more than a thousandth.
        if (perInvocation > EmptyCallMatters && !job.HasValue(AccuracyMode.EvaluateOverheadCharacteristic))
            job = job.WithEvaluateOverhead(false);
        var unroll = parameters.UnrollFactor;
        var count = Invocations(plan.Length, perInvocation, unroll);
        if (count < unroll)
        {
            // The generated loop is unrolled whatever the job says now.
            parameters.WorkloadActionUnroll = parameters.WorkloadActionNoUnroll;
            parameters.OverheadActionUnroll = parameters.OverheadActionNoUnroll;
            job = job.WithUnrollFactor(1).WithEvaluateOverhead(false);
            unroll = 1;
        }

        parameters.TargetJob = job.WithInvocationCount(
            (int)Math.Min(int.MaxValue / (unroll * plan.Slices) * (unroll * plan.Slices), count * plan.Slices)
        );
    }

    // If an iteration has a set-up, its slice includes the set-up, which would otherwise disturb another slice.
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
        // Read at each call, because the loop may have changed by then.
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

        // Within the process's own slice, while no clock runs.
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
                    // The last slice ends after the clean-up of the iteration.
                    if (i < slices - 1)
                        client.End(last);
                }
            };
    }

    // Forwards signals to BenchmarkDotNet's host first, and then to a second listener.
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
