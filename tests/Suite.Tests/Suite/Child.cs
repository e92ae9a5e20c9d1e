using Bench.Harness;
using Bench.Harness.Running;
using BenchmarkDotNet.Loggers;

namespace Suite.Tests.Suite;

internal sealed record Child(int ExitCode, string Output, string Error)
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(8);

    public string[] ErrorLines => Error.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    /// <summary>Runs the suite's program in this process, which is enough if it starts and measures nothing.</summary>
    public static Child RunHere(string workingDirectory, params string[] arguments)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        using var logger = new TextLogger(output);
        var exitCode = BenchmarkHarness.Run(
            Benchmarks.Suite.WithoutOwnOptions(arguments),
            Benchmarks.Suite.Options,
            new HarnessContext(output, error, logger, workingDirectory)
        );
        return new Child(exitCode, output.ToString(), error.ToString());
    }

    public static Task<Child> RunSuite(string workingDirectory, params string[] arguments) => RunSuite([], workingDirectory, arguments);

    public static Task<Child> RunSuite((string Name, string Value)[] environment, string workingDirectory, params string[] arguments) =>
        RunDotnet(environment, workingDirectory, [Checkout.Program, .. arguments]);

    public static Task<Child> RunDotnet(string workingDirectory, params string[] arguments) => RunDotnet([], workingDirectory, arguments);

    private static async Task<Child> RunDotnet(
        (string Name, string Value)[] environment,
        string workingDirectory,
        params string[] arguments
    )
    {
        var start = new ProcessStartInfo("dotnet", arguments)
        {
            WorkingDirectory = workingDirectory,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var (name, value) in environment)
            start.Environment[name] = value;
        // The test runner's own settings must not reach the child.
        start.Environment.Remove("MSBUILD_EXE_PATH");
        start.Environment.Remove("MSBuildExtensionsPath");
        start.Environment.Remove("MSBuildSDKsPath");
        using var process = Process.Start(start)!;
        process.StandardInput.Close();
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
            throw new TimeoutException($"dotnet {string.Join(' ', arguments)} did not end in {Limit}.");
        }

        return new Child(process.ExitCode, await output, await error);
    }

    /// <summary>The files in a folder, with their times.</summary>
    public static string Listing(string folder) =>
        !Directory.Exists(folder)
            ? "none"
            : string.Join('\n', Directory.EnumerateFiles(folder).Order().Select(file => $"{file} {File.GetLastWriteTimeUtc(file):O}"));
}
