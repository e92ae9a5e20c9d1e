using System.Collections;
using System.Globalization;
using System.Runtime.InteropServices;

namespace Bench.Host;

/// <summary>The settings of a benchmark's job, as far as a measured process can apply them.</summary>
internal sealed class HostedJob(object job)
{
    private readonly object environment = Reflected.Get<object>(job, "Environment");
    private readonly object infrastructure = Reflected.Get<object>(job, "Infrastructure");
    private readonly object run = Reflected.Get<object>(job, "Run");

    public string Name => Reflected.Find(job, "ResolvedId") as string ?? "";

    public string DisplayInfo => Reflected.Find(job, "DisplayInfo") as string ?? "";

    public bool IsColdStart => Strategy == "ColdStart";

    public bool IsMonitoring => Strategy == "Monitoring";

    // Per iteration; 1 if the job does not fix the number.
    public long InvocationCount => Math.Max(1, Convert.ToInt64(Reflected.Find(run, "InvocationCount") ?? 1, CultureInfo.InvariantCulture));

    // Null if a measured process can do everything that the job requires.
    public string? UnsupportedReason =>
        OtherRuntime is { } runtime ? $"its job requires {runtime}, but processes run on the framework that the program was built for"
        : OtherPlatform is { } platform ? $"its job requires {platform}, but processes run as {RuntimeInformation.ProcessArchitecture}"
        : OtherBuild is { } build ? $"its job requires {build}, but the program is measured as it was built"
        : null;

    // Null if the job requires this runtime or none.
    private string? OtherRuntime
    {
        get
        {
            if (Reflected.Find(environment, "Runtime") is not { } runtime)
                return OtherFramework(Reflected.Find(infrastructure, "Toolchain"));

            // Native AOT and Mono have the same moniker as the framework they belong to.
            if (runtime.GetType().Name != "CoreRuntime")
                return runtime.ToString();
            var moniker = Reflected.Find(runtime, "MsBuildMoniker") as string;
            return IsOwn(moniker) ? OtherFramework(Reflected.Find(infrastructure, "Toolchain")) : moniker;
        }
    }

    // Null if the job requires this processor architecture or none.
    private string? OtherPlatform =>
        Reflected.HasValue(environment, "PlatformCharacteristic")
        && Reflected.Find(environment, "Platform")?.ToString() is { } platform
        && platform != "AnyCpu"
        && !platform.Equals(RuntimeInformation.ProcessArchitecture.ToString(), StringComparison.OrdinalIgnoreCase)
            ? platform
            : null;

    // One bit per core; 0 if the job does not pin its process.
    public nint Affinity =>
        Reflected.HasValue(environment, "AffinityCharacteristic") && Reflected.Find(environment, "Affinity") is nint cores ? cores : 0;

    // Contains the job's GC mode too.
    public IReadOnlyList<KeyValuePair<string, string>> Variables
    {
        get
        {
            var variables = new List<KeyValuePair<string, string>>();
            var gc = Reflected.Find(environment, "Gc");
            foreach (
                var (property, variable) in new[]
                {
                    ("Server", "DOTNET_gcServer"),
                    ("Concurrent", "DOTNET_gcConcurrent"),
                    ("RetainVm", "DOTNET_GCRetainVM"),
                }
            )
            {
                if (gc is not null && Reflected.HasValue(gc, property + "Characteristic") && Reflected.Find(gc, property) is bool isOn)
                    variables.Add(new(variable, isOn ? "1" : "0"));
            }

            foreach (var variable in (Reflected.Find(environment, "EnvironmentVariables") as IEnumerable)?.Cast<object>() ?? [])
                variables.Add(new(Reflected.Get<string>(variable, "Key"), Reflected.Get<string>(variable, "Value")));
            return variables;
        }
    }

    // The build option that differs from the program's own build; null if none does.
    private string? OtherBuild =>
        Items("NuGetReferences").FirstOrDefault() is { } package ? $"the package {package}"
        : Items("Arguments").FirstOrDefault(argument => argument.GetType().Name == "MsBuildArgument") is { } argument
            ? $"the build argument {argument}"
        : Reflected.HasValue(infrastructure, "BuildConfigurationCharacteristic")
        && Reflected.Find(infrastructure, "BuildConfiguration") is string configuration
        && configuration != "Release"
            ? $"the build configuration {configuration}"
        : null;

    private IEnumerable<object> Items(string property) => (Reflected.Find(infrastructure, property) as IEnumerable)?.Cast<object>() ?? [];

    // If the job names a toolchain, that decides the target framework, and not the job's runtime.
    private static string? OtherFramework(object? toolchain)
    {
        if (toolchain is null)
            return null;
        if (toolchain.GetType().Name == "CoreRunToolchain")
            return "a runtime of its own (CoreRun)";
        var generator = Reflected.Find(toolchain, "Generator");
        var moniker = generator is null ? null : Reflected.Find(generator, "TargetFrameworkMoniker") as string;
        return IsOwn(moniker) ? null : moniker;
    }

    private static bool IsOwn(string? moniker)
    {
        var own = string.Create(CultureInfo.InvariantCulture, $"net{Environment.Version.Major}.{Environment.Version.Minor}");
        return string.IsNullOrEmpty(moniker) || moniker == own || moniker.StartsWith(own + "-", StringComparison.Ordinal);
    }

    private string Strategy => Reflected.Find(run, "RunStrategy")?.ToString() ?? "";
}
