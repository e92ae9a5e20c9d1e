namespace Bench.Runner;

/// <summary>How a benchmark may notice a change; in this order they are measured, so that a budget leaves out the least likely.</summary>
internal enum EffectKind
{
    /// <summary>What changed ran, or other code did, or it is the benchmark's own job or parameters.</summary>
    Ran,

    /// <summary>What changed may run, but did not when it was recorded.</summary>
    MayRun,

    /// <summary>Nothing is known to have changed for it, nor that nothing has.</summary>
    Unproven,
}
