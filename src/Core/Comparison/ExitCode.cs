namespace Bench.Comparison;

internal enum ExitCode
{
    Passed = 0,

    // A regression, or a benchmark that failed or vanished.
    Regressed = 1,

    // Wrong usage, or input that cannot be read.
    Usage = 2,

    Inconclusive = 3,

    // The sides come from different environments, and the strict option forbids that.
    Environment = 4,

    NothingCompared = 5,

    Interrupted = 130,
}
