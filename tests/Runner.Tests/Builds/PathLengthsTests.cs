namespace Bench.Runner.Tests;

public sealed class PathLengthsTests : IDisposable
{
    private readonly Folder folder = new();

    public void Dispose() => folder.Dispose();

    [Theory]
    [InlineData("bin/net9.0", "bin/net10.0")]
    [InlineData("src/Old/bin", "Moved/bin")]
    [InlineData("bin", "bin")]
    public void Both_programs_get_paths_of_the_same_length(string before, string after)
    {
        var (baseline, candidate) = PathLengths.Align(Built("0", before), Built("1", after));

        Assert.Equal(baseline.Program.Path.Length, candidate.Program.Path.Length);
        Assert.All([baseline, candidate], build =>
        {
            Assert.Equal(Path.GetDirectoryName(build.Program.Path), build.Output.Folder);
            Assert.Equal("code", File.ReadAllText(build.Program.Path));
        });
        // Neither is built again where it would be found twice.
        Assert.Equal(2, Directory.GetDirectories(folder.Root).Length);
    }

    private (BuiltProgram Build, string Destination) Built(string destination, string path)
    {
        var output = Path.Combine(folder.Root, destination, path);
        folder.Write(Path.Combine(destination, path, "App.dll"), "code");
        return (
            new BuiltProgram(new BenchmarkProgram(Path.Combine(output, "App.dll")), new BuildOutput(output, folder.Root)),
            Path.Combine(folder.Root, destination)
        );
    }
}
