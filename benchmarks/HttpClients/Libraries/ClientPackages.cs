using System.Reflection;

namespace Benchmarks.HttpClients.Libraries;

/// <summary>Which of the optional packages this build found (ClientPackages.targets), and what a reader must know of them.</summary>
internal static class ClientPackages
{
    private const string ModeKey = "ClientPackages";
    private const string Key = "ClientPackagesFound";

    private static readonly string Found = Metadata(Key);

    public static IReadOnlyList<string> Missing { get; } = [.. new[] { "Refit", "WebApiClientCore" }.Except(Found.Split('+'))];

    /// <summary>One line that names what is missing; null where nothing is.</summary>
    public static string? MissingLine =>
        Missing.Count == 0
            ? null
            : $"Not measured: {string.Join(" and ", Missing)}. {(Metadata(ModeKey) == "Skip"
            ? "The build left them out: ClientPackages=Skip."
            : $"The package feed of this build does not carry {(Missing.Count == 1 ? "it" : "them")}.")}";

    /// <summary>The lines under every table of client libraries.</summary>
    public static IEnumerable<string> Notes
    {
        get
        {
            if (MissingLine is { } missing)
                yield return missing;
            yield return $"Versions: {string.Join(", ", Versions())}.";
            // A build from public sources says so itself: its maker sets this, nothing in the repository does.
            if (Environment.GetEnvironmentVariable("BENCH_CLIENT_PACKAGES_NOTE") is { Length: > 0 } note)
                yield return note;
        }
    }

    /// <summary>Whether the tables of this class are about the client libraries.</summary>
    public static bool Concern(Type benchmark) => benchmark.Namespace == typeof(ClientSettings).Namespace;

    /// <summary>BenchmarkDotNet builds this project again for its child processes: they must find what this build found.</summary>
    public static void PinForChildBuilds()
    {
        Environment.SetEnvironmentVariable(ModeKey, Metadata(ModeKey));
        Environment.SetEnvironmentVariable(Key, Found);
    }

    private static IEnumerable<string> Versions()
    {
#if REFIT
        yield return Version("Refit", typeof(Refit.GetAttribute));
#endif
#if WEBAPICLIENTCORE
        yield return Version("WebApiClientCore", typeof(WebApiClientCore.HttpApiOptions));
#endif
        yield return Version("RestEase", typeof(RestEase.GetAttribute));
        yield return Version("RestSharp", typeof(RestSharp.RestClient));
    }

    private static string Metadata(string key) =>
        typeof(ClientPackages).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == key).Value!;

    private static string Version(string name, Type type) =>
        $"{name} {type.Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0] ?? "?"}";
}
