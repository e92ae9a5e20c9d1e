using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Bench.PrivatePostgres;

namespace Bench.Runner;

/// <summary>Evaluates and builds with the SDK, and caches the results for the next check of the same sources.</summary>
internal sealed class ProgramBuilder : IProgramBuilder
{
    // Change it whenever the same sources would be built differently.
    private const string Format = "2";

    // Longer than any build should take.
    private static readonly TimeSpan UntilOtherBuildEnds = TimeSpan.FromMinutes(10);

    private readonly IReadOnlyDictionary<string, string> variables;
    private readonly Action<string> report;
    private readonly IBuildTool tool;
    private readonly BuildSurroundings surroundings;
    private readonly string? temporary;
    private readonly Lock reporting = new();
    private readonly Lock opening = new();
    private readonly HashSet<string> reported = [];
    private (bool IsKnown, BuildCache? Cache) opened;

    // The variables are the environment of builds, and one of them names the cache folder.
    public ProgramBuilder(IReadOnlyDictionary<string, string> variables, Action<string> report, IBuildTool? tool = null)
    {
        (this.variables, this.report, this.tool) = (variables, report, tool ?? new DotnetTool(variables));
        surroundings = new BuildSurroundings(this.tool, variables);
    }

    private ProgramBuilder(ProgramBuilder other, string temporary)
        : this(other.variables, other.report, other.tool.In(temporary))
    {
        (this.temporary, MaxCacheSize, opened) = (temporary, other.MaxCacheSize, other.opened);
        (reporting, reported) = (other.reporting, other.reported);
    }

    public long MaxCacheSize { get; init; } = BuildCache.DefaultMaxSize;

    public IProgramBuilder In(string temporary) => new ProgramBuilder(this, temporary);

    public EvaluatedProjects Evaluate(string folder, IReadOnlyList<string> projects, CancellationToken cancellationToken)
    {
        if (Cache() is not { } cache || projects.Count == 0)
            return tool.Evaluate(folder, projects, cancellationToken);
        try
        {
            var tree = SourceTree.Read(folder, cancellationToken);
            if (Objections.OfImports(tree) is not null)
                return tool.Evaluate(folder, projects, cancellationToken);
            var key = HashOf([
                .. PartsOf(tree, folder, cancellationToken),
                new("evaluated in", Path.GetRelativePath(tree.Root, folder)),
                new("evaluated", string.Join('\n', projects.Select(project => Path.GetRelativePath(tree.Root, project)))),
            ]);
            if (cache.FindEvaluation(key) is { } text && EvaluationText.Parse(text, tree.Root) is { } known)
                return known;
            var made = tool.Evaluate(folder, projects, cancellationToken);
            if (EvaluationText.Of(made, tree.Root) is { } stored && SourceTree.Read(folder, cancellationToken).Hash == tree.Hash)
                cache.StoreEvaluation(key, stored);
            return made;
        }
        catch (Exception e) when (e is BuildCacheException or IOException or UnauthorizedAccessException)
        {
            ReportWithout(e);
            return tool.Evaluate(folder, projects, cancellationToken);
        }
    }

    public BuiltProgram Build(ProgramRequest request, CancellationToken cancellationToken)
    {
        request.Project.EnsureMeasurable(request.Side, request.Framework);
        request = request with { IsSelfContained = request.NeededRuntime is { } version && !tool.HasRuntime(version) };
        if (Cache() is not { } cache)
            return Made(request, BuildNow(request, recordsInputs: false, cancellationToken));
        SourceTree tree;
        SortedDictionary<string, string> parts;
        try
        {
            (tree, parts) = SourcesOf(request, cancellationToken);
        }
        catch (Exception e) when (e is BuildCacheException or IOException or UnauthorizedAccessException)
        {
            ReportWithout(e);
            return Made(request, BuildNow(request, recordsInputs: false, cancellationToken));
        }

        var key = HashOf(parts);
        using var held = Lock(cache, key, cancellationToken);
        if (held is null)
            return Made(request, BuildNow(request, recordsInputs: false, cancellationToken));

        if (Reuse(cache, [PlacedKey(key, tree.Root), key], request, tree.Root) is { } reused)
            return reused;
        // Two builds of one work tree would find each other's files.
        using var alone = Lock(cache, BuildCache.TreeKey(tree.Root), cancellationToken);
        if (alone is null)
            return Made(request, BuildNow(request, recordsInputs: false, cancellationToken));
        var product = BuildNow(request, Objections.OfImports(tree) is null, cancellationToken);
        Keep(cache, key, parts, request, product, tree, cancellationToken);
        return Made(request, product);
    }

