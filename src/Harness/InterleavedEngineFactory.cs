using System.Diagnostics;
using System.Globalization;
using System.Runtime;
using Bench.Harness.Interleaving;
using Bench.Statistics;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Reports;
using Perfolizer.Horology;

namespace Bench.Harness;

/// <summary>
/// Creates BenchmarkDotNet's own engine, warmed up until the runtime has compiled what it will, and lets each iteration of the main run wait
/// for its turn. BenchmarkDotNet creates one in each process that measures; programs have no use for it.
/// </summary>
public sealed class InterleavedEngineFactory : IEngineFactory
{
    /// <summary>The time of an iteration where the job does not say: short, so that what the machine does in it hits all alternatives.</summary>
    internal static readonly TimeInterval IterationTime = TimeInterval.FromMilliseconds(10);

    /// <summary>Iterations where the job does not say.</summary>
    internal const int IterationCount = 50;

    /// <summary>
    /// Turns of an iteration. The speed of a shared machine changes by a factor of nearly two, and back, within tenths of a second: what is compared has
    /// to be nearer together than an iteration is long.
    /// </summary>
    private const long Slices = 4;

    /// <summary>A slice of the warm-up.</summary>
    private const double SliceNanoseconds = 5e6;

    private const int CalibrationSlices = 5;

    /// <summary>From here on, in ns an invocation, an empty call of a nanosecond or two is less than a thousandth.</summary>
    private const double EmptyCallMatters = 2000;

    /// <summary>What a job of short warm-ups sets: the longest, in milliseconds.</summary>
    private const string MaxWarmUpVariable = "BENCH_MAX_WARMUP_MS";

    private static readonly WarmUpRule Rule = CreateRule();

    /// <summary>A job for a first answer: one launch, and a warm-up that ends before the compiler does where that takes long.</summary>
    internal static Job Quick(Job job) => new Job("Quick", job).WithLaunchCount(1).WithIterationCount(20)
        .WithEnvironmentVariables([.. job.Environment.EnvironmentVariables ?? [], new EnvironmentVariable(MaxWarmUpVariable, "1000")]);

    /// <summary>Creates the engine.</summary>
    /// <param name="engineParameters">What BenchmarkDotNet's generated program passes.</param>
    /// <returns>The engine, set up, warm and ready to run.</returns>
    public IEngine CreateReadyToRun(EngineParameters engineParameters)
    {
        ArgumentNullException.ThrowIfNull(engineParameters);
        var turns = TurnClient.Connect();
        var strategy = engineParameters.TargetJob.ResolveValue(RunMode.RunStrategyCharacteristic, EngineParameters.DefaultResolver);
        var job = WithShortIterations(engineParameters.TargetJob);
        engineParameters.TargetJob = job;
        if (strategy == RunStrategy.Throughput)
        {
            var setup = engineParameters.GlobalSetupAction;
            engineParameters.GlobalSetupAction = () =>
            {
                // Only the first time: a job that randomizes memory sets up again and again.
                engineParameters.GlobalSetupAction = setup;
                setup?.Invoke();
                var time = WarmUp(engineParameters);
                engineParameters.Host.WriteLine(string.Create(
                    CultureInfo.InvariantCulture, $"// Warm-up: {time.TotalSeconds:0.0} s, {JitInfo.GetCompiledMethodCount(currentThread: false)} methods compiled"));
                if (engineParameters.HasInvocationCount)
                    return;
                turns?.TakeToCalibrate();
                Fix(engineParameters, Calibrate(engineParameters));
                turns?.EndPart();
            };
        }

        if (turns is null)
            return new EngineFactory().CreateReadyToRun(engineParameters);

        // BenchmarkDotNet itself fixes the invocations where an iteration has a set-up.
        Interleave(engineParameters, turns, isWhole: strategy != RunStrategy.Throughput || engineParameters.HasInvocationCount);
        return new EngineFactory().CreateReadyToRun(engineParameters);
    }

    private static WarmUpRule CreateRule()
    {
        var rule = new WarmUpRule { MinWarmUp = TimeSpan.FromSeconds(0.5) };
        if (!int.TryParse(Environment.GetEnvironmentVariable(MaxWarmUpVariable), CultureInfo.InvariantCulture, out var milliseconds) || milliseconds <= 0)
            return rule;
        var max = TimeSpan.FromMilliseconds(milliseconds);
        return rule with { MinWarmUp = max / 4, MaxWarmUp = max, MaxWarmUpWhileCompiling = max };
    }

    private static Job WithShortIterations(Job job)
    {
        if (!job.HasValue(RunMode.IterationTimeCharacteristic))
            job = job.WithIterationTime(IterationTime);
        if (!job.HasValue(RunMode.IterationCountCharacteristic) && !job.HasValue(RunMode.MinIterationCountCharacteristic) && !job.HasValue(RunMode.MaxIterationCountCharacteristic))
            job = job.WithIterationCount(IterationCount);
        // What remains to warm up is the engine's own loop.
        if (!job.HasValue(RunMode.WarmupCountCharacteristic) && !job.HasValue(RunMode.MinWarmupIterationCountCharacteristic) && !job.HasValue(RunMode.MaxWarmupIterationCountCharacteristic))
            job = job.WithWarmupCount(1);
        return job;
    }

