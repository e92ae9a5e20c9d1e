namespace Bench.Runner;

/// <summary>An evaluation as the cache keeps it, with paths below the top folder of the sources.</summary>
internal static class EvaluationText
{
    /// <returns>Null for what is not kept: it failed, or what it names lies elsewhere.</returns>
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

    /// <returns>Null if the text is damaged.</returns>
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
