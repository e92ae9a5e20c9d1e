using System.Diagnostics;

namespace Bench.Tests;

/// <summary>The real program that makes the site, in a separate process.</summary>
internal static class SiteProgram
{
    /// <param name="folder">The repository.</param>
    public static (int ExitCode, string Output, string Error) Run(string folder, params string[] arguments)
    {
        var start = new ProcessStartInfo("dotnet", [Checkout.Site, .. arguments])
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var process = Process.Start(start)!;
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output, error.Result);
    }
}
