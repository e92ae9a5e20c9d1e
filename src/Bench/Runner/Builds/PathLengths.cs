namespace Bench.Runner;

// The path of a program is in the memory of its processes, and its length can move what follows. Times depend on that, so the programs of
// two builds have paths of the same length.
internal static class PathLengths
{
    // Renames the folder of the program with the shorter path. "Destination" is the folder that the program was built into.
    public static (BuiltProgram Baseline, BuiltProgram Candidate) Align(
        (BuiltProgram Build, string Destination) baseline,
        (BuiltProgram Build, string Destination) candidate
    )
    {
        var missing = candidate.Build.Program.Path.Length - baseline.Build.Program.Path.Length;
        return (Longer(baseline, missing), Longer(candidate, -missing));
    }

    private static BuiltProgram Longer((BuiltProgram Build, string Destination) program, int missing)
    {
        var (build, destination) = program;
        if (missing <= 0)
            return build;
        var longer = destination + new string('_', missing);
        Directory.Move(destination, longer);
        return build with
        {
            Program = build.Program with { Path = Moved(build.Program.Path) },
            Output = build.Output with { Folder = Moved(build.Output.Folder) },
        };

        string Moved(string path) => Path.Combine(longer, Path.GetRelativePath(destination, path));
    }
}
