namespace Bench.Runner;

/// <summary>Evaluates projects and builds programs, or has what an earlier check made of the same sources.</summary>
internal interface IProgramBuilder
{
    /// <summary>The same for a check.</summary>
    /// <param name="temporary">The folder for the temporary files of builds and of what is built.</param>
    IProgramBuilder In(string temporary) => this;

    /// <summary>Evaluates projects.</summary>
    /// <param name="folder">Where the SDK is looked up, as its global.json says.</param>
    /// <param name="projects">Full paths.</param>
    /// <returns>Those that can be evaluated, and the first error of the others.</returns>
    EvaluatedProjects Evaluate(string folder, IReadOnlyList<string> projects, CancellationToken cancellationToken);

    /// <summary>Builds a project as it would be measured, and copies the program: a later build does not change what is measured.</summary>
    /// <exception cref="RunnerException">It does not build, or is no program.</exception>
    BuiltProgram Build(ProgramRequest request, CancellationToken cancellationToken);
}
