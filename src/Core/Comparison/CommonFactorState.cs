namespace Bench.Comparison;

// How the common factor of all times was used.
internal enum CommonFactorState
{
    // Too few benchmarks to estimate it.
    NotEstimable,

    // It is not shown to differ from 1, or is too small to matter.
    Immaterial,

    // It was divided out, so verdicts on times show what moved relative to the rest.
    TakenOut,

    // It was not divided out, because control benchmarks show that the machine did not change.
    KeptByControls,
}
