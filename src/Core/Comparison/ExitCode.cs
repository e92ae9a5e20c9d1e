namespace Bench.Comparison;

/// <summary>What a comparison means for a build.</summary>
internal enum ExitCode
{
    Passed = 0,

    /// <summary>A regression, or a benchmark that failed or vanished.</summary>
    Regressed = 1,

    /// <summary>Wrong usage, or input that can't be read.</summary>
    Usage = 2,

    Inconclusive = 3,

    /// <summary>The sides come from different environments, and that was not to be.</summary>
    Environment = 4,

    /// <summary>The sides have no benchmark in common.</summary>
    NothingCompared = 5,

    Interrupted = 130,
}
