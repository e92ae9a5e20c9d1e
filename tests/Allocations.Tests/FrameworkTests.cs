using System.Reflection;

namespace Bench.Allocations.Tests;

[Trait("Category", "Process")]
public sealed class FrameworkTests(PackedAllocations packed) : IClassFixture<PackedAllocations>
{
    [Theory]
    [InlineData("XunitV3")]
    [InlineData("MSTest")]
    public async Task A_budget_passes_or_fails_a_test_of(string framework)
    {
        var (exitCode, output) = await packed.Run(framework);

        Assert.True(exitCode != 0, output);
        // The package has switched tiered compilation off.
        Assert.False(output.Contains("Tiered compilation", StringComparison.Ordinal), output);
        string[] expected =
        [
            @"\bfailed:\s+1\b",
            @"\bpassed:\s+2\b",
            @"\(\) => new byte\[1000\] allocates 1024 B per call, and its budget is 0 B\.",
            @"System\.Byte\[\] \(\d+%\) in BudgetTests\.A_budget_that_is_exceeded",
        ];
        Assert.All(expected, pattern => Assert.True(Regex.IsMatch(output, pattern, RegexOptions.IgnoreCase), output));
    }
}

public sealed class PackedAllocations : IAsyncLifetime
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);

    // A unique version, because the package cache would keep that of an earlier run.
    private readonly string version = $"1.0.0-test{Guid.NewGuid().ToString("N")[..12]}";
    private readonly string folder = Directory.CreateTempSubdirectory("allocations-tests-").FullName;

    public async ValueTask InitializeAsync()
    {
        var packages = Path.Combine(folder, "packages");
        var configuration = typeof(PackedAllocations).Assembly.GetCustomAttribute<AssemblyConfigurationAttribute>()!.Configuration;
        var (exitCode, output) = await Dotnet(
            Checkout.Root,
            ["pack", "src/Allocations", "-c", configuration, "-o", packages, $"-p:PackageVersion={version}", "--nologo"]
        );
        Assert.True(exitCode == 0, output);
        Copy(Path.Combine(AppContext.BaseDirectory, "BudgetFixture"), folder);
        await File.WriteAllTextAsync(
            Path.Combine(folder, "nuget.config"),
            $"""
            <configuration>
              <packageSources><add key="packed" value="{packages}" /></packageSources>
            </configuration>
            """
        );
    }

    public Task<(int ExitCode, string Output)> Run(string framework) =>
        Dotnet(Path.Combine(folder, framework), ["test", "-c", "Release", "--nologo"]);

    public ValueTask DisposeAsync()
    {
        Directory.Delete(folder, recursive: true);
        var cache = Environment.GetEnvironmentVariable("NUGET_PACKAGES")
            ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");
        var package = Path.Combine(cache, "bench.allocations", version);
        if (Directory.Exists(package))
            Directory.Delete(package, recursive: true);
        return ValueTask.CompletedTask;
    }

    private static void Copy(string from, string to)
    {
        foreach (var file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
        {
            var copy = Path.Combine(to, Path.GetRelativePath(from, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy);
        }
    }

    private async Task<(int ExitCode, string Output)> Dotnet(string workingDirectory, string[] arguments)
    {
        var start = new ProcessStartInfo("dotnet", arguments)
        {
            WorkingDirectory = workingDirectory,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        // dotnet test sets variables for this process, not for others.
        foreach (var name in new[] { "MSBUILD_EXE_PATH", "MSBuildExtensionsPath", "MSBuildSDKsPath" })
            start.Environment.Remove(name);
        start.Environment["BudgetVersion"] = version;
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEndAsync();
        var error = process.StandardError.ReadToEndAsync();
        using var limit = new CancellationTokenSource(Limit);
        try
        {
            await process.WaitForExitAsync(limit.Token);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw new TimeoutException($"dotnet {string.Join(' ', arguments)} did not end in {Limit}: {await output}");
        }

        return (process.ExitCode, await output + await error);
    }
}
