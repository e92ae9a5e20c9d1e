using Bench.Harness;
using Benchmarks;

return BenchmarkHarness.Run(Suite.WithoutOwnOptions(args), Suite.Options);
