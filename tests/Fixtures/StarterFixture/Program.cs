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

// BenchmarkDotNet 0.16, which a program refers to like a library of benchmarks, has a method with such an attribute.
public class Elsewhere
{
    [Unavailable]
    public int There() => 1;
}

[AttributeUsage(AttributeTargets.Method)]
public sealed class UnavailableAttribute : Attribute
{
    public UnavailableAttribute() => throw new PlatformNotSupportedException();
}