    // Null, after a report, if the lock stays taken or cannot be created.
    private FileLock? Lock(BuildCache cache, string key, CancellationToken cancellationToken)
    {
        try
        {
            if (cache.TryLock(key) is { } free)
                return free;
            ReportOnce("Waiting for another process that makes the same build.");
            if (cache.Lock(key, UntilOtherBuildEnds, cancellationToken) is { } taken)
                return taken;
            ReportOnce("Another process takes too long to make the same build. Building without the build cache.");
        }
        catch (BuildCacheException e)
        {
            ReportWithout(e);
        }

        return null;
    }

    private BuildProduct BuildNow(ProgramRequest request, bool recordsInputs, CancellationToken cancellationToken)
    {
        if (request.Description is { } description)
            Report($"Building {description}");
        return tool.Build(request, recordsInputs, cancellationToken);
    }

    private BuiltProgram Made(ProgramRequest request, BuildProduct product)
    {
        var root = ProgramCopy.RootOf(product.Folder);
        var path = Path.GetRelativePath(root, product.Folder);
        var folder = ProgramCopy.Create(root, path, request.Destination, copy => ProgramCopy.CopyFiles(product.Folder, copy));
        return Program(request, folder, product.File, product.IsExecutable, RootOf(request), RootOf(request));
    }

    private BuiltProgram? Reuse(BuildCache cache, IEnumerable<string> keys, ProgramRequest request, string root)
    {
        foreach (var key in keys)
        {
            try
            {
                if (cache.Find(key) is not { } entry)
                    continue;
                var (from, path) = ProgramCopy.WorkTreeOf(root) is null
                    ? (Path.Combine(root, entry.OutputPath), ".")
                    : (root, entry.OutputPath);
                var folder = ProgramCopy.Create(from, path, request.Destination, copy => cache.Copy(entry, copy, root));
                if (request.Description is { } description)
                    Report($"Reusing the build of {description}");
                ReportPlace(cache);
                return Program(request, folder, entry.File, entry.IsExecutable, root, entry.SourceRoot);
            }
            catch (Exception e) when (e is BuildCacheException or IOException or UnauthorizedAccessException)
            {
                Report($"A cached build cannot be used and is made again: {e.Message.TrimEnd('.')}.");
                if (Directory.Exists(request.Destination))
                    Directory.Delete(request.Destination, recursive: true);
                cache.Remove(key);
            }
        }

        return null;
    }

    private void Keep(
        BuildCache cache,
        string key,
        SortedDictionary<string, string> parts,
        ProgramRequest request,
        BuildProduct product,
        SourceTree tree,
        CancellationToken cancellationToken
    )
    {
        try
        {
            var files = ProgramFiles.In(product.Folder);
            string[] named = [.. SourceNames.In(product.Folder, files.Files, tree.Root)];
            var objection = Objections.To(product, tree, files.Files)
                ?? (
                    named.FirstOrDefault(SourceNames.IsWritten) is { } left
                        ? $"it reads {left.TrimStart('/', '\\')}, which the build left in its source folder"
                        : null
                )
                ?? (
                    SourceNames.Stale(product.Folder, files.Files, tree.Root) is { } stale
                        ? $"{Path.GetRelativePath(tree.Root, stale)} is not the file that was compiled. Touch it, and build again"
                        : null
                )
                ?? (HashOf(SourcesOf(request, cancellationToken).Parts) != key ? "its sources changed during the build" : null);
            if (objection is not null)
                throw new BuildCacheException(objection);
            // Files that an earlier build left in the folder belong to this work tree only.
            var own = named.Length > 0 || !product.IsClean ? PlacedKey(key, tree.Root) : key;
            cache.Store(
                product.Folder,
                files,
                [.. product.OtherPrograms.SelectMany(program => FilesOf(program, tree.Root))],
                new CacheEntry(
                    own,
                    parts,
                    tree.Root,
                    Path.GetRelativePath(tree.Root, product.Folder),
                    product.File,
                    product.IsExecutable,
                    files.Folders,
                    [],
                    []
                )
            );
            ReportPlace(cache);
        }
        catch (Exception e) when (e is BuildCacheException or IOException or UnauthorizedAccessException or JsonException)
        {
            ReportOnce($"The build of {request.Side} is not cached: {e.Message.TrimEnd('.')}.");
        }
    }

