namespace Bench.Runner;

// How a change may affect a benchmark. Benchmarks are measured in this order, so that a budget leaves out the least likely.
internal enum EffectKind
{
    // Changed or different code ran, or the benchmark's own job or parameters changed.
    Ran,

    // Changed code may run, but did not while recorded.
    MayRun,

    // Neither a change nor its absence is proven.
    Unproven,
}
