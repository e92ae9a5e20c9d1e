namespace Bench.Runner;

/// <summary>The cached form of an evaluation, with paths relative to the top folder of the sources.</summary>
internal static class EvaluationText
{
    // Null if the evaluation failed or names files outside the root; such an evaluation is not cached.
    public static string? Of(EvaluatedProjects made, string root)
    {
        var paths = made
            .Projects.SelectMany(project => project.Frameworks.SelectMany(framework => framework.References).Append(project.Path))
            .Select(path => Path.GetFullPath(path));
        return made.Error is null && paths.All(path => BuildOutput.IsIn(root, path))
            ? CheckedText.Of<EvaluatedProject[]>([
                .. made.Projects.Select(project => Map(project, path => Path.GetRelativePath(root, path))),
            ])
            : null;
    }

    // Null if the text is damaged.
    public static EvaluatedProjects? Parse(string text, string root) =>
        CheckedText.Parse<EvaluatedProject[]>(text) is { } projects
            ? new EvaluatedProjects([.. projects.Select(project => Map(project, path => Path.GetFullPath(path, root)))], null)
            : null;

    private static EvaluatedProject Map(EvaluatedProject project, Func<string, string> path) =>
        new(
            path(project.Path),
            [.. project.Frameworks.Select(framework => framework with { References = [.. framework.References.Select(path)] })]
        );
}
