using System.Text.Json;
using Bench.Processes;
using Bench.Results;

namespace Bench.Runner;

/// <summary>Finds the measured project in a repository, or as the user names it.</summary>
internal static class BenchmarkProject
{
    private static readonly string[] Solutions = [".sln", ".slnx", ".slnf"];
    private static readonly string[] UsualNames = ["bench", "perf"];

    // Throws RunnerException unless exactly one program in the folder or below refers to BenchmarkDotNet. Messages name projects relative
    // to "here".
    public static EvaluatedProject Find(string folder, string here, IProgramBuilder builder, CancellationToken cancellationToken) =>
        Choose(folder, here, ProjectFiles.MayReferToBenchmarkDotNet(folder), builder, cancellationToken);

    // Projects whose names suggest benchmarks come first. Never empty: throws RunnerException if it finds none.
    public static IReadOnlyList<EvaluatedProject> FindAll(string folder, IProgramBuilder builder, CancellationToken cancellationToken) =>
        ProgramsOf(folder, ProjectFiles.MayReferToBenchmarkDotNet(folder), builder, cancellationToken);

    // The user names a project file, a folder, or a solution with one benchmark project. A relative path starts from "here".
    public static EvaluatedProject Named(string path, string here, IProgramBuilder builder, CancellationToken cancellationToken)
    {
        // Probably an unset variable in a script.
        if (path.Length == 0)
            throw new UsageException("--project needs the path of a project.");
        var full = Path.GetFullPath(path, here);
        if (Directory.Exists(full))
        {
            string[] own = [.. Directory.EnumerateFiles(full).Where(ProjectFiles.IsProject)];
            return own is [var only] ? builder.EvaluateOne(only, only, cancellationToken) : Find(full, here, builder, cancellationToken);
        }

        if (!File.Exists(full))
            throw new RunnerException($"{Path.GetRelativePath(here, full)} does not exist. Name a project that exists.");
        if (!FolderFiles.IsRegular(full))
            throw new RunnerException($"{path} is a pipe or a device. Name the file of a project.");
        return Solutions.Contains(Path.GetExtension(full), StringComparer.OrdinalIgnoreCase)
            ? Choose(Path.GetDirectoryName(full)!, here, ProjectsOf(full, cancellationToken), builder, cancellationToken)
            : builder.EvaluateOne(full, Path.GetFileName(full), cancellationToken);
    }

    // The candidate's project in the tree of the baseline. Throws RunnerException if FindIn does not find it.
    public static EvaluatedProject InBaseline(string tree, string path, IProgramBuilder builder, CancellationToken cancellationToken) =>
        FindIn(tree, path, "the baseline", builder, cancellationToken)
        ?? throw new RunnerException(
            $"the baseline has no project {Path.GetFileName(path)} in that folder, and no other project that could be the same. If the project is new or was moved, merge that change without a check."
        );

    // A project in the tree of another commit. If the project has moved, that is the one with the same file name, or the only benchmark
    // project. Null if there is neither. "path" is relative to the root of this commit's tree. "name" is the commit's, for messages.
    public static EvaluatedProject? FindIn(
        string tree,
        string path,
        string name,
        IProgramBuilder builder,
        CancellationToken cancellationToken
    )
    {
        if (File.Exists(Path.Combine(tree, path)))
            return builder.EvaluateOne(Path.Combine(tree, path), name, cancellationToken);

        string[] possible = [.. ProjectFiles.MayReferToBenchmarkDotNet(tree)];
        string[] alike = [.. possible.Where(other => Path.GetFileName(other) == Path.GetFileName(path))];
        if (alike is [var only])
            return builder.EvaluateOne(only, name, cancellationToken);
        try
        {
            return Choose(tree, tree, possible, builder, cancellationToken);
        }
        catch (RunnerException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            return null;
        }
    }

