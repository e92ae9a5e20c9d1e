namespace Bench.Runner;

/// <summary>A project file as MSBuild evaluates it.</summary>
/// <param name="Path">The full path of the file.</param>
internal sealed record EvaluatedProject(string Path, IReadOnlyList<EvaluatedFramework> Frameworks)
{
    /// <summary>Its target frameworks that can be measured here, the newest first.</summary>
    public IReadOnlyList<string> Measurable =>
        [
            .. Frameworks
                .Where(framework => framework.IsMeasurable)
                .OrderByDescending(framework => framework.Version)
                .ThenBy(framework => framework.Name.Length)
                .Select(framework => framework.Name),
        ];

    public bool IsProgram => Frameworks.Any(framework => framework.IsProgram);

    /// <summary>Refuses a project that has no target framework which can be measured, or not the one asked for.</summary>
    /// <param name="side">What it is, for messages: the baseline, the candidate.</param>
    /// <param name="framework">The one asked for; null for any.</param>
    public void EnsureMeasurable(string side, string? framework)
    {
        var file = System.IO.Path.GetFileName(Path);
        var all = string.Join(", ", Frameworks.Select(own => own.Name));
        if (framework is not null && !Frameworks.Any(own => own.Name == framework))
            throw new RunnerException($"{side}: {file} has no target framework {framework}: expected one of {all}.");
        if (framework is null ? Measurable.Count == 0 : !Measurable.Contains(framework))
            throw new RunnerException(
                $"{side}: {file} targets {framework ?? all}, and {Expected()} can be measured with this SDK on this system."
            );
    }

    /// <summary>
    /// The target frameworks that two versions of a project are measured for: the one asked for, or the newest that both have. Where
    /// they have none in common, the newest of each: another framework is a change like any other.
    /// </summary>
    /// <exception cref="RunnerException">One of them has none that can be measured.</exception>
    public static (string Baseline, string Candidate) ChooseFrameworks(EvaluatedProject baseline, EvaluatedProject candidate, string? asked)
    {
        baseline.EnsureMeasurable("the baseline", asked);
        candidate.EnsureMeasurable("the candidate", asked);
        return (asked ?? candidate.Measurable.FirstOrDefault(baseline.Measurable.Contains)) is { } common
            ? (common, common)
            : (baseline.Measurable[0], candidate.Measurable[0]);
    }

    /// <summary>Which of several target frameworks is measured; null where there is no choice.</summary>
    public string? Choice(string framework) =>
        Frameworks.Count == 1 ? null : $"{framework} of {string.Join(", ", Frameworks.Select(own => own.Name))}";

    private string Expected() =>
        Frameworks.Select(framework => framework.NewestVersion).Max() is { } newest
            ? $"net{EvaluatedFramework.Earliest} to net{newest}"
            : $"net{EvaluatedFramework.Earliest} and later";
}
