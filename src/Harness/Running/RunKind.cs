namespace Bench.Harness;

/// <summary>How much a run is worth.</summary>
public enum RunKind
{
    /// <summary>A figure to quote: several launches, each warmed up until the compiler is done.</summary>
    Measured,

    /// <summary>A first answer: one launch and a short warm-up, so that intervals are wide; never published.</summary>
    Quick,

    /// <summary>Every benchmark once, its answer compared with those of its alternatives: nothing is measured.</summary>
    Smoke,
}
