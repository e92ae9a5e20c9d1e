using System.Globalization;

namespace Bench.Runner;

/// <summary>The programs of commits, each built once, outside of the user's tree.</summary>
/// <param name="project">The project file, below the repository's root.</param>
/// <param name="framework">The target framework; null for the newest that both ends have.</param>
/// <param name="ends">The good commit and the bad one.</param>
internal sealed class CommitBuilds(
    Repository repository,
    Workspace workspace,
    IProgramBuilder builder,
    string project,
    string? framework,
    IReadOnlyList<string> variables,
    (PathCommit Good, PathCommit Bad) ends,
    BisectJournal journal
)
{
    private readonly Dictionary<PathCommit, (BenchmarkProgram Program, BuildOutput Output)?> builds = [];
    private readonly Dictionary<PathCommit, (EvaluatedProject Project, string Tree)> evaluated = [];
    private (bool IsKnown, string? Framework) common;

    /// <summary>Why a commit has no program.</summary>
    public Dictionary<PathCommit, string> Failures { get; } = [];

    /// <returns>The program and where it comes from; null where the commit does not build.</returns>
    /// <exception cref="RunnerException">
    /// There is no room for it, which says nothing of the commit, or it is an end, also of a search that goes on with what is known.
    /// </exception>
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

        workspace.EnsureRoom();
        (BenchmarkProgram, BuildOutput)? built = null;
        try
        {
            built = Build(commit, cancellationToken);
        }
        catch (RunnerException e)
        {
            cancellationToken.ThrowIfCancellationRequested();
            workspace.EnsureRoom();
            // Whoever reads it has no such folder any more.
            var reason = e
                .Message.Replace(workspace.Folder + Path.DirectorySeparatorChar, "", StringComparison.Ordinal)
                .Replace($"{commit.Name}: ", "", StringComparison.Ordinal)
                .Replace($"{commit.Name} ", "", StringComparison.Ordinal);
            // Without an end there is no search: whoever mends what was in the way wants it built again.
            if (commit == ends.Good || commit == ends.Bad)
                throw new RunnerException($"{commit.Name} can't be measured: {reason}");
            Failures[commit] = reason;
            journal.Add(commit, reason);
        }

        builds.Add(commit, built);
        return built;
    }

    private (BenchmarkProgram, BuildOutput) Build(PathCommit commit, CancellationToken cancellationToken)
    {
        var (own, tree) = Evaluate(commit, cancellationToken);
        own.EnsureMeasurable(commit.Name, framework);
        var destination = Path.Combine(workspace.Folder, string.Create(CultureInfo.InvariantCulture, $"build{builds.Count}"));
        var built = builder.Build(
            new ProgramRequest(own, commit.Name, destination)
            {
                Description = $"{commit.Name}: {commit.Subject}",
                Framework = framework
                    ?? (CommonFramework(cancellationToken) is { } both && own.Measurable.Contains(both) ? both : own.Measurable[0]),
                Variables = variables,
            },
            cancellationToken
        );
        return (built.Program, built.Output with { SourceRoot = tree });
    }

    private (EvaluatedProject Project, string Tree) Evaluate(PathCommit commit, CancellationToken cancellationToken)
    {
        if (evaluated.TryGetValue(commit, out var known))
            return known;
        var tree = commit.Hash is null ? repository.Root : workspace.Checkout(commit.Hash);
        var found = BenchmarkProject.FindIn(tree, project, commit.Name, builder, cancellationToken);
        return evaluated[commit] = (found ?? throw new RunnerException($"it has no project {project}"), tree);
    }

    // Chosen once: a commit in between that has a newer one besides is no change of the code.
    private string? CommonFramework(CancellationToken cancellationToken)
    {
        if (common.IsKnown)
            return common.Framework;
        try
        {
            var good = Evaluate(ends.Good, cancellationToken).Project.Measurable;
            common = (true, Evaluate(ends.Bad, cancellationToken).Project.Measurable.FirstOrDefault(good.Contains));
        }
        catch (RunnerException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            // The end says so itself, as soon as it is built.
            common = (true, null);
        }

        return common.Framework;
    }
}
