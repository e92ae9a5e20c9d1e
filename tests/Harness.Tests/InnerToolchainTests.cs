using Bench.Harness.Interleaving;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Environments;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.CsProj;
using BenchmarkDotNet.Toolchains.NativeAot;

namespace Bench.Harness.Tests;

public sealed class InnerToolchainTests
{
    [Fact]
    public void What_would_disturb_others_or_has_an_engine_of_its_own_is_not_interleaved()
    {
        Assert.Contains("memory randomization", Reason(Job.Default.WithMemoryRandomization()));
        Assert.Contains("its own engine factory", Reason(Job.Default.WithEngineFactory(new EngineFactory())));
        Assert.Null(Reason(Job.Default));
        Assert.Null(Reason(Job.Default.WithRuntime(CoreRuntime.Core80).WithToolchain(CsProjCoreToolchain.NetCoreApp80)));
        Assert.Contains(
            "not started like those of .NET",
            Reason(Job.Default.WithRuntime(NativeAotRuntime.Net80).WithToolchain(NativeAotToolchain.Net80))
        );
    }

    private static string? Reason(Job job) =>
        InnerToolchain.Find(
            BenchmarkConverter.TypeToBenchmarks(typeof(OneBenchmarks), ManualConfig.CreateEmpty().AddJob(job)).BenchmarksCases[0],
            out _
        );

    public class OneBenchmarks
    {
        [Benchmark]
        public int One() => 1;
    }
}
