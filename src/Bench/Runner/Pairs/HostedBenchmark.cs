using Bench.Host;
using Bench.Results;

namespace Bench.Runner;

/// <summary>A benchmark case of a program, as the program's own BenchmarkDotNet finds it.</summary>
/// <param name="Index">Position in the list of the process that listed it.</param>
/// <param name="Id">The same in every build.</param>
internal sealed record HostedBenchmark(int Index, BenchmarkId Id, ListedBenchmark Listed) : ListedBenchmark(Listed);

// The benchmarks match the filters and keep the order of BenchmarkDotNet.
internal sealed record HostedProgram(IReadOnlyList<HostedBenchmark> Benchmarks, RunEnvironment Environment)
{
    // A job that requires a runtime counts as the same job on another runtime. Cases for other runtimes than this one are left out.
    public IReadOnlyList<HostedBenchmark> OnAnyRuntime =>
        [
            .. Benchmarks
                .Where(benchmark =>
                    benchmark.UnsupportedReason.Length == 0
                    || !Benchmarks.Any(other => other.UnsupportedReason.Length == 0 && other.Id.FullName == benchmark.Id.FullName)
                )
                .Select(benchmark => benchmark with { Id = benchmark.Id with { Job = benchmark.Id.Job.WithoutRuntime } }),
        ];
}
