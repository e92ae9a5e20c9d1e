namespace Bench.Runner;

/// <summary>A project's settings for one of its target frameworks.</summary>
/// <param name="Name">As in the project, such as net10.0; empty in projects of the old format.</param>
/// <param name="Version">The version of .NET; null for other frameworks.</param>
/// <param name="NewestVersion">The newest version of .NET that this SDK can build.</param>
/// <param name="Platform">The operating system that it needs; null for any.</param>
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
    // The host is built for this version and cannot run in an earlier one.
    public static readonly Version Earliest = new(8, 0);

    private const string BenchmarkDotNet = "BenchmarkDotNet";
    private const string TestSdk = "Microsoft.NET.Test.Sdk";

    public bool IsMeasurable =>
        Version is not null
        && Version >= Earliest
        && (NewestVersion is null || Version <= NewestVersion)
        && (Platform is null || OperatingSystem.IsOSPlatform(Platform));

    // The test SDK turns a project into a program, but only after a restore.
    public bool IsProgram => OutputType.EndsWith("exe", StringComparison.OrdinalIgnoreCase) || IsTest;

    public bool IsTest => Packages.Contains(TestSdk, StringComparer.OrdinalIgnoreCase);

    public bool HasBenchmarkDotNet => Packages.Contains(BenchmarkDotNet, StringComparer.OrdinalIgnoreCase);
}
