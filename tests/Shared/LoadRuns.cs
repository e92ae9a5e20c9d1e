using Bench.Load;
using Bench.Results;

namespace Bench.Tests;

internal static class LoadRuns
{
    public static LoadRun Create(string name, params LoadLevel[] levels) =>
        new(
            name,
            new LoadTarget("MinimalApi", null, "/text-plain", []),
            new RunEnvironment(Cores: 2, OperatingSystem: "Linux"),
            ["wrk 4.1.0", "h2load 1.52.0"],
            new SweepSettings { Repeats = 5 },
            levels,
            null
        );

    public static LoadLevel Level(int connections, double success, params double[] rates) =>
        new(connections, null, [.. rates.Select((rate, i) => Round(i + 1, connections, rate, success))], []);

    public static LoadLevel Each(this LoadLevel level, Func<LoadRound, LoadRound> change) => level.Each((round, _) => change(round));

    public static LoadLevel Each(this LoadLevel level, Func<LoadRound, int, LoadRound> change) =>
        level with
        {
            Rounds = [.. level.Rounds.Select(change)],
        };

    public static LoadLevel Unreached(int connections) => new(connections, "a process may have 20000 files open (ulimit -n)", [], []);

    private static LoadRound Round(int round, int connections, double rate, double success)
    {
        const double seconds = 10;
        var requests = (long)(rate * seconds);
        var mean = 1000 * connections / rate;
        return new LoadRound(
            round,
            new Throughput(requests, seconds, new LoadErrors(0, 0, 0, (long)(requests * (1 - success)), 0), 0.5, 1.2),
            new ResponseTimes(requests, 0, mean, 1.1 * mean, 1.3 * mean, 1.5 * mean, 2 * mean, 3 * mean, 5 * mean, 0.6)
        );
    }
}
