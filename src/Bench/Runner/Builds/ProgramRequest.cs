namespace Bench.Runner;

/// <param name="Side">Names the program in errors, such as "the baseline".</param>
/// <param name="Destination">A folder that does not exist yet.</param>
internal sealed record ProgramRequest(EvaluatedProject Project, string Side, string Destination)
{
    public const string RollForward = "DOTNET_ROLL_FORWARD";

    // Printed when the program is built; null for nothing.
    public string? Description { get; init; }

    // Null for the newest measurable one.
    public string? Framework { get; init; }

    // Environment variables for the program's processes, as NAME=VALUE.
    public IReadOnlyList<string> Variables { get; init; } = [];

    // An MSBuild property, as NAME=VALUE; null for none.
    public string? Property { get; init; }

    // Versions of packages that replace those of the projects.
    public IReadOnlyList<PackageVersion> Packages { get; init; } = [];

    // The program includes its runtime, because the machine lacks it.
    public bool IsSelfContained { get; init; }

    public string TargetFramework => Framework ?? Project.Measurable[0];

    // Null if the project does not say, or if its processes may run on a later one.
    public Version? NeededRuntime =>
        Variables.Any(variable => variable.StartsWith(RollForward + "=", StringComparison.Ordinal))
            ? null
            : Project.Frameworks.FirstOrDefault(framework => framework.Name == TargetFramework)?.Version;
}
