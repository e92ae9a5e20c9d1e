using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;

namespace Starter;

internal static class Program
{
    private static int Main()
    {
        var config = ManualConfig.CreateEmpty().AddJob(Job.Default.WithGcServer(true));
        return BenchmarkRunner.Run(typeof(Library.LibraryRows).Assembly, config).Length == 1 ? 0 : 1;
    }
}
