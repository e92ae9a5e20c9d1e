using System.Diagnostics;
using System.Text;
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

    public Run Load(params string[] side) => RunLoader.Load([side], Root)[0];

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
