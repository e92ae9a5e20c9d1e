using System.Text.Json;
using Bench.Comparison;
using Bench.Results;
using Bench.Runner;

namespace Bench.Cli.Init;

internal static class InitVerb
{
    // One machine screens this many in half of the workflow's budget, at half a minute each.
    private const int BenchmarksOfShard = 30;
    private const int MaxShards = 8;

    public static int Run(InitOptions options, Context context)
    {
        var source = options.Source;
        var progress = context.Progress();
        var repository = Repository.Find(context.Folder, context.Cancellation);
        var root = repository.Root;
        var settings = Settings.ReadOwnText(root) is { } own ? Settings.Parse(own, Settings.FileName) : new Settings();
        var system = options.Ci ?? CiTemplates.Guess(root);
        using var workspace = new Workspace(null);
        context = context.In(workspace);
        var projects = HasOnlyLoad(options, settings, root) ? [] : ProjectsFrom(options, settings, root, context);
        var project = projects.FirstOrDefault();
        if (project is null && system != CiSystem.GitHub)
            throw new UsageException(
                $"no project refers to BenchmarkDotNet, and workflows for load in {Settings.FileName} exist for GitHub only. Call bench load gate in a workflow of your own."
            );
        var program = project is null || !options.Measures ? null : options.Measurement.Build(settings, project, workspace, context);
        var all = program is null ? [] : IdenticalCode.Find(program, [], context);
        var chosen = program is null ? [] : IdenticalCode.Find(program, options.Filter, context);

        var name = project is null ? null : repository.PathOf(project.Path).Replace(Path.DirectorySeparatorChar, '/');
        context.Screen.WriteLine($"Benchmark project: {name ?? "none, only load"}{(program is null ? "" : $", {all.Count} benchmarks")}");
        foreach (var other in projects.Skip(1))
            context.Screen.WriteLine($"  other project, for bench init --project: {repository.PathOf(other.Path)}");
        var values = ValuesOf(options, system, settings, root, program is null ? null : all.Count) with
        {
            HasBenchmarks = project is not null,
        };
        var atRoot = context with { Folder = root };
        foreach (
            var line in Files(system, name, values)
                .SelectMany(file => WrittenFile.Write(atRoot, file).Lines())
                .Concat(ToolManifest.Write(atRoot, BenchVersion.OfPackage, source))
        )
            context.Screen.WriteLine(line);

        if (program is not null)
        {
            progress.Step("Measuring identical code");
            var identical = IdenticalCode.Measure(program, chosen, options.Measurement.BenchmarkTimeout, progress, context);
            context.Screen.WriteLine("");
            foreach (var line in identical.Report(settings.Margin))
                context.Screen.WriteLine(line);
        }

        context.Screen.WriteLine("");
        foreach (var line in NextSteps(system, source, project is null ? settings.Load[0].Name : null))
            context.Screen.WriteLine(line);
        if (system != CiSystem.GitHub && settings.Load.Count > 0)
            context.Screen.WriteLine(
                $"No job was written for load in {Settings.FileName}. Call bench load gate in a workflow of your own."
            );
        return (int)ExitCode.Passed;
    }

    // Without a count of benchmarks, GitHub starts only as many machines as needed, up to this limit. Other systems always start all.
    private static CiValues ValuesOf(InitOptions options, CiSystem system, Settings settings, string root, int? benchmarks) =>
        CiValues.OfPackage(
            BenchVersion.OfPackage,
            benchmarks is { } count ? ShardsFor(count)
                : system == CiSystem.GitHub ? MaxShards
                : 1,
            options.Replicates,
            NamesSdk(Path.Combine(root, "global.json")),
            system == CiSystem.GitHub ? EndpointsOf(settings) : [],
            options.Source
        ) with
        {
            HasSubmodules = File.Exists(Path.Combine(root, ".gitmodules")),
        };

