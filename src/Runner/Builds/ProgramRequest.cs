namespace Bench.Runner;

/// <summary>A program that is to be built.</summary>
/// <param name="Side">What it is, for errors: the baseline, the candidate.</param>
/// <param name="Destination">A folder that does not exist yet.</param>
internal sealed record ProgramRequest(EvaluatedProject Project, string Side, string Destination)
{
    /// <summary>What is printed of it when it is built; null for nothing.</summary>
    public string? Description { get; init; }

    /// <summary>The target framework, for projects with several; null for the only or newest one.</summary>
    public string? Framework { get; init; }

    /// <summary>Environment variables for the program's processes, NAME=VALUE.</summary>
    public IReadOnlyList<string> Variables { get; init; } = [];

    /// <summary>A property of the build, NAME=VALUE; null for none.</summary>
    public string? Property { get; init; }

    public string TargetFramework => Framework ?? Project.Measurable[0];
}
