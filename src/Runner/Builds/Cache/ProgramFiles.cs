namespace Bench.Runner;

/// <summary>The files and folders that a build put into the folder of a program, without what its runs wrote there.</summary>
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
