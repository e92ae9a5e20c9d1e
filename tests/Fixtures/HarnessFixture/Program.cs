using Bench.Harness;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Running;
using HarnessFixture;

// The ways in which a program can be interleaved.
return args switch
{
    ["switcher", .. var rest] => Switch(rest),
    ["attribute", .. var rest] => Attribute(rest),
    ["harness", .. var rest] => BenchmarkHarness.Run(
        rest,
        new HarnessOptions
        {
            Interleaving = new InterleavingOptions { MaxSlice = TimeSpan.FromSeconds(5), MaxStart = TimeSpan.FromSeconds(20) },
        }
    ),
    ["broken", .. var rest] => Broken(rest),
    ["impatient", .. var rest] => BenchmarkHarness.Run(
        rest,
        new HarnessOptions { Interleaving = new InterleavingOptions { MaxStart = TimeSpan.FromSeconds(2) } }
    ),
    _ => 2,
};

static int Broken(string[] args)
{
    Environment.SetEnvironmentVariable("BROKEN", "1");
    return BenchmarkHarness.Run(args);
}

static int Switch(string[] args)
{
    BenchmarkSwitcher.FromAssembly(typeof(SortBenchmarks).Assembly).Run(args, DefaultConfig.Instance.WithInterleaving());
    return 0;
}

static int Attribute(string[] args)
{
    BenchmarkRunner.Run<AttributeBenchmarks>(args: args);
    return 0;
}
