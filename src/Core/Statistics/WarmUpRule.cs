namespace Bench.Statistics;

/// <summary>
/// When a warm-up may end: what gates, <c>versus</c>, <c>explain</c> and interleaved tables have in common. The defaults are what <c>bench
/// study</c> was run with.
/// </summary>
internal record WarmUpRule
{
    public TimeSpan MinWarmUp { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>
    /// The longest for a benchmark that compiles for ever, because each call makes new code, and for one that is compiled and still gets
    /// faster.
    /// </summary>
    public TimeSpan MaxWarmUp { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The longest for a benchmark that the compiler is still at work for: on a busy machine it is as slow as all else.</summary>
    public TimeSpan MaxWarmUpWhileCompiling { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>
    /// How long no method may have been compiled: longer than the runtime's own wait before it compiles a second time, which is 100 ms.
    /// </summary>
    public TimeSpan Quiet { get; init; } = TimeSpan.FromMilliseconds(300);

    /// <summary>
    /// The same for an application of more than <see cref="ManyMethods"/>: it compiles in waves with up to 0.7 s between them.
    /// </summary>
    public TimeSpan QuietOfMany { get; init; } = TimeSpan.FromMilliseconds(800);

    /// <summary>
    /// Plain benchmarks have compiled about 1,500 methods after a second, those that call a web application 2,200 and more.
    /// </summary>
    public int ManyMethods { get; init; } = 2000;

    /// <summary>
    /// When <see cref="Stragglers"/> no longer disturb the quiet: what every invocation calls has been compiled for the last time by then,
    /// or is waiting among hundreds of others.
    /// </summary>
    public TimeSpan StragglersFrom { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>
    /// The share of all compiled methods that is no more than the runtime's timers and its thread pool, called now and then.
    /// </summary>
    public double Stragglers { get; init; } = 0.002;

    /// <summary>
    /// The share of the quiet's time that may go into compiling: a machine that compiles few methods in it because it is slow is not quiet.
    /// </summary>
    public double Compiling { get; init; } = 0.05;

    /// <summary>
    /// The same for a process whose runtime counts calls from the first one on (<c>DOTNET_TC_CallCountingDelayMs=0</c>): it compiles
    /// without pauses, until it is done.
    /// </summary>
    public WarmUpRule WithoutPauses() => this with { QuietOfMany = Quiet, StragglersFrom = MinWarmUp };
}

internal readonly record struct WarmUpSlice(long Invocations, double Nanoseconds, long CompiledMethods, TimeSpan CompilationTime);