    // global.json may contain only the versions of MSBuild SDKs.
    private static bool NamesSdk(string globalJson)
    {
        if (!File.Exists(globalJson))
            return false;
        try
        {
            using var json = JsonDocument.Parse(new InputFile(globalJson, globalJson).ReadText(), ProjectFiles.WrittenByHand);
            return json.RootElement.GetProperty("sdk").TryGetProperty("version", out _);
        }
        catch (Exception e) when (e is JsonException or KeyNotFoundException or InvalidOperationException)
        {
            return false;
        }
    }

    // Callers take the first: the named project, or the one that most looks like the repository's benchmarks.
    private static IReadOnlyList<EvaluatedProject> ProjectsFrom(InitOptions options, Settings settings, string root, Context context) =>
        (options.Measurement.Project ?? (settings.Project is { } known ? Path.Combine(root, known) : null)) is { } named
            ? [BenchmarkProject.Named(named, context.Folder, context.Builder, context.Cancellation)]
            : BenchmarkProject.FindAll(root, context.Builder, context.Cancellation);

    // A named project, or a filter for benchmarks, requires benchmarks.
    private static bool HasOnlyLoad(InitOptions options, Settings settings, string root) =>
        settings is { Load.Count: > 0, Project: null }
        && options.Measurement.Project is null
        && options.Filter.Count == 0
        && ProjectFiles.MayReferToBenchmarkDotNet(root).Count == 0;

    // Without a project, settings already exist: they list the load.
    private static IEnumerable<SetupFile> Files(CiSystem system, string? project, CiValues values) =>
        CiTemplates
            .Render(system, values)
            .Prepend(project is null ? null : new SetupFile(Settings.FileName, SettingsText(project)))
            .OfType<SetupFile>();

    // The names become part of a workflow.
    private static IReadOnlyList<string> EndpointsOf(Settings settings) =>
        settings.Load.FirstOrDefault(endpoint => !endpoint.Name!.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '-' or '_'))
            is { } other
            ? throw new UsageException(
                $"{Settings.FileName}: load '{other.Name}': this name cannot be used in a workflow. Use letters, digits, hyphens and underscores only."
            )
            : [.. settings.Load.Select(endpoint => endpoint.Name!)];

    internal static int ShardsFor(int benchmarks) => Math.Clamp((benchmarks + BenchmarksOfShard - 1) / BenchmarksOfShard, 1, MaxShards);

    private static string SettingsText(string project)
    {
        var text = $$"""
            {
              "project": {{JsonSerializer.Serialize(project)}},
              "margin": "5%"
            }

            """.ReplaceLineEndings("\n");
        try
        {
            Settings.Parse(text, Settings.FileName);
        }
        catch (ResultsException e)
        {
            throw new UsageException($"the path of the project cannot be written to {Settings.FileName}: {e.Message}");
        }

        return text;
    }

    /// <param name="endpoint">A load entry if the repository has no benchmarks; otherwise null.</param>
    private static string[] NextSteps(CiSystem system, string? source, string? endpoint) =>
        [
            "Next:",
            endpoint is null
                ? "  bench gate --baseline HEAD        check the work tree on this machine"
                : $"  bench load gate --baseline HEAD --endpoint {endpoint}        check the work tree on this machine",
            "  bench doctor                      list what makes measurements noisy here",
            "  dotnet tool restore               give others the same version; they run it as dotnet bench",
            "Add BenchmarkDotNet.Artifacts/ to .gitignore if it is not there.",
            $"The workflows install Bench.Tool {BenchVersion.OfPackage} from {source ?? "the package sources of the repository"}. Pull requests can only be checked after it is published there.",
            system switch
            {
                CiSystem.GitHub =>
                    $"Commit the files to the default branch. Every later pull request is checked{(endpoint is null ? $", and later pushes add their figures to the branch {DataBranch.Usual}" : "")}.",
                CiSystem.Azure =>
                    "Commit the files, and create a pipeline from azure-pipelines-benchmarks.yml. In Azure Repos, add a build validation policy.",
                _ => "Commit the files, and include .gitlab/benchmarks.yml in .gitlab-ci.yml: include: { local: .gitlab/benchmarks.yml }",
            },
        ];
}