    private static IEnumerable<string> FilesOf(string program, string root)
    {
        var folder = Path.GetDirectoryName(program)!;
        if (!BuildOutput.IsIn(root, folder))
            throw new BuildCacheException($"{program} is built with it, outside of {root}");
        return ProgramFiles.In(folder).Files.Select(file => Path.GetRelativePath(root, Path.Combine(folder, file)));
    }

    private (SourceTree Tree, SortedDictionary<string, string> Parts) SourcesOf(ProgramRequest request, CancellationToken cancellationToken)
    {
        var folder = Path.GetDirectoryName(request.Project.Path)!;
        var tree = SourceTree.Read(folder, cancellationToken);
        var parts = PartsOf(tree, folder, cancellationToken);
        parts["project"] = Path.GetRelativePath(tree.Root, request.Project.Path);
        parts["framework"] = request.TargetFramework;
        parts["property"] = request.Property ?? "";
        parts["packages"] = string.Join(' ', request.Packages);
        parts["runtime"] = request.IsSelfContained ? "included" : "installed";
        return (tree, parts);
    }

    private SortedDictionary<string, string> PartsOf(SourceTree tree, string folder, CancellationToken cancellationToken)
    {
        var parts = surroundings.Of(tree, folder, cancellationToken);
        parts["format"] = Format;
        parts["sources"] = tree.Hash;
        return parts;
    }

    // The key for a program that contains the path of its sources.
    private static string PlacedKey(string key, string root) => HashOf([new("key", key), new("root", root)]);

    private static string HashOf(IEnumerable<KeyValuePair<string, string>> parts) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(JsonSerializer.Serialize(parts.ToArray()))));

    private static string RootOf(ProgramRequest request) => ProgramCopy.RootOf(Path.GetDirectoryName(request.Project.Path)!);

    private BuiltProgram Program(
        ProgramRequest request,
        string folder,
        string file,
        bool isExecutable,
        string sourceRoot,
        string builtIn
    ) =>
        new(
            new BenchmarkProgram(Path.Combine(folder, file), isExecutable, request.Variables) { Temporary = temporary },
            new BuildOutput(folder, sourceRoot) { BuiltIn = builtIn, Framework = request.TargetFramework }
        );

    private BuildCache? Cache()
    {
        lock (opening)
        {
            if (opened.IsKnown)
                return opened.Cache;
            opened = (true, null);
            try
            {
                if (BuildCache.FolderFrom(variables) is { } folder)
                    opened = (true, BuildCache.Open(folder, MaxCacheSize));
            }
            catch (BuildCacheException e)
            {
                ReportWithout(e);
            }

            return opened.Cache;
        }
    }

    private void ReportWithout(Exception e) => ReportOnce($"Without the build cache: {e.Message.TrimEnd('.')}.");

    private void ReportPlace(BuildCache cache) =>
        ReportOnce($"The build cache is in {cache.Folder}. Delete that folder to clear the cache, or set {BuildCache.FolderVariable}=off.");

    private void ReportOnce(string line)
    {
        lock (reporting)
        {
            if (reported.Add(line))
                report(line);
        }
    }

    private void Report(string line)
    {
        lock (reporting)
            report(line);
    }
}
