using Bench.Results;

namespace Bench.LoadTesting;

/// <summary>What was loaded.</summary>
/// <param name="Sample">The published project; null for a server of the user's own.</param>
/// <param name="Url">The address of a server of the user's own; null for a sample, whose port is new each time.</param>
/// <param name="Path">What was asked for, with the slash.</param>
/// <param name="Switches">What the sample was started with.</param>
public sealed record LoadTarget(string? Sample, string? Url, string Path, IReadOnlyList<string> Switches)
{
    /// <summary>As a picture's title names it.</summary>
    public override string ToString() => $"{Sample ?? Url}{(Switches.Count > 0 ? " " + string.Join(' ', Switches) : "")} {Path}";
}

/// <summary>How a sweep is made.</summary>
public sealed record SweepSettings
{
    /// <summary>Concurrent connections, in rising order.</summary>
    public IReadOnlyList<int> Levels { get; init; } = [200, 500, 1000, 3000, 5000, 10_000, 15_000, 20_000, 25_000, 50_000];

    /// <summary>Threads of the generator at most; a level uses as many of them as divide it.</summary>
    public int Threads { get; init; } = 3 * Environment.ProcessorCount;

    /// <summary>How long each generator loads each level in each round, in seconds.</summary>
    public double DurationSeconds { get; init; } = 10;

    /// <summary>How long the server is loaded before the first figure, in seconds.</summary>
    public double WarmUpSeconds { get; init; } = 15;

    /// <summary>Rounds over all levels.</summary>
    public int Repeats { get; init; } = 3;

    /// <summary>Whether server and generator run on different cores.</summary>
    public bool Pin { get; init; }
}

/// <summary>What went wrong, by kind, each a number of requests or connections.</summary>
/// <param name="Connect">Connections that were refused or never came about.</param>
/// <param name="Read">Answers that broke off.</param>
/// <param name="Write">Requests that could not be sent.</param>
/// <param name="Status">Answers with a status of 400 or more.</param>
/// <param name="Timeout">Answers later than two seconds.</param>
public sealed record LoadErrors(long Connect, long Read, long Write, long Status, long Timeout)
{
    /// <summary>All of them.</summary>
    public long Total => Connect + Read + Write + Status + Timeout;
}

/// <summary>What wrk counted: throughput, never response times, which it changes before it prints them.</summary>
/// <param name="Requests">Answers, those with a bad status included.</param>
/// <param name="Seconds">How long it took.</param>
/// <param name="Errors">What went wrong.</param>
/// <param name="GeneratorCores">How many cores wrk kept busy.</param>
/// <param name="ServerCores">How many the server did; null for a server of the user's own.</param>
public sealed record Throughput(long Requests, double Seconds, LoadErrors Errors, double GeneratorCores, double? ServerCores)
{
    /// <summary>Answers a second.</summary>
    public double QueriesPerSecond => Requests / Seconds;

    /// <summary>The share of good answers among all that was tried, from 0 to 1.</summary>
    public double Success
    {
        get
        {
            // A late answer is a request as well; a broken connection is none.
            var tried = Requests + Errors.Connect + Errors.Read + Errors.Write;
            return tried == 0 ? 0 : Math.Max(0, Requests - Errors.Status - Errors.Timeout) / (double)tried;
        }
    }
}

/// <summary>What h2load logged of each request: exact percentiles of the response time, in ms.</summary>
/// <param name="Requests">Answers in the log.</param>
/// <param name="Failed">Of them without a status of 200 to 299.</param>
/// <param name="P50">The median.</param>
/// <param name="P75">75 of 100 took no longer.</param>
/// <param name="P90">90 of 100.</param>
/// <param name="P95">95 of 100.</param>
/// <param name="P99">99 of 100.</param>
/// <param name="P999">999 of 1000.</param>
/// <param name="Longest">The longest.</param>
/// <param name="GeneratorCores">How many cores h2load kept busy.</param>
public sealed record ResponseTimes(long Requests, long Failed, double P50, double P75, double P90, double P95, double P99, double P999, double Longest, double GeneratorCores);

/// <summary>One round of a level.</summary>
/// <param name="Round">From 1.</param>
/// <param name="Throughput">By wrk.</param>
/// <param name="ResponseTimes">By h2load, right after it; null where nothing was answered.</param>
/// <param name="Counters">What the server's runtime said while wrk loaded it; null for a server of the user's own.</param>
public sealed record LoadRound(int Round, Throughput Throughput, ResponseTimes? ResponseTimes, CounterFigures? Counters = null);

/// <summary>One level of concurrency.</summary>
/// <param name="Concurrency">Connections, each with one request at a time.</param>
/// <param name="Unreached">Why there is no figure; null where there is.</param>
/// <param name="Rounds">What each round measured.</param>
/// <param name="Marks">What a reader must know of its figures, for instance that the generator was saturated.</param>
public sealed record LoadLevel(int Concurrency, string? Unreached, IReadOnlyList<LoadRound> Rounds, IReadOnlyList<string> Marks)
{
    /// <summary>Why there is no figure, in words.</summary>
    internal string WhyNothing => (Unreached ?? string.Join("; ", Marks)) is { Length: > 0 } reason ? $"not reached: {reason}" : "not measured: the run ended before";

    /// <summary>Answers a second: the median over rounds.</summary>
    public double? QueriesPerSecond => Median(round => round.Throughput.QueriesPerSecond);

    /// <summary>The mean response time in ms, by Little's law: in a closed loop it is connections over throughput.</summary>
    public double? MeanMilliseconds => QueriesPerSecond is > 0 and var rate ? 1000 * Concurrency / rate : null;

    /// <summary>The share of good answers, from 0 to 1: the median over rounds.</summary>
    public double? Success => Median(round => round.Throughput.Success);

    /// <summary>A figure's median over the rounds that have it.</summary>
    /// <param name="figure">Which.</param>
    /// <returns>It; null where no round has it.</returns>
    public double? Median(Func<LoadRound, double?> figure)
    {
        double[] values = [.. Rounds.Select(figure).OfType<double>()];
        return values.Length == 0 ? null : MathNet.Numerics.Statistics.Statistics.Median(values);
    }
}

/// <summary>A sweep over levels of concurrency.</summary>
/// <param name="Name">The run's name: its files are called so.</param>
/// <param name="Target">What was loaded.</param>
/// <param name="Environment">Where.</param>
/// <param name="Tools">The generators with their versions.</param>
/// <param name="Settings">How.</param>
/// <param name="Levels">What was found, in rising order.</param>
/// <param name="Partial">Why not all was measured; null where it was.</param>
public sealed record LoadRun(
    string Name, LoadTarget Target, RunEnvironment Environment, IReadOnlyList<string> Tools, SweepSettings Settings, IReadOnlyList<LoadLevel> Levels, string? Partial);
