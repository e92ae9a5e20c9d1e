namespace Bench.Runner;

internal static class ProgramBuilderExtensions
{
    // "side" names the project in messages.
    public static EvaluatedProject EvaluateOne(
        this IProgramBuilder builder,
        string project,
        string side,
        CancellationToken cancellationToken
    )
    {
        var (projects, error) = builder.Evaluate(Path.GetDirectoryName(project)!, [project], cancellationToken);
        return projects is [var only]
            ? only
            : throw new RunnerException($"{side} is not a project that can be built: {error ?? "it has no target BenchEvaluate"}");
    }
}
