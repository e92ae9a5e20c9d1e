using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;
using Microsoft.EntityFrameworkCore;

namespace Samples.AdventureWorksApi;

/// <summary>A number of things.</summary>
public sealed record CountAnswer(int Count);

/// <summary>What the process runs on and how it is set up, for whoever loads it to check.</summary>
public sealed record HealthAnswer(
    string Status,
    bool IsServerGC,
    int ProcessorCount,
    string Framework,
    string EntityFramework,
    string Provider,
    string Data,
    string Serializer,
    string Mode,
    string Style,
    int MinThreads,
    int DatabaseLatency
)
{
    /// <summary>Of this process.</summary>
    public static HealthAnswer Of(ApiSettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        ThreadPool.GetMinThreads(out var threads, out _);
        return new HealthAnswer(
            "Healthy",
            GCSettings.IsServerGC,
            Environment.ProcessorCount,
            RuntimeInformation.FrameworkDescription,
            typeof(DbContext).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]
                ?? "",
            settings.Provider.ToString(),
            settings.Data.ToString(),
            settings.Serializer.ToString(),
            settings.Mode.ToString(),
            settings.Style.ToString(),
            threads,
            (int)settings.DatabaseLatency.TotalMilliseconds
        );
    }
}
