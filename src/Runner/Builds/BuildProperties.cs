using System.Text.Json;
using Bench.Processes;

namespace Bench.Runner;

/// <summary>What MSBuild says of the properties that <c>-getProperty</c> asked for; of two at least, or it is no JSON.</summary>
internal sealed class BuildProperties
{
    private readonly Dictionary<string, string> properties;

    /// <exception cref="RunnerException">It says nothing of them.</exception>
    public BuildProperties(ChildProcess build)
    {
        // Warnings may come before it.
        var start = build.Output.IndexOf('{', StringComparison.Ordinal);
        // A build that a signal ended before it was done reports success.
        if (start < 0)
            throw new RunnerException("The build ended before it was done.");
        using var json = JsonDocument.Parse(build.Output.AsMemory(start));
        properties = json.RootElement.GetProperty("Properties").Deserialize<Dictionary<string, string>>()!;
    }

    public string this[string name] => properties[name];

    /// <summary>The file that starts a program without <c>dotnet</c>.</summary>
    public string Executable => this["AssemblyName"] + (OperatingSystem.IsWindows() ? ".exe" : "");
}
