namespace Bench.Runner;

/// <summary>
/// Which files of a repository a program is built from, as far as its projects say today: a guess that saves builds, and no proof.
/// </summary>
internal sealed class ProgramSources
{
    // What MSBuild, the compiler and the SDK look for in the folders above a project.
    private static readonly string[] Extensions = [".props", ".targets", ".globalconfig", ".editorconfig", ".ruleset"];
    private static readonly string[] Names = ["global.json", "nuget.config", "packages.lock.json"];

    // What an SDK takes from a project's folder.
    private static readonly string[] Code = [".cs", ".vb", ".razor", ".cshtml", ".resx", ".xaml"];
    private static readonly string[] Outputs = ["bin", "obj", BuildOutput.Artifacts];

    private readonly string[] folders;

    private ProgramSources(IEnumerable<string> folders) => this.folders = [.. folders];

    /// <summary>The folders of a project and of all that it refers to, below a root.</summary>
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
            // One that can't be evaluated is a folder as well.
            foreach (var reference in references)
                found.TryAdd(reference, new EvaluatedProject(reference, []));
        }

        return new ProgramSources(
            found.Keys.Select(path => Path.GetRelativePath(root, Path.GetDirectoryName(path)!).Replace('\\', '/')).Distinct()
        );
    }

    /// <param name="file">A place below the root, with slashes; that of a submodule stands for all that is in it.</param>
    public bool Has(string file) => folders.Any(folder => folder == "." || IsIn(file, folder) || IsIn(folder, file)) || IsImported(file);

    /// <summary>Whether a build reads a file that nobody names: code, a project, or what is looked for beside and above one.</summary>
    /// <param name="file">A place below the root, with slashes.</param>
    public static bool IsReadUnasked(string file) =>
        (IsImported(file) || ProjectFiles.IsProject(file) || Code.Contains(Path.GetExtension(file), StringComparer.OrdinalIgnoreCase))
        && !file.Split('/').SkipLast(1).Any(folder => Outputs.Contains(folder, StringComparer.OrdinalIgnoreCase));

    private static bool IsImported(string file) =>
        Extensions.Contains(Path.GetExtension(file), StringComparer.OrdinalIgnoreCase)
        || Names.Contains(Path.GetFileName(file), StringComparer.OrdinalIgnoreCase);

    private static bool IsIn(string file, string folder) => file == folder || file.StartsWith(folder + "/", StringComparison.Ordinal);
}
