namespace Bench.Runner;

internal interface IBuildTool
{
    // The tool for a check, which puts temporary files of builds into this folder.
    IBuildTool In(string temporary) => this;

    // Null if no SDK can build what is in the folder.
    string? Version(string folder, CancellationToken cancellationToken);

    // Programs for this version of .NET start here without including their runtime.
    bool HasRuntime(Version version) => true;

    EvaluatedProjects Evaluate(string folder, IReadOnlyList<string> projects, CancellationToken cancellationToken);

    // Builds the project in place. recordsInputs requests BuildProduct.Inputs.
    BuildProduct Build(ProgramRequest request, bool recordsInputs, CancellationToken cancellationToken);
}

/// <summary>A program in the output folder of its build.</summary>
/// <param name="Folder">Contains all of its files.</param>
/// <param name="File">The name of the file that starts the program.</param>
internal sealed record BuildProduct(string Folder, string File, bool IsExecutable)
{
    // NuGet's list of the resolved packages; null for none.
    public string? AssetsFile { get; init; }

    // The folder contains only files of this build, and none of an earlier one.
    public bool IsClean { get; init; }

    // Full paths of the files that the build read; null if unknown.
    public IReadOnlyList<string>? Inputs { get; init; }

    // Other programs from the same build, which this one may start.
    public IReadOnlyList<string> OtherPrograms { get; init; } = [];
}
