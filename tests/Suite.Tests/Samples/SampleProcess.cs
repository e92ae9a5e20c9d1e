using Samples.ControllerApi;
using Samples.MinimalApi;

namespace Suite.Tests.Samples;

/// <summary>A sample in a separate process, without the caller's ASP.NET Core settings.</summary>
internal sealed class SampleProcess : IDisposable
{
    // Only a guard against a hang: no test waits for it.
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private readonly Process process;

    private SampleProcess(Process process) => this.process = process;

    public int Id => process.Id;

    public static SampleProcess Start(Sample sample, string[] arguments, params (string Name, string Value)[] environment)
    {
        var assembly = sample == Sample.Controller ? typeof(ControllerApiApp).Assembly : typeof(MinimalApiApp).Assembly;
        return Start([Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", assembly.Location, .. arguments], environment);
    }

    public static SampleProcess Start(string[] program, params (string Name, string Value)[] environment)
    {
        string[] command = [.. InterruptSignal.NotIgnored(), .. program];
        var start = new ProcessStartInfo(command[0], command[1..]) { RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (var name in start.Environment.Keys.Where(IsSetting).ToArray())
            start.Environment.Remove(name);
        foreach (var (name, value) in environment)
            start.Environment[name] = value;
        return new SampleProcess(Process.Start(start)!);
    }

    public async Task<string[]> ReadAddresses()
    {
        var line = await process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken).AsTask().WaitAsync(Patience);
        var parts = line?.Split(" listens on ") ?? [];
        Assert.True(parts.Length == 2, $"Instead of an address: {line ?? await process.StandardError.ReadToEndAsync()}");
        return parts[1].Split(" and ");
    }

    public async Task<(int ExitCode, string Output, string Error)> End()
    {
        var output = process.StandardOutput.ReadToEndAsync();
        var error = process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(Patience);
        return (process.ExitCode, await output, await error);
    }

    public void Dispose()
    {
        if (!process.HasExited)
            process.Kill(entireProcessTree: true);
        process.Dispose();
    }

    private static bool IsSetting(string variable) =>
        variable.StartsWith("ASPNETCORE_", StringComparison.OrdinalIgnoreCase)
        || variable.Equals("DOTNET_ENVIRONMENT", StringComparison.OrdinalIgnoreCase)
        || variable.Equals("DOTNET_URLS", StringComparison.OrdinalIgnoreCase)
        || variable.Equals("URLS", StringComparison.OrdinalIgnoreCase)
        || variable.Equals("VALIDATION", StringComparison.OrdinalIgnoreCase)
        || variable.StartsWith("CONNECTIONSTRINGS__", StringComparison.OrdinalIgnoreCase);
}
