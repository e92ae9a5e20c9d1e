using System.Reflection;

namespace Bench.Tests;

/// <summary>The checkout in which these tests were built, and the programs that were built with them.</summary>
internal static class Checkout
{
    private const string Mark = "Benchmarks.sln";

    public static string Root { get; } = FindRoot();

    public static string Published { get; } = Path.Combine(Root, "BenchmarkDotNet.Artifacts", "reference");

    /// <summary>The program in its own output folder: BenchmarkDotNet builds from the project it belongs to.</summary>
    public static string Program { get; } = Path.Combine(Root, "benchmarks", "bin", Configuration, "net10.0", "Benchmarks.dll");

    /// <summary>A web application in which whatever is asked for goes wrong.</summary>
    public static string LoadFixture { get; } =
        Path.Combine(Root, "tests", "Fixtures", "LoadFixture", "bin", Configuration, "net10.0", "LoadFixture.dll");

    private static string Configuration => typeof(Checkout).Assembly.GetCustomAttribute<AssemblyConfigurationAttribute>()!.Configuration;

    private static string FindRoot()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, Mark)))
                return folder.FullName;
        }
        throw new InvalidOperationException($"No {Mark} above {AppContext.BaseDirectory}.");
    }
}
