using System.Collections;
using System.Globalization;
using System.Runtime.InteropServices;

namespace Bench.Host;

/// <summary>What a benchmark's job asks for, as far as a side can give it.</summary>
internal sealed class HostedJob(object job)
{
    private readonly object environment = Reflected.Get<object>(job, "Environment");
    private readonly object run = Reflected.Get<object>(job, "Run");

    public string Name => Reflected.Find(job, "ResolvedId") as string ?? "";

    public bool IsColdStart => Strategy == "ColdStart";

    public bool IsMonitoring => Strategy == "Monitoring";

    /// <summary>Invocations of an iteration, where the job fixes them; 1 where it does not.</summary>
    public long InvocationCount => Math.Max(1, Convert.ToInt64(Reflected.Find(run, "InvocationCount") ?? 1, CultureInfo.InvariantCulture));

    /// <summary>The runtime that the job asks for, where that is not this one; null otherwise.</summary>
    public string? OtherRuntime
    {
        get
        {
            if (Reflected.Find(environment, "Runtime") is not { } runtime)
                return null;

            // Native code and Mono have the moniker of the framework that they are of.
            if (runtime.GetType().Name != "CoreRuntime")
                return runtime.ToString();
            var moniker = Reflected.Find(runtime, "MsBuildMoniker") as string;
            var own = string.Create(CultureInfo.InvariantCulture, $"net{Environment.Version.Major}.{Environment.Version.Minor}");
            return string.IsNullOrEmpty(moniker) || moniker == own || moniker.StartsWith(own + "-", StringComparison.Ordinal)
                ? null
                : moniker;
        }
    }

    /// <summary>The processor that the job asks for, where that is not this one; null otherwise.</summary>
    public string? OtherPlatform =>
        Reflected.HasValue(environment, "PlatformCharacteristic")
        && Reflected.Find(environment, "Platform")?.ToString() is { } platform
        && platform != "AnyCpu"
        && !platform.Equals(RuntimeInformation.ProcessArchitecture.ToString(), StringComparison.OrdinalIgnoreCase)
            ? platform
            : null;

    /// <summary>The cores that the job pins its process to, a bit each; null where it does not.</summary>
    public nint? Affinity =>
        Reflected.HasValue(environment, "AffinityCharacteristic") && Reflected.Find(environment, "Affinity") is nint cores && cores != 0
            ? cores
            : null;

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

    private string Strategy => Reflected.Find(run, "RunStrategy")?.ToString() ?? "";
}
