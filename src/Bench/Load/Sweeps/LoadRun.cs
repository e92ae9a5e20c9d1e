using Bench.Results;

namespace Bench.Load;

internal sealed record LoadTarget(string? Sample, string? Url, string Path, IReadOnlyList<string> Switches)
{
    public override string ToString() => $"{Sample ?? Url}{(Switches.Count > 0 ? " " + string.Join(' ', Switches) : "")} {Path}";
}

/// <summary>Numbers of failed requests or connections.</summary>
/// <param name="Connect">Connections that were refused or never established.</param>
/// <param name="Status">From wrk, answers with a status of 400 or more; from h2load, answers with an unexpected status.</param>
internal sealed record LoadErrors(long Connect, long Read, long Write, long Status, long Timeout)
{
    public long Total => Connect + Read + Write + Status + Timeout;
}

/// <summary>Exact percentiles in ms from h2load's log of each request.</summary>
/// <param name="Failed">Number of these requests without a good status.</param>
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

/// <param name="Source">Hash of the work tree that was built; null outside git.</param>
/// <param name="Hidden">Differs if hidden values of the target differ; null if nothing is hidden.</param>
/// <param name="Method">Version of the <see cref="LoadMethod"/>; null in files without one.</param>
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

// Rounds of different methods are not combined in one run.
internal static class LoadMethod
{
    // Raise it whenever a figure of the same server changes its meaning.
    public const int Version = 1;
}
