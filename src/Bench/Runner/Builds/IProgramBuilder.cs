namespace Bench.Runner;

/// <summary>Evaluates projects and builds programs, or reuses results of an earlier check of the same sources.</summary>
internal interface IProgramBuilder
{
    // The builder for a check, which puts temporary files of builds and of the programs into this folder.
    IProgramBuilder In(string temporary) => this;

    // The folder's global.json selects the SDK. Projects are full paths.
    EvaluatedProjects Evaluate(string folder, IReadOnlyList<string> projects, CancellationToken cancellationToken);

    // Copies the program, so that a later build does not change what is measured. Throws RunnerException if the project does not build or
    // is not a program.
    BuiltProgram Build(ProgramRequest request, CancellationToken cancellationToken);
}