    private static TimeSpan WarmUp(EngineParameters parameters)
    {
        var job = parameters.TargetJob;
        var fixedCount = parameters.HasInvocationCount ? Math.Max(1, job.ResolveValue(RunMode.InvocationCountCharacteristic, EngineParameters.DefaultResolver, 1)) : 0;
        var invocations = Math.Max(1, fixedCount);
        var state = new SteadyState(Rule);
        var clock = Stopwatch.StartNew();
        while (!state.MayEnd)
        {
            parameters.IterationSetupAction?.Invoke();
            var start = Stopwatch.GetTimestamp();
            parameters.WorkloadActionNoUnroll(invocations);
            var time = Stopwatch.GetElapsedTime(start);
            parameters.IterationCleanupAction?.Invoke();
            var nanoseconds = Math.Max(1, time.TotalMicroseconds * 1000);
            state.Add(clock.Elapsed, new WarmUpSlice(invocations, nanoseconds, JitInfo.GetCompiledMethodCount(currentThread: false), JitInfo.GetCompilationTime(currentThread: false)));
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
            var start = Stopwatch.GetTimestamp();
            parameters.WorkloadActionNoUnroll(invocations);
            var nanoseconds = Math.Max(1, Stopwatch.GetElapsedTime(start).TotalMicroseconds * 1000);
            parameters.IterationCleanupAction?.Invoke();
            if (nanoseconds >= SliceNanoseconds / 2)
                times.Add(nanoseconds / invocations);
            else
                invocations *= 2;
        }

        return times.Order().ElementAt(CalibrationSlices / 2);
    }

    // BenchmarkDotNet chooses the number of invocations by a pilot that ends when one iteration was long enough: on a busy machine that is one that
    // was interrupted, and iterations come out a hundred times too short. Here the median of several decides.
    private static void Fix(EngineParameters parameters, double perInvocation)
    {
        var job = parameters.TargetJob;
        // An empty call is measured only where it is more than a thousandth.
        if (perInvocation > EmptyCallMatters && !job.HasValue(AccuracyMode.EvaluateOverheadCharacteristic))
            job = job.WithEvaluateOverhead(false);
        var count = (long)Math.Max(1, parameters.IterationTime.ToNanoseconds() / perInvocation);
        var unroll = parameters.UnrollFactor;
        if (count < unroll)
        {
            // The generated loop is unrolled, whatever the job says now.
            parameters.WorkloadActionUnroll = parameters.WorkloadActionNoUnroll;
            parameters.OverheadActionUnroll = parameters.OverheadActionNoUnroll;
            job = job.WithUnrollFactor(1).WithEvaluateOverhead(false);
            unroll = 1;
        }

        parameters.TargetJob = job.WithInvocationCount((int)Math.Min(int.MaxValue / unroll * unroll, count / unroll * unroll));
    }

    // Where an iteration has a set-up of its own, the turn holds it, so that it does not disturb another's.
    private static void Interleave(EngineParameters parameters, TurnClient turns, bool isWhole)
    {
        var isMainRun = false;
        var (setup, cleanup) = (parameters.IterationSetupAction, parameters.IterationCleanupAction);
        if (isWhole)
        {
            parameters.IterationSetupAction = () =>
            {
                if (isMainRun)
                    turns.Take();
                setup?.Invoke();
                turns.StartCountingPauses();
            };
            parameters.IterationCleanupAction = () =>
            {
                turns.StopCountingPauses();
                cleanup?.Invoke();
                if (isMainRun)
                    turns.End();
            };
        }
        else
        {
            parameters.IterationCleanupAction = () =>
            {
                cleanup?.Invoke();
                if (isMainRun)
                    turns.EndIteration();
            };
            parameters.WorkloadActionUnroll = Sliced(parameters.WorkloadActionUnroll);
            parameters.WorkloadActionNoUnroll = Sliced(parameters.WorkloadActionNoUnroll);
            parameters.TargetJob = parameters.TargetJob.WithClock(turns.Clock);
        }

        parameters.Host = new SignallingHost(
            parameters.Host,
            signal =>
            {
                if (signal == HostSignal.BeforeActualRun)
                {
                    isMainRun = true;
                }
                else if (signal == HostSignal.AfterActualRun)
                {
                    isMainRun = false;
                    turns.WaitForTheOthers();
                }
            });

        Action<long> Sliced(Action<long> workload) => count =>
        {
            if (!isMainRun)
            {
                workload(count);
                return;
            }

            var slices = Math.Min(Slices, count);
            for (var i = 0L; i < slices; i++)
            {
                var share = (count * (i + 1) / slices) - (count * i / slices);
                turns.Take();
                turns.StartCountingPauses();
                workload(share);
                turns.StopCountingPauses();
                if (i < slices - 1)
                    turns.EndPart();
                else
                    turns.Stop();
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
