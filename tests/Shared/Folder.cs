using System.Diagnostics;
using System.Text;
using Bench.Comparison;
using Bench.Results;

namespace Bench.Tests;

/// <summary>A folder of results that is deleted after the test.</summary>
internal sealed class Folder : IDisposable
{
    public string Root { get; } = Directory.CreateTempSubdirectory("bench-results-").FullName;

    public string Write(string name, string text) => Write(name, Encoding.UTF8.GetBytes(text));

    public string Write(string name, byte[] bytes)
    {
        var path = Path.Combine(Root, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllBytes(path, bytes);
        return path;
    }

    public Run Load(params string[] side) => LoadFrom(Root, side);

    public static Run LoadFrom(string root, params string[] side) => RunLoader.Load([side], root)[0];

    public IReadOnlyList<Run> Sides(params string[] sides) => SidesFrom(Root, sides);

    public RunComparison Compare(string before, string after, ComparisonOptions? options = null)
    {
        var runs = Sides(before, after);
        return RunComparison.Create(runs[0], runs[1], options ?? new ComparisonOptions());
    }

    public static IReadOnlyList<Run> SidesFrom(string root, params string[] sides) =>
        RunLoader.Load([.. sides.Select(side => new[] { side })], root);

    public void Git(params string[] arguments)
    {
        using var git = Process.Start(new ProcessStartInfo("git", arguments) { WorkingDirectory = Root })!;
        git.WaitForExit();
        Assert.Equal(0, git.ExitCode);
    }

    public void Commit(string message)
    {
        Git("add", ".");
        Git("-c", "user.name=t", "-c", "user.email=t@localhost", "-c", "commit.gpgsign=false", "commit", "--quiet", "-m", message);
    }

    public void Dispose() => Directory.Delete(Root, recursive: true);
}

public abstract class FolderTests : IDisposable
{
    private protected readonly Folder folder = new();

    public void Dispose()
    {
        folder.Dispose();
        GC.SuppressFinalize(this);
    }
}
