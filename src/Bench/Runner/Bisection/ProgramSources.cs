namespace Bench.Runner;

/// <summary>
/// The files that a program is built from, according to its current projects. This is a guess that saves builds, not a proof.
/// </summary>
internal sealed class ProgramSources
{
    // MSBuild, the compiler and the SDK look for these in the folders above a project.
    private static readonly string[] Extensions = [".props", ".targets", ".globalconfig", ".editorconfig", ".ruleset"];
    private static readonly string[] Names = ["global.json", "nuget.config", "packages.lock.json"];

    // An SDK takes these from a project's folder without being told.
    private static readonly string[] Code = [".cs", ".vb", ".razor", ".cshtml", ".resx", ".xaml"];
    private static readonly string[] Outputs = ["bin", "obj", BuildOutput.Artifacts];

    private readonly string[] folders;

    private ProgramSources(IEnumerable<string> folders) => this.folders = [.. folders];

    // The folders of the project and of all projects that it references, directly or not.
    public static ProgramSources Of(string root, EvaluatedProject project, IProgramBuilder builder, CancellationToken cancellationToken)
    {
        var found = new Dictionary<string, EvaluatedProject>(StringComparer.Ordinal) { [project.Path] = project };
        for (EvaluatedProject[] next = [project]; next.Length > 0;)
        {
            string[] references =
            [
                .. next.SelectMany(one => one.Frameworks)
                    .SelectMany(framework => framework.References)
                    .Select(Path.GetFullPath)
                    .Distinct(StringComparer.Ordinal)
                    .Where(path => !found.ContainsKey(path) && File.Exists(path)),
            ];
            next = references.Length == 0 ? [] : [.. builder.Evaluate(root, references, cancellationToken).Projects];
            foreach (var one in next)
                found[one.Path] = one;
            // A project that cannot be evaluated still counts as a folder.
            foreach (var reference in references)
                found.TryAdd(reference, new EvaluatedProject(reference, []));
        }

        return new ProgramSources(
            found.Keys.Select(path => Path.GetRelativePath(root, Path.GetDirectoryName(path)!).Replace('\\', '/')).Distinct()
        );
    }

    // The path is relative to the root, with slashes. A submodule's path stands for everything in it.
    public bool Has(string file) => folders.Any(folder => folder == "." || IsIn(file, folder) || IsIn(folder, file)) || IsImported(file);

    // A build reads these without a reference: code, projects, and files that are looked up next to or above a project.
    public static bool IsReadUnasked(string file) =>
        (IsImported(file) || ProjectFiles.IsProject(file) || Code.Contains(Path.GetExtension(file), StringComparer.OrdinalIgnoreCase))
        && !file.Split('/').SkipLast(1).Any(folder => Outputs.Contains(folder, StringComparer.OrdinalIgnoreCase));

    private static bool IsImported(string file) =>
        Extensions.Contains(Path.GetExtension(file), StringComparer.OrdinalIgnoreCase)
        || Names.Contains(Path.GetFileName(file), StringComparer.OrdinalIgnoreCase);

    private static bool IsIn(string file, string folder) => file == folder || file.StartsWith(folder + "/", StringComparison.Ordinal);
}
