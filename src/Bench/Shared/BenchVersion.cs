using System.Reflection;

namespace Bench;

/// <summary>The version of this command.</summary>
internal static class BenchVersion
{
    /// <summary>With the commit that it was built from, where that is known.</summary>
    public static string Text { get; } =
        typeof(BenchVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;

    /// <summary>As a package has it.</summary>
    public static string OfPackage => Text.Split('+')[0];
}
