using System.Reflection;

namespace Bench.Cli;

internal static class BenchVersion
{
    /// <summary>Includes the commit that it was built from, if known.</summary>
    public static string Text { get; } =
        typeof(BenchVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;

    public static string OfPackage => Text.Split('+')[0];
}
