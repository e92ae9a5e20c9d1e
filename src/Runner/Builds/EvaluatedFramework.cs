namespace Bench.Runner;

/// <summary>A project as it is for one of its target frameworks.</summary>
/// <param name="Name">As the project names it: net10.0; empty in projects of the old format.</param>
/// <param name="Version">The version of .NET; null where it targets something else.</param>
/// <param name="NewestVersion">The newest version of .NET that this SDK builds.</param>
/// <param name="Platform">The operating system that it needs; null where it needs none.</param>
/// <param name="References">The project files that it refers to.</param>
internal sealed record EvaluatedFramework(
    string Name,
    Version? Version,
    Version? NewestVersion,
    string? Platform,
    string OutputType,
    IReadOnlyList<string> Packages,
    IReadOnlyList<string> References
)
{
    /// <summary>What the host is built for: it enters no earlier program.</summary>
    public static readonly Version Earliest = new(8, 0);

    private const string BenchmarkDotNet = "BenchmarkDotNet";
    private const string TestSdk = "Microsoft.NET.Test.Sdk";

    /// <summary>Whether a program of this framework can be built and measured here.</summary>
    public bool IsMeasurable =>
        Version is not null
        && Version >= Earliest
        && (NewestVersion is null || Version <= NewestVersion)
        && (Platform is null || OperatingSystem.IsOSPlatform(Platform));

    /// <summary>The test SDK makes a program of a project, once it is restored.</summary>
    public bool IsProgram => OutputType.EndsWith("exe", StringComparison.OrdinalIgnoreCase) || IsTest;

    public bool IsTest => Packages.Contains(TestSdk, StringComparer.OrdinalIgnoreCase);

    public bool HasBenchmarkDotNet => Packages.Contains(BenchmarkDotNet, StringComparer.OrdinalIgnoreCase);
}
