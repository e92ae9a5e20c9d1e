using System.Collections;
using System.Globalization;
using System.Runtime.InteropServices;

namespace Bench.Host;

/// <summary>What a benchmark's job asks for, as far as a side can give it.</summary>
internal sealed class HostedJob(object job)
{
    private readonly object environment = Reflected.Get<object>(job, "Environment");
    private readonly object infrastructure = Reflected.Get<object>(job, "Infrastructure");
    private readonly object run = Reflected.Get<object>(job, "Run");

    public string Name => Reflected.Find(job, "ResolvedId") as string ?? "";

    public string DisplayInfo => Reflected.Find(job, "DisplayInfo") as string ?? "";

    public bool IsColdStart => Strategy == "ColdStart";

    public bool IsMonitoring => Strategy == "Monitoring";

    /// <summary>Invocations of an iteration, where the job fixes them; 1 where it does not.</summary>
    public long InvocationCount => Math.Max(1, Convert.ToInt64(Reflected.Find(run, "InvocationCount") ?? 1, CultureInfo.InvariantCulture));

    /// <summary>What the job asks for that no side can give; null where it can.</summary>
    public string? UnsupportedReason =>
        OtherRuntime is { } runtime ? $"its job asks for {runtime}, and a side runs in the framework that its program was built for"
        : OtherPlatform is { } platform ? $"its job asks for {platform}, and a side runs as {RuntimeInformation.ProcessArchitecture}"
        : OtherBuild is { } build ? $"its job asks for {build}, and the program is measured as it was built"
        : null;

    /// <summary>The runtime that the job asks for, where that is not this one; null otherwise.</summary>
    private string? OtherRuntime
    {
        get
        {
            if (Reflected.Find(environment, "Runtime") is not { } runtime)
                return OtherFramework(Reflected.Find(infrastructure, "Toolchain"));

            // Native code and Mono have the moniker of the framework that they are of.
            if (runtime.GetType().Name != "CoreRuntime")
                return runtime.ToString();
            var moniker = Reflected.Find(runtime, "MsBuildMoniker") as string;
            return IsOwn(moniker) ? OtherFramework(Reflected.Find(infrastructure, "Toolchain")) : moniker;
        }
    }

    /// <summary>The processor that the job asks for, where that is not this one; null otherwise.</summary>
    private string? OtherPlatform =>
        Reflected.HasValue(environment, "PlatformCharacteristic")
        && Reflected.Find(environment, "Platform")?.ToString() is { } platform
        && platform != "AnyCpu"
        && !platform.Equals(RuntimeInformation.ProcessArchitecture.ToString(), StringComparison.OrdinalIgnoreCase)
            ? platform
            : null;

    /// <summary>The cores that the job pins its process to, a bit each; 0 where it does not.</summary>
    public nint Affinity =>
        Reflected.HasValue(environment, "AffinityCharacteristic") && Reflected.Find(environment, "Affinity") is nint cores ? cores : 0;

    /// <summary>Environment variables for a process that runs the benchmark: those of the job, and its GC mode.</summary>
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

    /// <summary>How the job has its program built, where that is not as the program is; null otherwise.</summary>
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

    // A toolchain that the job names, and not its runtime, decides what the benchmark is built for.
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
