namespace Bench.Harness;

/// <summary>The purpose of a run, which decides how much its figures are worth.</summary>
public enum RunKind
{
    /// <summary>For figures to quote: several launches, each warmed up until the compiler is done.</summary>
    Measured,

    /// <summary>For a first answer: one launch with a short warm-up. Intervals are wide, and it is never published.</summary>
    Quick,

    /// <summary>Runs every benchmark once and compares its answer with those of the other variants. Nothing is measured.</summary>
    Smoke,
}
