using Bench.Host;
using Bench.Results;

namespace Bench.Runner;

/// <summary>A benchmark case that a program has, as its own BenchmarkDotNet finds it.</summary>
/// <param name="Index">Its place in the list of the process that listed it.</param>
/// <param name="Id">Which benchmark it is: the same in every build that has it.</param>
/// <param name="Listed">What the host says of it.</param>
internal sealed record HostedBenchmark(int Index, BenchmarkId Id, ListedBenchmark Listed) : ListedBenchmark(Listed);

/// <summary>What a program has, and what it runs on.</summary>
/// <param name="Benchmarks">The benchmarks that the filters let through, in the order of its BenchmarkDotNet.</param>
/// <param name="Environment">Its runtime, GC mode and BenchmarkDotNet, and the machine.</param>
internal sealed record HostedProgram(IReadOnlyList<HostedBenchmark> Benchmarks, RunEnvironment Environment);
