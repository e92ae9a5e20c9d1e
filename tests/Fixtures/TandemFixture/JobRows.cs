using System.Runtime;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Environments;
using BenchmarkDotNet.Jobs;

namespace Fixture;

[Collectors]
public class CollectorRows
{
    [Benchmark]
    public bool IsServer()
    {
        Log.Write($"server {GCSettings.IsServerGC}");
        return GCSettings.IsServerGC;
    }
}

[Variables]
public class VariableRows
{
    [Benchmark]
    public string? Variable()
    {
        var value = Environment.GetEnvironmentVariable("FIXTURE_VARIABLE");
        Log.Write($"variable {value}");
        return value;
    }
}

[SimpleJob(RunStrategy.ColdStart)]
public class ColdRows
{
    private static int calls;

    [Benchmark]
    public void First() => Log.Write($"call {++calls}");

    [Benchmark]
    public void Second() => Log.Write($"call {++calls}");
}

[SimpleJob(RunStrategy.Monitoring, invocationCount: 3)]
public class MonitoredRows
{
    [Benchmark]
    public int Monitored() => 1;
}

[SimpleJob(RuntimeMoniker.Net80)]
public class OtherRuntimeRows
{
    [Benchmark]
    public int Elsewhere() => 1;
}

[NativeCode]
public class NativeRows
{
    [Benchmark]
    public int Native() => 1;
}

[Pinned]
public class PinnedRows
{
    [Benchmark]
    public int Pinned()
    {
        Log.Write($"affinity {(OperatingSystem.IsMacOS() ? 1 : System.Diagnostics.Process.GetCurrentProcess().ProcessorAffinity)}");
        return 1;
    }
}

[OtherPlatform]
public class OtherPlatformRows
{
    [Benchmark]
    public int Foreign() => 1;
}

public class UnmeasurableRows
{
    private int number;

    [Benchmark]
    [Arguments("abc")]
    public int Span(ReadOnlySpan<char> text) => text.Length;

    [Benchmark]
    public ref int Reference() => ref number;

    [Benchmark]
    public int Fine() => 1;
}

[AttributeUsage(AttributeTargets.Class)]
public sealed class CollectorsAttribute : Attribute, IConfigSource
{
    public IConfig Config => ManualConfig.CreateEmpty().AddJob(Job.Default.WithGcServer(true), Job.Default.WithGcServer(false));
}

[AttributeUsage(AttributeTargets.Class)]
public sealed class VariablesAttribute : Attribute, IConfigSource
{
    public IConfig Config =>
        ManualConfig
            .CreateEmpty()
            .AddJob(
                Job.Default.WithEnvironmentVariable("FIXTURE_VARIABLE", "a=b c"),
                Job.Default.WithEnvironmentVariable("FIXTURE_VARIABLE", "other")
            );
}

[AttributeUsage(AttributeTargets.Class)]
public sealed class NativeCodeAttribute : Attribute, IConfigSource
{
    public IConfig Config => ManualConfig.CreateEmpty().AddJob(Job.Default.WithRuntime(NativeAotRuntime.GetCurrentVersion()));
}

[AttributeUsage(AttributeTargets.Class)]
public sealed class PinnedAttribute : Attribute, IConfigSource
{
    public IConfig Config => ManualConfig.CreateEmpty().AddJob(Job.Default.WithAffinity(1));
}

[AttributeUsage(AttributeTargets.Class)]
public sealed class OtherPlatformAttribute : Attribute, IConfigSource
{
    public IConfig Config => ManualConfig.CreateEmpty().AddJob(Job.Default.WithPlatform(Platform.X86));
}
