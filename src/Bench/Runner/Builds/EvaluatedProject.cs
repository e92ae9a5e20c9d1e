namespace Bench.Runner;

internal sealed record EvaluatedProject(string Path, IReadOnlyList<EvaluatedFramework> Frameworks)
{
    // Only those that can be measured here, newest first.
    public IReadOnlyList<string> Measurable =>
        [
            .. Frameworks
                .Where(framework => framework.IsMeasurable)
                .OrderByDescending(framework => framework.Version)
                .ThenBy(framework => framework.Name.Length)
                .Select(framework => framework.Name),
        ];

    public bool IsProgram => Frameworks.Any(framework => framework.IsProgram);

    // "side" names the project in messages, such as "the baseline". The framework is the requested one; null for any.
    public void EnsureMeasurable(string side, string? framework)
    {
        var file = System.IO.Path.GetFileName(Path);
        var all = string.Join(", ", Frameworks.Select(own => own.Name));
        if (framework is not null && !Frameworks.Any(own => own.Name == framework))
            throw new RunnerException(
                $"{side}: {file} has no target framework {framework}. Add it to TargetFrameworks, or use one of {all}."
            );
        if (framework is null ? Measurable.Count == 0 : !Measurable.Contains(framework))
            throw new RunnerException(
                $"{side}: {file} targets {framework ?? all}, but only {Expected()} can be measured with this SDK on this system."
            );
    }

    // The requested frameworks, or the newest that both have. If they have none in common, each build uses its newest, and the framework is
    // part of the change. Throws RunnerException if one of them cannot be measured.
    public static (string Baseline, string Candidate) ChooseFrameworks(
        EvaluatedProject baseline,
        EvaluatedProject candidate,
        string? asked,
        (string Baseline, string Candidate)? apart = null
    )
    {
        baseline.EnsureMeasurable("the baseline", apart?.Baseline ?? asked);
        candidate.EnsureMeasurable("the candidate", apart?.Candidate ?? asked);
        if (apart is { } both)
            return both;
        return (asked ?? candidate.Measurable.FirstOrDefault(baseline.Measurable.Contains)) is { } common
            ? (common, common)
            : (baseline.Measurable[0], candidate.Measurable[0]);
    }

    // Names the measured framework and the others; null for a project with only one.
    public string? Choice(string framework) =>
        Frameworks.Count == 1 ? null : $"{framework} of {string.Join(", ", Frameworks.Select(own => own.Name))}";

    private string Expected() =>
        Frameworks.Select(framework => framework.NewestVersion).Max() is { } newest
            ? $"net{EvaluatedFramework.Earliest} to net{newest}"
            : $"net{EvaluatedFramework.Earliest} and later";
}
