using Bench.Results;

namespace Bench.Load;

internal sealed record LoadTarget(string? Sample, string? Url, string Path, IReadOnlyList<string> Switches)
{
    public override string ToString() => $"{Sample ?? Url}{(Switches.Count > 0 ? " " + string.Join(' ', Switches) : "")} {Path}";
}

/// <summary>What went wrong, by kind, each a number of requests or connections.</summary>
/// <param name="Connect">Connections that were refused or never came about.</param>
/// <param name="Status">Answers with a status of 400 or more.</param>
internal sealed record LoadErrors(long Connect, long Read, long Write, long Status, long Timeout)
{
    public long Total => Connect + Read + Write + Status + Timeout;
}

/// <summary>What h2load logged of each request: exact percentiles of the response time, in ms.</summary>
/// <param name="Failed">Of them without a status of 200 to 299.</param>
internal sealed record ResponseTimes(
    long Requests,
    long Failed,
    double P50,
    double P75,
    double P90,
    double P95,
    double P99,
    double P999,
    double Longest,
    double GeneratorCores,
    double? Mean = null
);

internal sealed record LoadRound(int Round, Throughput Throughput, ResponseTimes? ResponseTimes, CounterFigures? Counters = null);

/// <param name="Source">The state of the work tree that was built, a hash; null where it is none of git's.</param>
/// <param name="Hidden">Differs where values of the target differ that a file hides; null where it hides none.</param>
/// <param name="Method">The <see cref="LoadMethod"/> that its figures came about by; null in files that do not say.</param>
internal sealed record LoadRun(
    string Name,
    LoadTarget Target,
    RunEnvironment Environment,
    IReadOnlyList<string> Tools,
    SweepSettings Settings,
    IReadOnlyList<LoadLevel> Levels,
    string? Partial,
    string? Source = null,
    int? Method = null,
    string? Hidden = null
);

/// <summary>How figures of load come about: rounds of different ways are not put into one run.</summary>
internal static class LoadMethod
{
    /// <summary>To be raised whenever a figure of the same server becomes another one.</summary>
    public const int Version = 1;
}
