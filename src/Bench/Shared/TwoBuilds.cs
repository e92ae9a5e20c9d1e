using Bench.Comparison;
using Bench.Runner;

namespace Bench;

/// <summary>A commit and the work tree, built.</summary>
/// <param name="BaselineName">The commit, as a report names it.</param>
/// <param name="CandidateName">The work tree, as a report names it.</param>
internal sealed record TwoBuilds(BenchmarkProgram Baseline, BenchmarkProgram Candidate, string BaselineName, string CandidateName)
{
    /// <summary>What was built, and from which sources.</summary>
    public required (BuildOutput Baseline, BuildOutput Candidate) Outputs { get; init; }

    /// <summary>What tells the work tree's changes from others of the same commit; null where it has none.</summary>
    public string? CandidateState { get; private init; }

    /// <summary>What a report says of the projects.</summary>
    public IReadOnlyList<string> Notices { get; private init; } = [];

    public static TwoBuilds Make(
        MeasurementChoices choices,
        Settings settings,
        Repository repository,
        Workspace workspace,
        (string Reference, string Commit) baseline,
        ProgressLine progress,
        Context context
    )
    {
        var cancellationToken = context.Cancellation;
        var candidate = choices.FindProject(settings, context, repository.Root);
        var path = repository.PathOf(candidate.Path);
        var name = $"{baseline.Reference} ({baseline.Commit[..12]})";
        var workTree = $"the work tree ({repository.DescribeWorkTree()})";
        var state = WorkTreeState.OfChanges(repository);

        var checkout = workspace.Checkout(baseline.Commit);
        var before = BenchmarkProject.InBaseline(checkout, path, cancellationToken);
        var pathBefore = Path.GetRelativePath(checkout, before.Path);
        progress.Step($"Building the baseline, {name}: {pathBefore}");
        var frameworks = EvaluatedProject.ChooseFrameworks(before, candidate, choices.FrameworkOf(settings));
        var choice = candidate.Choice(frameworks.Candidate);
        progress.Step($"Building the candidate, {workTree}{(choice is null ? "" : $": {choice}")}");
        var builds = Task.WhenAll(
                Task.Run(() => Build(before, "the baseline", "0", frameworks.Baseline), CancellationToken.None),
                Task.Run(() => Build(candidate, "the candidate", "1", frameworks.Candidate), CancellationToken.None)
            )
            .GetAwaiter()
            .GetResult();
        return new TwoBuilds(builds[0], builds[1], name, workTree)
        {
            Outputs = (Output(builds[0], checkout), Output(builds[1], repository.Root)),
            CandidateState = state,
            Notices = pathBefore == path ? [] : [$"The project is {path}, and was {pathBefore}."],
        };

        BenchmarkProgram Build(EvaluatedProject project, string side, string folder, string framework) =>
            ProgramBuild.Run(project, side, Path.Combine(workspace.Folder, folder), framework, choices.Variables, cancellationToken);
    }

    /// <summary>What differs between the two.</summary>
    /// <param name="sources">The files that differ in the trees that they were built from.</param>
    public BuildComparison Compare(IReadOnlyList<string> sources) => BuildComparison.Create(Outputs.Baseline, Outputs.Candidate, sources);

    private static BuildOutput Output(BenchmarkProgram program, string sources) => new(Path.GetDirectoryName(program.Path)!, sources);
}
