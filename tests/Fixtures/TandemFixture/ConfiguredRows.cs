using BenchmarkDotNet.Attributes;

namespace Fixture;

/// <summary>Their time comes from a variable of their process, which only the configuration in Main sets.</summary>
public class ConfiguredRows
{
    [Params(1, 2)]
    public int Size { get; set; }

    [Benchmark]
    public void Sleeps() => Thread.Sleep(Size + Milliseconds);

    private static int Milliseconds => int.Parse(Slowed.By ?? "0", System.Globalization.CultureInfo.InvariantCulture);
}

/// <summary>Has its own job in addition to those of Main's configuration.</summary>
[ShortRunJob]
public class OtherConfiguredRows
{
    [Benchmark]
    public int One()
    {
        Log.Write($"affinity {Slowed.Affinity}, variable {Slowed.By}");
        return 1;
    }

    [Benchmark]
    public int Two() => 2;
}

internal static class Slowed
{
    public static string? By => Environment.GetEnvironmentVariable("FIXTURE_MILLISECONDS");

    public static nint Affinity => OperatingSystem.IsMacOS() ? 1 : System.Diagnostics.Process.GetCurrentProcess().ProcessorAffinity;
}
