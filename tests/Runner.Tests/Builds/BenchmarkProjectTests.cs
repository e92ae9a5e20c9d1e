namespace Bench.Runner.Tests;

/// <summary>Which project is measured where a user names none.</summary>
public sealed class BenchmarkProjectTests : IDisposable
{
    private const string Program =
        """<Project><PropertyGroup><OutputType>exe</OutputType></PropertyGroup><ItemGroup><PackageReference Include="BenchmarkDotNet" /></ItemGroup></Project>""";
    private readonly Folder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public void The_one_program_that_refers_to_BenchmarkDotNet_is_found()
    {
        folder.Write("perf/Perf.fsproj", Program);
        folder.Write("perf/bin/Copy.csproj", Program);
        folder.Write(".hidden/Copy.csproj", Program);
        folder.Write("src/Library.csproj", Program.Replace("exe", "library", StringComparison.Ordinal));
        folder.Write("src/Other.csproj", Program.Replace("BenchmarkDotNet", "Something", StringComparison.Ordinal));
        folder.Write("src/Broken.csproj", "<Project>");

        Assert.Equal(Path.Combine(folder.Root, "perf/Perf.fsproj"), BenchmarkProject.Find(folder.Root));
    }

    [Fact]
    public void None_and_several_are_errors_that_say_what_to_do()
    {
        Assert.Contains("--project", Assert.Throws<RunnerException>(() => BenchmarkProject.Find(folder.Root)).Message);

        folder.Write("a/A.csproj", Program);
        folder.Write("b/B.csproj", Program);
        var error = Assert.Throws<RunnerException>(() => BenchmarkProject.Find(folder.Root)).Message;
        Assert.Contains("a/A.csproj, b/B.csproj", error);
        Assert.Contains("--project", error);
    }

    [Fact]
    public void The_fixtures_of_these_tests_are_no_programs_of_the_repository() =>
        Assert.Throws<RunnerException>(() => BenchmarkProject.Find(Path.Combine(AppContext.BaseDirectory, "Fixtures")));
}
