using System.CommandLine;
using Bench.Comparison;
using Bench.Runner;

namespace Bench;

/// <summary>A commit and the work tree, built.</summary>
/// <param name="BaselineName">The commit, as a report names it.</param>
/// <param name="CandidateName">The work tree, as a report names it.</param>
internal sealed record TwoBuilds(BenchmarkProgram Baseline, BenchmarkProgram Candidate, string BaselineName, string CandidateName)
{
    public static TwoBuilds Make(
        ParseResult arguments,
        Settings settings,
        Repository repository,
        Workspace workspace,
        (string Reference, string Commit) baseline,
        ProgressLine progress,
        CancellationToken cancellationToken
    )
    {
        var variables = MeasurementOptions.VariablesFrom(arguments);
        var project = MeasurementOptions.ProjectFrom(arguments, settings, repository.Root);
        if (!File.Exists(project) && !Directory.Exists(project))
            throw new RunnerException($"there is no project {Path.GetRelativePath(Directory.GetCurrentDirectory(), project)}.");
        var name = $"{baseline.Reference} ({baseline.Commit[..12]})";
        var workTree = $"the work tree ({repository.DescribeWorkTree()})";
        progress.Step($"Building the baseline, {name}");
        var before = Build(
            Path.Combine(workspace.Checkout(baseline.Commit), Path.GetRelativePath(repository.Root, project)),
            "the baseline",
            "0"
        );
        progress.Step($"Building the candidate, {workTree}");
        return new TwoBuilds(before, Build(project, "the candidate", "1"), name, workTree);

        BenchmarkProgram Build(string path, string side, string folder) =>
            BenchmarkProject.Build(
                path,
                side,
                Path.Combine(workspace.Folder, folder),
                arguments.GetValue(MeasurementOptions.Framework),
                variables,
                cancellationToken
            );
    }
}
