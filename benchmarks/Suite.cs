using Bench.Harness;
using Bench.Published;
using Bench.Reports;
using Bench.Results;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using Benchmarks.AdventureWorks;
using Benchmarks.Frameworks;
using Benchmarks.HttpClients;
using Benchmarks.HttpClients.Libraries;
using Benchmarks.Text;

namespace Benchmarks;

/// <summary>What the harness must know of this suite.</summary>
internal static class Suite
{
    private const string GridOption = "--grid";

    public static HarnessOptions Options { get; } =
        new()
        {
            Assemblies = [typeof(Suite).Assembly, typeof(FrameworkBenchmarks).Assembly],
            Job = Job.Default.WithId("Suite").WithEnvironmentVariables(CountCallsAtOnce),
            // What BenchmarkDotNet built stays, and the next run builds only what changed: six seconds for thirty.
            Configure = config => config.HideColumns(Column.Force, Column.EngineFactory).WithOption(ConfigOptions.KeepBenchmarkFiles, true),
            // No benchmark of the suite takes a second.
            Interleaving = new InterleavingOptions { MaxSlice = TimeSpan.FromMinutes(1), MaxStart = TimeSpan.FromMinutes(3) },
            Missing = Missing,
            Notes = NotesOf,
            PublishingObstacles = Obstacles,
            BeforeRun = Prepare,
            SourcesOfTopic = Sources,
            Highlights = Highlights,
            Pages = ["README.md", "docs/results.md", "src/IgnoreCaseReplace/README.md", "src/MockResponses/README.md"],
            Drawings = Draw,
            Help = $"""
                Of this suite:
                  {GridOption}             all inputs of ReplaceIgnoreCase instead of the 9 that have names; never published
                """,
        };

    /// <summary>
    /// Tiered compilation waits until no method was compiled at tier 0 for this long before it counts calls. Without the
    /// wait a benchmark reaches tier 1 in two seconds of warm-up instead of six, with the same figures: docs/explanation/steady-state.md.
    /// </summary>
    private static EnvironmentVariable CountCallsAtOnce => new("DOTNET_TC_CallCountingDelayMs", "0");

    private static IReadOnlyList<Highlight> Highlights =>
        [
            new("A small JSON response: minimal API or controllers?", "JsonGet", "InMemory, 3", "in memory"),
            new("A small JSON response: minimal API or controllers?", "JsonGet", "Socket, 3", "over a socket"),
            new("20 KB of JSON: minimal API or controllers?", "JsonGet", "InMemory, 325", "in memory"),
            new("20 KB of JSON: minimal API or controllers?", "JsonGet", "Socket, 325", "over a socket"),
            new("A GET request: which client library, with its defaults?", "Get", "Default"),
            new("The same, with the same JSON settings for all?", "Get", "Aligned"),
            new("A sales order to JSON: which serializer?", "ToUtf8", "Small"),
            new("Case-insensitive replace in 59 characters: which method?", "ReplaceIgnoreCase", "59 characters")
            {
                Alternatives = ["StringReplace", "GeneratedRegex", "CompiledRegex", "SearchValues"],
            },
            new("Sales orders with details from PostgreSQL: which query?", "RelatedData", "Postgres"),
            new("A minimal API's response in memory: .NET 8, 9 or 10?", "Framework", "JsonGet"),
            new("What does a layer of middleware cost, in memory?", "Middleware", "InMemory")
            {
                HasWinner = false,
                Alternatives = ["RateLimiter", "Cors", "LoggerOnly", "RequestLogging", "Authentication", "Compression", "AllLayers"],
            },
        ];

    /// <summary>The arguments without the suite's own, which the environment carries to the processes that measure.</summary>
    public static string[] WithoutOwnOptions(string[] args)
    {
        if (args.Contains(GridOption))
            Environment.SetEnvironmentVariable(ReplaceInput.GridVariable, "1");
        return [.. args.Where(argument => argument != GridOption)];
    }

    // Set by many container images.
    private static bool IsInvariant =>
        (AppContext.TryGetSwitch("System.Globalization.Invariant", out var isOn) && isOn)
        || Environment.GetEnvironmentVariable("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT")?.ToUpperInvariant() is "1" or "TRUE";

    private static IEnumerable<string> NotesOf(Type type) =>
        ClientPackages.Concern(type) ? ClientPackages.Notes
        : SalesDatabase.IsUsedBy(type) ? [SalesDatabase.Note]
        : IsInvariant && type.Namespace == typeof(ReplaceInput).Namespace
            ? ["Measured without ICU, in the invariant mode of globalization: there StringReplace takes many times as long."]
        : [];

    private static IEnumerable<string> Obstacles()
    {
        if (ReplaceInput.IsGrid)
            yield return "the grid has other inputs than the published tables";
        if (IsInvariant)
            yield return "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT is set, and the published tables are with ICU";
    }

    private static IEnumerable<LeftOut> Missing(IReadOnlyCollection<Type> types)
    {
        // A method of each class has the name of the package.
        if (types.Any(ClientPackages.Concern) && ClientPackages.MissingLine is { } withoutPackage)
        {
            foreach (var package in ClientPackages.Missing)
                yield return new LeftOut($"{typeof(ClientSettings).Namespace}.*.{package}*", withoutPackage);
        }

        if (types.Any(SalesDatabase.IsUsedBy) && SalesDatabase.Missing is { } withoutPostgres)
            yield return withoutPostgres;
    }

    private static void Prepare(IReadOnlyCollection<Type> types)
    {
        ClientPackages.PinForChildBuilds();
        // BenchmarkDotNet builds what the build of this program has analysed.
        Environment.SetEnvironmentVariable("RunAnalyzers", "false");
        if (types.Any(SalesDatabase.IsUsedBy))
            SalesDatabase.ShareWithChildren();
    }

    /// <summary>The picture of README.md: the GET through each client library.</summary>
    private static IEnumerable<(string Path, string Text)> Draw(string published)
    {
        ReportedCategory[] drawn =
        [
            .. PublishedCategories
                .Create(MergedTopic.Merge(PublishedRuns.Read(published)), published)
                .Where(category => category.Type == typeof(HttpClients.GetBenchmarks).FullName),
        ];
        return drawn.Length == 0
            ? []
            :
            [
                (
                    Path.Combine("docs", "pictures", "httpclients.svg"),
                    RatioChart.Render($"HttpClients: {drawn[0].How}", drawn, isFile: true)
                ),
            ];
    }

    private static string[] Sources(string topic)
    {
        string[] ofSamples = ["samples/Contracts", "samples/Directory.Build.props"];
        return
        [
            $"benchmarks/{topic}",
            "benchmarks/Benchmarks.csproj",
            "benchmarks/Directory.Build.props",
            "benchmarks/Sequential.cs",
            "benchmarks/Apps",
            "Directory.Build.props",
            "Directory.Packages.props",
            "global.json",
            .. topic switch
            {
                "AdventureWorks" => (string[])["samples/AdventureWorksApi", .. ofSamples, "src/PrivatePostgres"],
                "Frameworks" => ["src/Harness/Engine.targets"],
                "HttpClients" => ["benchmarks/ClientPackages.targets", "src/MockResponses"],
                "Middleware" => ["samples/MiddlewareApi", .. ofSamples],
                "Serialization" => [],
                "Text" => ["src/IgnoreCaseReplace"],
                "WebApi" => ["samples/MinimalApi", "samples/ControllerApi", .. ofSamples],
                _ => ["."],
            },
        ];
    }
}
