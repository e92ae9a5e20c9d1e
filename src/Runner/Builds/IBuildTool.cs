namespace Bench.Runner;

/// <summary>What evaluates and builds projects: the .NET SDK.</summary>
internal interface IBuildTool
{
    /// <summary>The same for a check.</summary>
    /// <param name="temporary">The folder for the temporary files of builds.</param>
    IBuildTool In(string temporary) => this;

    /// <summary>The version of the SDK that builds what lies in a folder; null if there is none.</summary>
    string? Version(string folder, CancellationToken cancellationToken);

    EvaluatedProjects Evaluate(string folder, IReadOnlyList<string> projects, CancellationToken cancellationToken);

    /// <summary>Builds a project where it lies.</summary>
    /// <param name="recordsInputs">Whether the product is to say what it was built from.</param>
    BuildProduct Build(ProgramRequest request, bool recordsInputs, CancellationToken cancellationToken);
}

/// <summary>A program where its build put it.</summary>
/// <param name="Folder">The folder with all of its files.</param>
/// <param name="File">The name of the file that is started.</param>
internal sealed record BuildProduct(string Folder, string File, bool IsExecutable)
{
    /// <summary>The file in which NuGet lists the packages that it took; null if there is none.</summary>
    public string? AssetsFile { get; init; }

    /// <summary>Whether the folder has what this build put there, and nothing of an earlier one.</summary>
    public bool IsClean { get; init; }

    /// <summary>The files that the build read, by their full paths; null if that is not known.</summary>
    public IReadOnlyList<string>? Inputs { get; init; }

    /// <summary>Other programs that were built with it, which it may start.</summary>
    public IReadOnlyList<string> OtherPrograms { get; init; } = [];
}
