using System.Runtime.ExceptionServices;
using Bench.Comparison;
using Bench.Runner;

namespace Bench.Cli;

internal sealed record TwoBuilds(BenchmarkProgram Baseline, BenchmarkProgram Candidate, string BaselineName, string CandidateName)
{
    public required (BuildOutput Baseline, BuildOutput Candidate) Outputs { get; init; }

    /// <summary>Identifies the uncommitted changes of the work tree; null if it has none.</summary>
    public string? CandidateState { get; private init; }

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
        var frameworks = EvaluatedProject.ChooseFrameworks(before, candidate, choices.FrameworkOf(settings), choices.Runtimes);
        var choice = candidate.Choice(frameworks.Candidate);
        var with = choices.Packages.Count == 0 ? "" : $" with {string.Join(", ", choices.Packages)}";
        // A broken build is reported at once and cancels the other, which is useless without it.
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        ExceptionDispatchInfo? broken = null;
        var (baselineBuild, candidateBuild) = BothBuilds.Run(
            () => Build(before, "the baseline", $"{name}: {pathBefore}", "0", frameworks.Baseline, []),
            () =>
                Build(
                    candidate,
                    "the candidate",
                    $"{workTree}{with}{(choice is null ? "" : $": {choice}")}",
                    "1",
                    frameworks.Candidate,
                    choices.Packages
                )
        );
        broken?.Throw();
        (baselineBuild, candidateBuild) = PathLengths.Align(
            (baselineBuild!, Path.Combine(workspace.Folder, "0")),
            (candidateBuild!, Path.Combine(workspace.Folder, "1"))
        );
        return new TwoBuilds(baselineBuild.Program, candidateBuild.Program, name, workTree + with)
        {
            Outputs = (baselineBuild.Output with { SourceRoot = checkout }, candidateBuild.Output with { SourceRoot = repository.Root }),
            CandidateState = state,
            Notices = pathBefore == path ? [] : [$"The project is {path}. In the baseline it is {pathBefore}."],
        };

        BuiltProgram? Build(
            EvaluatedProject project,
            string side,
            string description,
            string folder,
            string framework,
            IReadOnlyList<PackageVersion> packages
        )
        {
            try
            {
                return context.Builder.Build(
                    new ProgramRequest(project, side, Path.Combine(workspace.Folder, folder))
                    {
                        Description = $"{side}, {description}",
                        Framework = framework,
                        Variables = choices.Variables,
                        Packages = packages,
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

    /// <param name="sources">The files that differ between the two source trees.</param>
    public BuildComparison Compare(IReadOnlyList<string> sources) => BuildComparison.Create(Outputs.Baseline, Outputs.Candidate, sources);
}
