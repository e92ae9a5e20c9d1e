namespace Bench.Runner;

internal interface IProgramListing : IDisposable
{
    // Why a part of the program's configuration could not be read, as a sentence; null if all of it was.
    string? Unread { get; }

    HostedProgram List(BenchmarkFilter filter);
}
