namespace Bench.Tests;

/// <summary>Evaluates every project to the same target frameworks, and builds none.</summary>
internal sealed class FixedFrameworks(params string[] names) : IProgramBuilder
{
    public EvaluatedProjects Evaluate(string folder, IReadOnlyList<string> projects, CancellationToken cancellationToken) =>
        new([.. projects.Select(project => new EvaluatedProject(project, [.. names.Select(Framework)]))], null);

    public BuiltProgram Build(ProgramRequest request, CancellationToken cancellationToken) =>
        throw new NotSupportedException("Servers are published.");

    private static EvaluatedFramework Framework(string name) =>
        new(name, Version.Parse(name["net".Length..]), new Version(10, 0), null, "Exe", [], []);
}
