using System.Diagnostics;
using System.Globalization;
using System.Runtime;
using Bench.Harness.Interleaving;
using Bench.Statistics;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Jobs;
using Perfolizer.Horology;

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
        InterleavedCalls.Install(
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
            var nanoseconds = InterleavedCalls.Timed(parameters.WorkloadActionNoUnroll, invocations, invocations).UndisturbedNanoseconds;
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
            ? InterleavedCalls.Timed(parameters.WorkloadActionNoUnroll, invocations, invocations * parameters.OperationsPerInvoke)
            : InterleavedCalls.Timed(
                parameters.WorkloadActionUnroll,
                invocations / parameters.UnrollFactor,
                invocations * parameters.OperationsPerInvoke
            );
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
}
