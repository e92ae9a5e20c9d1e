namespace Bench.Statistics;

// Decides when a warm-up may end. Gates, `versus`, `explain` and interleaved tables share it. `lab study` ran with the defaults.
internal record WarmUpRule
{
    private static readonly TimeSpan QuietOnOneProcessor = TimeSpan.FromSeconds(1.5);

    public TimeSpan MinWarmUp { get; init; } = TimeSpan.FromSeconds(1);

    // The limit for a benchmark that generates code in each call, and for one that is compiled but still gets faster.
    public TimeSpan MaxWarmUp { get; init; } = TimeSpan.FromSeconds(10);

    // The limit while the compiler is still at work, which takes longer on a busy machine.
    public TimeSpan MaxWarmUpWhileCompiling { get; init; } = TimeSpan.FromSeconds(60);

    // How long no method may be compiled. The runtime waits 100 ms before it compiles a method again, so this must be longer.
    public TimeSpan Quiet { get; init; } = TimeSpan.FromMilliseconds(300);

    // The same for an application with more than ManyMethods: it compiles in waves that are up to 0.7 s apart.
    public TimeSpan QuietOfMany { get; init; } = TimeSpan.FromMilliseconds(800);

    // Plain benchmarks have compiled about 1,500 methods after a second. Those that call a web application have compiled at least 2,200.
    public int ManyMethods { get; init; } = 2000;

    // From then on Stragglers are tolerated. By then every method that an invocation calls has been compiled for the last time, or waits
    // among hundreds of others.
    public TimeSpan StragglersFrom { get; init; } = TimeSpan.FromSeconds(3);

    // The tolerated share of all compiled methods. It covers the runtime's timers and thread pool, which are called now and then.
    public double Stragglers { get; init; } = 0.002;

    // The share of the quiet period that may be spent compiling. A slow machine that compiles only a few methods in it is not quiet.
    public double Compiling { get; init; } = 0.05;

    // On a single processor the runtime waits ten times as long before it compiles a method again: a second.
    public WarmUpRule On(int processors) =>
        processors > 1 ? this : this with { Quiet = QuietOnOneProcessor, QuietOfMany = QuietOnOneProcessor };

    // For a process whose runtime counts calls from the first one on (`DOTNET_TC_CallCountingDelayMs=0`). It compiles without pauses until
    // it is done.
    public WarmUpRule WithoutPauses() => this with { QuietOfMany = Quiet, StragglersFrom = MinWarmUp };
}

internal readonly record struct WarmUpSlice(long Invocations, double Nanoseconds, long CompiledMethods, TimeSpan CompilationTime);
