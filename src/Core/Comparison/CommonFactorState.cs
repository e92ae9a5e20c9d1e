namespace Bench.Comparison;

/// <summary>What became of the common factor of all times.</summary>
internal enum CommonFactorState
{
    /// <summary>There are too few benchmarks to estimate one.</summary>
    NotEstimable,

    /// <summary>It is not shown to differ from 1, or too small to matter.</summary>
    Immaterial,

    /// <summary>It was taken out: verdicts on times say what moved against the rest.</summary>
    TakenOut,

    /// <summary>It was not taken out, because control benchmarks say that the machine did not change.</summary>
    KeptByControls,
}
