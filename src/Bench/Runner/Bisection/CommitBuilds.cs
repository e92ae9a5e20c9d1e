using System.Globalization;

namespace Bench.Runner;

/// <summary>Builds the program of each commit once, outside the user's work tree.</summary>
/// <param name="project">The project file, relative to the root of the repository.</param>
/// <param name="framework">The target framework; null for the newest that both ends have.</param>
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

    public Dictionary<PathCommit, string> Failures { get; } = [];

    // Null if the commit does not build. Throws for an end that does not build, and for a full disk, because that is not the commit's
    // fault.
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
            // The folder no longer exists when the message is read.
            var reason = e
                .Message.Replace(workspace.Folder + Path.DirectorySeparatorChar, "", StringComparison.Ordinal)
                .Replace($"{commit.Name}: ", "", StringComparison.Ordinal)
                .Replace($"{commit.Name} ", "", StringComparison.Ordinal);
            // A search needs both ends. The journal does not keep this failure, so that the user can repair the cause and try
            // again.
            if (commit == ends.Good || commit == ends.Bad)
                throw new RunnerException($"{commit.Name} cannot be measured: {reason}");
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

    // One framework for all commits: a commit in between that has a newer one too has not changed its code.
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
            // Building the end reports the error.
            common = (true, null);
        }

        return common.Framework;
    }
}
