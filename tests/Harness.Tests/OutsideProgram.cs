using System.Text;

namespace Bench.Harness.Tests;

/// <summary>A benchmark program outside the repository that uses only the packed package.</summary>
public sealed class OutsideProgram : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(8);

    /// <summary>The variables that describe the repository in a workflow that packs.</summary>
    public static Dictionary<string, string> Workflow { get; } =
        new()
        {
            ["GITHUB_ACTIONS"] = "true",
            ["GITHUB_SERVER_URL"] = "https://example.org",
            ["GITHUB_REPOSITORY"] = "owner/repository",
            ["GITHUB_REF_NAME"] = "v1.0.0",
        };

    // A unique version, because the package cache would keep that of an earlier run.
    private readonly string version;
    private readonly bool isCopy;

    public OutsideProgram()
    {
        version = $"1.0.0-test{Guid.NewGuid().ToString("N")[..12]}";
        // Only the packages get the version: the assemblies are not compiled again.
        Dotnet(
            Checkout.Root,
            Workflow,
            "pack",
            Path.Combine("src", "Packages.slnf"),
            "-c",
            Configuration,
            "-o",
            Packages,
            $"-p:PackageVersion={version}",
            "--nologo"
        );
        Directory.CreateDirectory(Folder);
        foreach (var file in Directory.EnumerateFiles(Path.Combine(AppContext.BaseDirectory, "HarnessFixture")))
            File.Copy(file, Path.Combine(Folder, Path.GetFileName(file)));
        File.WriteAllText(
            Path.Combine(Folder, "nuget.config"),
            $"""
            <configuration>
              <packageSources><add key="packed" value="{Packages}" /></packageSources>
            </configuration>
            """
        );
        // In the environment, so that BenchmarkDotNet's own build of the program has it too.
        Dotnet(Folder, [], "build", "-c", "Release", "--nologo");
    }

    private OutsideProgram(OutsideProgram original)
    {
        version = original.version;
        isCopy = true;
        foreach (var file in Directory.EnumerateFiles(original.Folder, "*", SearchOption.AllDirectories))
        {
            var copy = Path.Combine(Folder, Path.GetRelativePath(original.Folder, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy);
        }
    }

    public string Root { get; } = Directory.CreateTempSubdirectory("harness-tests-").FullName;

    public string Folder => Path.Combine(Root, "program");

    public string Packages => Path.Combine(Root, "packages");

    private static string Configuration => Checkout.Program.Contains("Release", StringComparison.Ordinal) ? "Release" : "Debug";

    /// <summary>The same program in another folder, so that its processes can be distinguished.</summary>
    public OutsideProgram Copy() => new(this);

    /// <summary>Benchmarks that measure leave a file here, named after their process.</summary>
    public string Measuring => Directory.CreateDirectory(Path.Combine(Root, "measuring")).FullName;

    public Process Start(params string[] arguments) =>
        Start(
            Folder,
            [
                .. InterruptSignal.NotIgnored(),
                "dotnet",
                Path.Combine(Folder, "bin", "Release", "net10.0", "HarnessFixture.dll"),
                .. ArgumentWords.Of(arguments),
            ],
            new() { ["FIXTURE_MEASURING"] = Measuring }
        );

    public async Task<(int ExitCode, string Output)> Run(params string[] arguments)
    {
        using var process = Start(arguments);
        return await End(process);
    }

    public static async Task<(int ExitCode, string Output)> End(Process process)
    {
        ArgumentNullException.ThrowIfNull(process);
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
            throw new TimeoutException($"The program did not end in {Limit}: {await output}");
        }

        return (process.ExitCode, await output + await error);
    }

    /// <summary>
    /// The measuring processes that still exist. They and their child processes run in a folder below this one.
    /// </summary>
    /// <param name="command">A part of their command line.</param>
    public string[] Left(string command = "--benchmarkId") =>
        !Directory.Exists("/proc")
            ? []
            :
            [
                .. Directory
                    .EnumerateDirectories("/proc")
                    .Where(folder =>
                        int.TryParse(Path.GetFileName(folder), out _) && CurrentFolder(folder).StartsWith(Folder, StringComparison.Ordinal)
                    )
                    .Select(CommandLine)
                    .Where(line => line.Contains(command, StringComparison.Ordinal)),
            ];

    public void Dispose()
    {
        Directory.Delete(Root, recursive: true);
        if (isCopy)
            return;
        var cache = Environment.GetEnvironmentVariable("NUGET_PACKAGES")
            ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");
        foreach (var package in new[] { "bench.harness", "bench.core" })
        {
            var folder = Path.Combine(cache, package, version);
            if (Directory.Exists(folder))
                Directory.Delete(folder, recursive: true);
        }
    }

    private static string CurrentFolder(string process)
    {
        try
        {
            return new FileInfo(Path.Combine(process, "cwd")).LinkTarget ?? "";
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }

    private static string CommandLine(string folder)
    {
        try
        {
            return File.ReadAllText(Path.Combine(folder, "cmdline"), Encoding.UTF8).Replace('\0', ' ');
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }

    private void Dotnet(string folder, Dictionary<string, string> variables, params string[] arguments)
    {
        using var process = Start(folder, ["dotnet", .. arguments], variables);
        var (exitCode, output) = End(process).GetAwaiter().GetResult();
        if (exitCode != 0)
            throw new InvalidOperationException($"dotnet {string.Join(' ', arguments)}: {output}");
    }

    private Process Start(string folder, string[] command, Dictionary<string, string>? variables = null)
    {
        var start = new ProcessStartInfo(command[0], command[1..])
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
        };
        foreach (var name in new[] { "MSBUILD_EXE_PATH", "MSBuildExtensionsPath", "MSBuildSDKsPath" })
            start.Environment.Remove(name);
        start.Environment["HarnessVersion"] = version;
        foreach (var (name, value) in variables ?? [])
            start.Environment[name] = value;
        // The tests do not look at figures.
        start.Environment["BENCH_MAX_WARMUP_MS"] = "300";
        var process = Process.Start(start)!;
        process.StandardInput.Close();
        return process;
    }
}