    private static EvaluatedProject Choose(
        string folder,
        string here,
        IReadOnlyList<string> projects,
        IProgramBuilder builder,
        CancellationToken cancellationToken
    ) =>
        ProgramsOf(folder, projects, builder, cancellationToken) switch
        {
            [var only] => only,
            var programs => throw new RunnerException(
                $"{programs.Count} programs refer to BenchmarkDotNet. Choose one with --project, or with \"project\" in bench.json."
            )
            {
                Choices = [.. programs.Select(program => $"--project {Path.GetRelativePath(here, program.Path)}")],
            },
        };

    private static IReadOnlyList<EvaluatedProject> ProgramsOf(
        string folder,
        IReadOnlyList<string> projects,
        IProgramBuilder builder,
        CancellationToken cancellationToken
    )
    {
        var (evaluated, error) =
            projects.Count == 0 ? new EvaluatedProjects([], null) : builder.Evaluate(folder, projects, cancellationToken);
        var programs = Programs(evaluated);
        if (programs.Count > 0)
            return programs;
        var missing = Submodules.Missing(folder, cancellationToken);
        throw new RunnerException(
            evaluated.Count == 0 && error is not null ? $"no project in {folder} can be read: {error}."
            : missing.Count > 0
                ? $"no project in {folder} is a program that refers to BenchmarkDotNet, but some submodules are missing ({string.Join(", ", missing)}). Run git submodule update --init --recursive."
            : $"no project in {folder} is a program that refers to BenchmarkDotNet. Name it with --project.{(error is null ? "" : $" Some projects cannot be read: {error}.")}"
        );
    }

    // Programs that refer to BenchmarkDotNet, or to a library that does. Projects whose names suggest benchmarks come first.
    internal static IReadOnlyList<EvaluatedProject> Programs(IReadOnlyList<EvaluatedProject> projects)
    {
        var byPath = projects.ToDictionary(project => project.Path, StringComparer.Ordinal);
        return
        [
            .. projects
                .Where(project => project.Frameworks.Any(framework => framework.IsProgram && Uses(framework, [])))
                .OrderByDescending(project =>
                    UsualNames.Any(name => Path.GetFileName(project.Path).Contains(name, StringComparison.OrdinalIgnoreCase))
                )
                .ThenBy(project => project.Path, StringComparer.Ordinal),
        ];

        // Not test projects or programs that start another program: their benchmarks belong to the project that they refer to.
        bool Uses(EvaluatedFramework framework, HashSet<string> seen) =>
            framework.HasBenchmarkDotNet
            || (
                !framework.IsTest
                && framework.References.Any(reference =>
                    seen.Add(reference)
                    && byPath.TryGetValue(reference, out var library)
                    && !library.IsProgram
                    && library.Frameworks.Any(own => Uses(own, seen))
                )
            );
    }

    private static string[] ProjectsOf(string solution, CancellationToken cancellationToken)
    {
        var answer = ChildProcess.Run("dotnet", Path.GetDirectoryName(solution)!, cancellationToken, "sln", solution, "list");
        if (BuildErrors.First(answer) is { } error)
            throw new RunnerException($"{Path.GetFileName(solution)} cannot be read: {error}");
        var folder = Path.GetDirectoryName(FilteredBy(solution) ?? solution)!;
        return
        [
            .. answer
                .Output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
                .Where(ProjectFiles.IsProject)
                .Select(path => Path.GetFullPath(path, folder)),
        ];
    }

    // The paths of a filter are relative to its solution, which may be in another folder. Null if the file is not a filter.
    private static string? FilteredBy(string filter)
    {
        if (!filter.EndsWith(".slnf", StringComparison.OrdinalIgnoreCase))
            return null;
        using var json = JsonDocument.Parse(new InputFile(filter, filter).ReadText(), ProjectFiles.WrittenByHand);
        var path = json.RootElement.GetProperty("solution").GetProperty("path").GetString()!;
        return Path.GetFullPath(path.Replace('\\', Path.DirectorySeparatorChar), Path.GetDirectoryName(filter)!);
    }
}
