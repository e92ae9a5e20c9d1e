using System.Runtime.ExceptionServices;
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
        Context context
    )
    {
        context = context.In(workspace);
        var cancellationToken = context.Cancellation;
        var candidate = choices.FindProject(settings, context, repository.Root);
        var path = repository.PathOf(candidate.Path);
        var name = $"{baseline.Reference} ({baseline.Commit[..12]})";
        var workTree = $"the work tree ({repository.DescribeWorkTree()})";
        var state = WorkTreeState.OfChanges(repository);

        var checkout = workspace.Checkout(baseline.Commit);
        var before = BenchmarkProject.InBaseline(checkout, path, context.Builder, cancellationToken);
        var pathBefore = Path.GetRelativePath(checkout, before.Path);
        var frameworks = EvaluatedProject.ChooseFrameworks(before, candidate, choices.FrameworkOf(settings));
        var choice = candidate.Choice(frameworks.Candidate);
        // A build that broke is told of at once: the other one helps nobody.
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        ExceptionDispatchInfo? broken = null;
        var (old, young) = BothSides.Run(
            () => Build(before, "the baseline", $"{name}: {pathBefore}", "0", frameworks.Baseline),
            () => Build(candidate, "the candidate", $"{workTree}{(choice is null ? "" : $": {choice}")}", "1", frameworks.Candidate)
        );
        broken?.Throw();
        return new TwoBuilds(old!.Program, young!.Program, name, workTree)
        {
            Outputs = (old.Output with { SourceRoot = checkout }, young.Output with { SourceRoot = repository.Root }),
            CandidateState = state,
            Notices = pathBefore == path ? [] : [$"The project is {path}, and was {pathBefore}."],
        };

        BuiltProgram? Build(EvaluatedProject project, string side, string description, string folder, string framework)
        {
            try
            {
                return context.Builder.Build(
                    new ProgramRequest(project, side, Path.Combine(workspace.Folder, folder))
                    {
                        Description = $"{side}, {description}",
                        Framework = framework,
                        Variables = choices.Variables,
                    },
                    either.Token
                );
            }
            catch (Exception e)
            {
                Interlocked.CompareExchange(ref broken, ExceptionDispatchInfo.Capture(e), null);
                either.Cancel();
                return null;
            }
        }
    }

    /// <summary>What differs between the two.</summary>
    /// <param name="sources">The files that differ in the trees that they were built from.</param>
    public BuildComparison Compare(IReadOnlyList<string> sources) => BuildComparison.Create(Outputs.Baseline, Outputs.Candidate, sources);
}
