using Bench.Harness;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Running;

BenchmarkSwitcher.FromAssembly(typeof(HarnessFixture.SortBenchmarks).Assembly).Run(args, DefaultConfig.Instance.WithInterleaving());
