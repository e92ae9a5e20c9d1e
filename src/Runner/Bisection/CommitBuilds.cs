using System.Globalization;

namespace Bench.Runner;

/// <summary>The programs of commits, each built once, outside of the user's tree.</summary>
/// <param name="project">The project file, below the repository's root.</param>
/// <param name="framework">The target framework; null for the newest of each.</param>
internal sealed class CommitBuilds(
    Repository repository,
    Workspace workspace,
    string project,
    string? framework,
    IReadOnlyList<string> variables,
    BisectJournal journal,
    Action<string> report
)
{
    private readonly Dictionary<PathCommit, (BenchmarkProgram Program, BuildOutput Output)?> builds = [];

    /// <summary>Why a commit has no program.</summary>
    public Dictionary<PathCommit, string> Failures { get; } = [];

    /// <returns>The program and where it comes from; null where the commit does not build.</returns>
    public (BenchmarkProgram Program, BuildOutput Output)? Of(PathCommit commit, CancellationToken cancellationToken)
    {
        if (builds.TryGetValue(commit, out var known))
            return known;
        if (journal.FailureOf(commit) is { } failure)
        {
            Failures[commit] = failure;
            builds.Add(commit, null);
            return null;
        }

        report($"Building {commit.Name}: {commit.Subject}");
        (BenchmarkProgram, BuildOutput)? built = null;
        try
        {
            var tree = commit.Hash is null ? repository.Root : workspace.Checkout(commit.Hash);
            var file = Path.Combine(tree, project);
            if (!File.Exists(file))
                throw new RunnerException($"it has no project {project}");
            var evaluated = ProjectEvaluation.Run(file, commit.Name, cancellationToken);
            evaluated.EnsureMeasurable(commit.Name, framework);
            var program = ProgramBuild.Run(
                evaluated,
                commit.Name,
                Path.Combine(workspace.Folder, string.Create(CultureInfo.InvariantCulture, $"build{builds.Count}")),
                framework ?? evaluated.Measurable[0],
                variables,
                cancellationToken
            );
            built = (program, new BuildOutput(Path.GetDirectoryName(program.Path)!, tree));
        }
        catch (RunnerException e)
        {
            cancellationToken.ThrowIfCancellationRequested();
            // Whoever reads it has no such folder any more.
            Failures[commit] = e
                .Message.Replace(workspace.Folder + Path.DirectorySeparatorChar, "", StringComparison.Ordinal)
                .Replace($"{commit.Name} ", "", StringComparison.Ordinal);
            journal.Add(commit, Failures[commit]);
        }

        builds.Add(commit, built);
        return built;
    }
}
