namespace Bench.Runner;

/// <summary>The files and folders of a program, without those that its runs wrote.</summary>
internal sealed record ProgramFiles(IReadOnlyList<string> Folders, IReadOnlyList<string> Files)
{
    public static ProgramFiles In(string folder)
    {
        return new ProgramFiles(
            [.. Names(Directory.EnumerateDirectories(folder, "*", SearchOption.AllDirectories))],
            [.. Names(Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories))]
        );

        IEnumerable<string> Names(IEnumerable<string> paths) =>
            paths
                .Select(path => Path.GetRelativePath(folder, path))
                .Where(name => !BuildOutput.IsOfRuns(folder, name.Split(Path.DirectorySeparatorChar)[0]));
    }
}
