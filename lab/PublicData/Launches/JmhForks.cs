using System.Text.Json;

namespace Lab.PublicData.Launches;

/// <summary>A benchmark of the steady-state study.</summary>
/// <param name="Forks">For each fork, the iterations that are used as one launch, ns per operation.</param>
internal sealed record JmhBenchmark(string Name, double[][] Forks);

internal sealed record JmhSystem(string Name, IReadOnlyList<JmhBenchmark> Benchmarks);

/// <summary>
/// Reads the JMH measurements of Traini and others (2022): one file per benchmark, with an array of seconds for each fork.
/// </summary>
internal static class JmhForks
{
    private const string Folder = "data/timeseries/all";

    // After 2,000 iterations of 100 ms, hardly any fork still warms up.
    private const int FirstIteration = 2000;

    private const int Iterations = 15;

    private const double NanosecondsPerSecond = 1e9;

    public static IReadOnlyList<JmhSystem> Read(string folder, int? half) =>
        [
            .. Directory
                .EnumerateFiles(Path.Combine(folder, Folder), "*.json")
                .Order(StringComparer.Ordinal)
                .GroupBy(path => Path.GetFileName(path).Split('#')[0], StringComparer.Ordinal)
                .Where((_, i) => half is null || i % 2 == half - 1)
                .Select(system => new JmhSystem(system.Key, [.. system.AsParallel().AsOrdered().Select(Benchmark)])),
        ];

    private static JmhBenchmark Benchmark(string path)
    {
        var forks = JsonSerializer.Deserialize<double[][]>(File.ReadAllBytes(path))!;
        return new(
            Path.GetFileNameWithoutExtension(path),
            [
                .. forks.Select(fork =>
                    fork.Skip(FirstIteration).Take(Iterations).Select(seconds => seconds * NanosecondsPerSecond).ToArray()
                ),
            ]
        );
    }
}
