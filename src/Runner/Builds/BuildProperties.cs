using System.Text.Json;
using Bench.Processes;

namespace Bench.Runner;

/// <summary>What MSBuild says of the properties that <c>-getProperty</c> asked for; of two at least, or it is no JSON.</summary>
internal sealed class BuildProperties
{
    private readonly Dictionary<string, string> properties;

    /// <exception cref="RunnerException">It says nothing of them.</exception>
    public BuildProperties(ChildProcess build) =>
        properties =
            BuildAnswer.Find(build.Output, "Properties")?.Deserialize<Dictionary<string, string>>()
            // A build that a signal ended before it was done reports success.
            ?? throw new RunnerException("The build ended before it was done.");

    public string this[string name] => properties[name];

    /// <summary>The file that starts a program without <c>dotnet</c>.</summary>
    public string Executable => this["AssemblyName"] + (OperatingSystem.IsWindows() ? ".exe" : "");
}
