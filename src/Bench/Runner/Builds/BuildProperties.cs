using System.Text.Json;
using Bench.Processes;

namespace Bench.Runner;

// The result of -getProperty. MSBuild writes JSON only for two properties or more.
internal sealed class BuildProperties
{
    private readonly Dictionary<string, string> properties;

    public BuildProperties(ChildProcess build) =>
        properties = BuildAnswer.Find(build.Output, "Properties")?.Deserialize<Dictionary<string, string>>()
            // A build that a signal ended may report success.
            ?? throw new RunnerException("the build was interrupted.");

    public string this[string name] => properties[name];

    // The file that starts a program without "dotnet".
    public string Executable => this["AssemblyName"] + (OperatingSystem.IsWindows() ? ".exe" : "");
}
