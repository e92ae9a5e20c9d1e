using Bench.Results;

namespace Outside.Tests;

/// <summary>A run of five launches that agree within a hundredth.</summary>
internal static class RunFile
{
    public static void Write(string folder, params (string Name, double Time)[] benchmarks)
    {
        Directory.CreateDirectory(folder);
        using var stream = File.Create(Path.Combine(folder, "bench-results.json"));
        BenchResults.Write(
            stream,
            ResultsKind.Launches,
            new RunEnvironment(),
            benchmarks.Select(benchmark => new BenchmarkResult
            {
                Id = new BenchmarkId(benchmark.Name, JobTraits.Default),
                Type = benchmark.Name[..benchmark.Name.IndexOf('.', 2)],
                Method = benchmark.Name,
                Parameters = "",
                Places = [],
                Launches = [.. new[] { 1, 1.01, 0.99, 1.005, 0.995 }.Select(launch => new Launch([benchmark.Time * launch]))],
            })
        );
    }
}
