using Bench.Host;
using Bench.Results;

namespace Bench.Runner;

/// <summary>A benchmark case of a program, as the program's own BenchmarkDotNet finds it.</summary>
/// <param name="Index">Position in the list of the process that listed it.</param>
/// <param name="Id">The same in every build.</param>
internal sealed record HostedBenchmark(int Index, BenchmarkId Id, ListedBenchmark Listed) : ListedBenchmark(Listed);

// The benchmarks match the filters and keep the order of BenchmarkDotNet.
internal sealed record HostedProgram(IReadOnlyList<HostedBenchmark> Benchmarks, RunEnvironment Environment);
