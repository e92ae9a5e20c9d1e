using MathNet.Numerics.Statistics;

namespace Lab.PublicData.Launches;

/// <param name="Baseline">A list of iterations for each launch, ns per operation.</param>
internal sealed record LaunchedBenchmark(string Name, double[][] Baseline, double[][] Candidate, bool IsSlowed)
{
    /// <summary>The standard deviation of the logarithms of the medians of all forks.</summary>
    public double Spread { get; init; }
}

/// <summary>Two runs of one system. Forks of the same code are drawn for each benchmark, and no fork serves both runs.</summary>
internal sealed record Check(string System, IReadOnlyList<LaunchedBenchmark> Benchmarks)
{
    /// <summary>The same number draws the same forks, whatever the slowdown.</summary>
    /// <param name="slowdown">The slowdown of a tenth of the benchmarks (0.1 = 10%); 0 for identical code.</param>
    public static Check Draw(IReadOnlyList<JmhSystem> systems, int number, int launches, double slowdown)
    {
        var random = new Random((1000 * launches) + number);
        var system = systems[number % systems.Count];
        var slowed = new HashSet<int>();
        if (slowdown > 0)
        {
            int[] order = [.. Enumerable.Range(0, system.Benchmarks.Count)];
            new Random(-number).Shuffle(order);
            slowed.UnionWith(order.Take(Math.Max(1, (int)Math.Round(system.Benchmarks.Count / 10.0))));
        }

        return new(
            system.Name,
            [
                .. system.Benchmarks.Select(
                    (benchmark, i) =>
                    {
                        double[][] forks = [.. benchmark.Forks];
                        random.Shuffle(forks);
                        var factor = slowed.Contains(i) ? 1 + slowdown : 1;
                        return new LaunchedBenchmark(
                            benchmark.Name,
                            forks[..launches],
                            [.. forks[launches..(2 * launches)].Select(fork => fork.Select(time => time * factor).ToArray())],
                            slowed.Contains(i)
                        )
                        {
                            Spread = benchmark.Forks.Select(fork => Math.Log(fork.Median())).StandardDeviation(),
                        };
                    }
                ),
            ]
        );
    }
}
