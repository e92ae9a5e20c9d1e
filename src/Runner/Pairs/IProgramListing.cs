namespace Bench.Runner;

/// <summary>Lists the benchmarks of a program.</summary>
internal interface IProgramListing : IDisposable
{
    /// <summary>Why a part of the program's configuration could not be read, in a sentence; null if all of it was.</summary>
    string? Unread { get; }

    /// <summary>The benchmarks that the filter lets through, and what the program runs on.</summary>
    HostedProgram List(BenchmarkFilter filter);
}
